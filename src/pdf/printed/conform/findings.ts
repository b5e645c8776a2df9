import { failuresOf, modelOf } from '../../conformance/check.ts';
import type { Model } from '../../conformance/model/model.ts';
import type { StructureTree } from '../../conformance/model/structure/structure-tree.ts';
import type { StructureNode } from '../../conformance/model/structure/structure-node.ts';
import { outlineItems } from '../../facts/trees/outline-items.ts';
import { occurrenceOf } from '../../conformance/occurrence.ts';
import type { ShownBox } from '../../geometry/shown-page.ts';
import type { Breach } from '../../conformance/rule.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { authorWords, type AuthorWords } from '../../conformance/author-words.ts';
import type { Claim } from '../../xmp/claim.ts';
import { partOfCharacter } from './mend-fonts.ts';

/** A requirement that a document does not meet, at one place. */
export interface Finding {
  /** Id of the rule that is broken. */
  readonly rule: string;
  /** The clause that requires it: "PDF/UA-1 7.3". */
  readonly clauses: readonly string[];
  /** From 1; `null` where it is not on one page. */
  readonly page: number | null;
  readonly box: ShownBox | null;
  /** The heading that it stands under, or is; `null` where none is known. */
  readonly heading: string | null;
  readonly message: string;
  readonly fix: string;
}

/** Requirements of claimed standards that a document does not meet. */
export interface Findings {
  /** The first of them. */
  readonly findings: readonly Finding[];
  readonly count: number;
}

/** Maximum number of characters of a heading that are reported. */
export const longestTitle = 200;

/** Maximum number of places that are reported for one rule, and for all. */
const maxCount = { ofRule: 20, all: 100 };

/**
 * Checks a finished file against the standards that it claims.
 * @throws AppError `limit-exceeded` for a document that is too large to be judged
 */
export function findingsOf(pdf: Uint8Array, { standards }: Claim): Findings {
  const model = modelOf(pdf);
  const rules = new Map<
    string,
    {
      readonly clauses: string[];
      readonly breaches: readonly Breach[];
      readonly count: number;
      readonly message: string;
      readonly fix: string;
    }
  >();
  for (const standard of standards) {
    for (const { rule, clause, message, fix, breaches, count } of failuresOf(model, standard)) {
      const known = rules.get(rule) ?? { clauses: [], breaches, count, message, fix };
      known.clauses.push(`${standard.name} ${clause}`);
      rules.set(rule, known);
    }
  }
  // Content that is shown by .notdef has no text either: it is reported once.
  if (
    rules.has('no-notdef') &&
    rules.get('text-known')?.breaches.every(({ detail }) => detail.startsWith('code 0 ')) === true
  )
    rules.delete('text-known');
  const lost = lostText(model);
  if (lost.length > 0)
    rules.set('text-known', {
      clauses: standards.map(({ name }) => name),
      breaches: lost,
      count: lost.length,
      message: '',
      fix: '',
    });
  if (rules.size === 0) return { findings: [], count: 0 };
  const headings = new Headings(model);
  const findings = [...rules].flatMap(([rule, { clauses, breaches, message, fix }]) => {
    const words: AuthorWords = authorWords[rule] ?? { message, fix };
    return breaches.slice(0, maxCount.ofRule).map((breach): Finding => {
      const reported = occurrenceOf(model.file, words.plain === true ? { ...breach, detail: '' } : breach, words);
      return {
        rule,
        clauses,
        page: reported.page,
        box: reported.box,
        heading: headings.of(breach),
        message: reported.message,
        fix: reported.fix,
      };
    });
  });
  return {
    findings: findings.slice(0, maxCount.all),
    count: [...rules.values()].reduce((sum, { count }) => sum + count, 0),
  };
}

/** Glyphs that only an ActualText around them could give a text (see `mendCharacters`), where there is none. */
function lostText(model: Model): Breach[] {
  return model.fonts.flatMap(({ codes, place }) =>
    codes.flatMap((code) =>
      code.bare && code.visible && code.text === partOfCharacter
        ? [{ place: { ...code.place, object: place.object }, detail: '' }]
        : [],
    ),
  );
}

/** Headings by the outline, whose items say which element they are of (ISO 32000-1, 12.3.3). */
class Headings {
  readonly #nodes: readonly StructureNode[];
  readonly #titles: ReadonlyMap<StructureNode, string>;

  constructor({ file, tree }: Model) {
    this.#nodes = tree.nodes;
    this.#titles = titlesByElement(file, tree);
  }

  /** That which the place is in, or comes after. */
  of({ place }: Breach): string | null {
    if (place.object === undefined || this.#titles.size === 0) return null;
    const at = this.#nodes.findIndex((node) => node.place.object === place.object);
    for (let index = at; index >= 0; index -= 1) {
      const node = this.#nodes[index];
      const title = node === undefined ? undefined : this.#titles.get(node);
      if (title !== undefined) return title;
    }
    return null;
  }
}

function titlesByElement(file: PdfFile, tree: StructureTree): Map<StructureNode, string> {
  const titles = new Map<StructureNode, string>();
  for (const { dict: item } of outlineItems(file, file.catalog.get('Outlines'))) {
    const element = tree.ofElement(item.get('SE'));
    const title = file.string(item.get('Title'))?.text ?? '';
    if (element !== null && title !== '') titles.set(element, title.slice(0, longestTitle));
  }
  return titles;
}
