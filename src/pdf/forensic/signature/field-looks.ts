import { ContentBudget } from '../../content/budget.ts';
import { runPage } from '../../content/run-page.ts';
import type { Dict } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { inheritedEntry } from '../../facts/trees/field-tree.ts';
import { fieldName, fieldText, fieldType } from '../field-of.ts';
import { finding, type Finding } from '../findings/finding.ts';
import { annotationBox, pagesOfAnnotations } from '../shown-rect.ts';
import type { JudgedChange } from './judge-changes.ts';

const maxFields = 200;
/** Bit of Ff: the value of a password field is not shown (ISO 32000-2, table 231). */
const password = 1 << 13;

/** Bit of Ff: combo box (ISO 32000-2, table 233). A list box shows all its options. */
const combo = 1 << 17;

/**
 * Text fields and combo boxes that were filled in after signing, and show a text that has not one word of their value.
 */
export function exchangedLooks(file: PdfFile, judged: readonly JudgedChange[]): Finding[] {
  const filled = new Set(
    judged.flatMap(({ permit, annotation }) =>
      permit === 'fill' && annotation !== null && showsValue(file, annotation) ? [annotation] : [],
    ),
  );
  const pages = pagesOfAnnotations(file);
  return [...filled].slice(0, maxFields).flatMap((widget) => {
    const number = pages.get(widget);
    const page = number === undefined ? undefined : file.pages()[number - 1];
    const value = labelOf(file, widget, fieldText(file, widget) ?? '');
    if (number === undefined || page === undefined || ((file.number(widget.get('Ff')) ?? 0) & password) !== 0)
      return [];
    const shown = shownIn(file, number, widget);
    if (shown === null || alike(shown, value)) return [];
    return [
      finding('field-look-differs', {
        page: number,
        box: annotationBox(file, page, widget),
        excerpt: `'${fieldName(file, widget)}' is '${value}' and shows '${shown}'`,
      }),
    ];
  });
}

function showsValue(file: PdfFile, widget: Dict): boolean {
  const type = fieldType(file, widget);
  return type === 'Tx' || (type === 'Ch' && ((file.number(inheritedEntry(file, widget, 'Ff')) ?? 0) & combo) !== 0);
}

/** The text that a combo box shows for a value: the label of the option, where it has one (ISO 32000-2, table 234). */
function labelOf(file: PdfFile, widget: Dict, value: string): string {
  const options = file.array(inheritedEntry(file, widget, 'Opt')) ?? [];
  const pair = options
    .map((option) => file.array(option))
    .find((option) => file.string(option?.[0] ?? null)?.text === value);
  return file.string(pair?.[1] ?? null)?.text ?? value;
}

/** The text of a widget's normal appearance; null where a letter of it is unknown. */
function shownIn(file: PdfFile, number: number, widget: Dict): string | null {
  const page = file.pages()[number - 1];
  if (page === undefined) return null;
  let text: string | null = '';
  // A page with this annotation only, so that nothing else is run.
  const only = { ...page, dict: page.dict.copy().set('Contents', null).set('Annots', [widget]) };
  runPage(
    file,
    only,
    {
      text(shown, { frame }) {
        if (frame.annotation?.path[0] !== undefined && frame.annotation.path[0] !== 'N') return;
        for (const { unicode } of shown.glyphs) text = unicode === null || text === null ? null : text + unicode;
      },
    },
    { budget: new ContentBudget({ operations: 200_000, milliseconds: 5000 }) },
  );
  return text;
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Formatting adds and removes characters: one of the texts must contain at least half of the letters of the other. */
function alike(shown: string, value: string): boolean {
  const [one, other] = [plain(shown), plain(value)];
  if (other === '') return one.length < 3;
  if (one === '' || one.includes(other) || other.includes(one)) return true;
  const letters = Array.from(one);
  return letters.filter((letter) => other.includes(letter)).length >= letters.length * 0.7;
}
