import { counted } from '../../../input/input.ts';
import { didYouMean } from '../../../near-names.ts';
import { AppError, type Mistake } from '../../../problems.ts';
import { escape } from '../../html/html.ts';
import { placeKey, type Document } from '../../model/document.ts';
import type { CompleteSegment, FlowSegment, Segment } from '../../model/segments.ts';
import { changeSheet } from '../../compose/segment-links.ts';
import { idsIn } from '../../compose/tags.ts';
import { marks, type Reference } from './reference.ts';
import { elementsById, targetOf, type Target } from './targets.ts';

/** What settling references takes beside the document. */
export interface Settling {
  /** Page numbers of an earlier pass, see `placeKey`. */
  readonly pages: Readonly<Record<string, string>>;
  /** JSON Pointer to a reference in the request. */
  readonly pointerOf: (reference: Reference) => string;
  /** True where only a part of the document is composed, so that a target may be elsewhere. */
  readonly isPart: boolean;
}

/** A segment with targets. */
type Content = FlowSegment | CompleteSegment;

/** A place that references lead to. */
interface Found {
  readonly segment: number;
  readonly target: Target;
}

/** Stands for a page number in the first pass: most have its length. */
const unknownPage = '88';

/** Maximum number of characters that the references of a document show together. */
const maxShown = 10_000_000;

/**
 * Puts into every reference of a composed document what it shows. Pages are those of an earlier pass, and those that the
 * print has to show are added to `document.contents`. Throws AppError `reference-unresolved` where a reference leads to
 * nothing, or to what has no such number or text; and `limit-exceeded`.
 */
export function settleReferences(document: Document, settling: Settling): void {
  const { references, segments } = document;
  if (references.length === 0) return;
  const targets = new Targets(document, new Set(references.map(({ id }) => id)));
  if (!settling.isPart && !isProbing(segments)) refuseUnresolved(document, targets, settling);
  const values = new Values(document, targets, settling.pages);
  for (const [index, segment] of segments.entries()) {
    const fill = (html: string) => values.fill(html, index, escape);
    if (segment.kind === 'flow') for (const sheet of segment.sheets) changeSheet(sheet, fill);
    else if (segment.kind === 'complete') fillComplete(segment, fill);
  }
  document.headings.forEach((heading, at) => {
    const [text, plainText] = [heading.text, heading.plainText].map((one) => values.fill(one, null));
    document.headings[at] = { ...heading, text: text ?? '', plainText: plainText ?? '' };
  });
  notePages(document, targets);
}

/** True in the pass that finds the pages of positioned content, which is not composed yet. */
const isProbing = (segments: readonly Segment[]): boolean =>
  segments.some((segment) => segment.kind === 'flow' && segment.probes.length > 0);

/** The targets of the references of a document. */
class Targets {
  readonly #bySegment: readonly ReadonlyMap<string, string>[];
  readonly #read = new Map<string, Found>();

  constructor({ segments }: Document, ids: ReadonlySet<string>) {
    this.#bySegment = segments.map((segment) => {
      if (segment.kind === 'complete') return elementsById(segment.html.source, ids);
      if (segment.kind !== 'flow') return new Map<string, string>();
      const all = segment.sheets.flatMap(({ html }) => html.map((piece) => elementsById(piece, ids)));
      return new Map(all.toReversed().flatMap((found) => [...found]));
    });
  }

  /** The target of an id: in the given segment, else in the first one that has it; `null` = there is none. */
  find(id: string, from: number | null): Found | null {
    const own = from !== null && this.#bySegment[from]?.has(id) === true;
    const segment = own ? from : this.#bySegment.findIndex((one) => one.has(id));
    if (segment < 0) return null;
    const key = placeKey(segment, id);
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const found = { segment, target: targetOf(this.#bySegment[segment]?.get(id) ?? '') };
    this.#read.set(key, found);
    return found;
  }
}

/** What the references of a document show. */
class Values {
  readonly #references: readonly Reference[];
  readonly #targets: Targets;
  readonly #pages: Settling['pages'];
  readonly #texts = new Map<string, string>();
  readonly #open = new Set<string>();
  readonly #warnings: Document['warnings'];
  #shown = 0;

  constructor({ references, warnings }: Document, targets: Targets, pages: Settling['pages']) {
    this.#references = references;
    this.#warnings = warnings;
    this.#targets = targets;
    this.#pages = pages;
  }

  /** A text of a segment with the values of its references; `null` = of no segment in particular. */
  fill(text: string, segment: number | null, write: (value: string) => string = (value) => value): string {
    if (!text.includes('\ufdd0')) return text;
    return text.replace(marks, (mark, index: string) => {
      const reference = this.#references[Number(index)];
      if (reference === undefined) return mark;
      const value = this.#valueOf(reference, segment);
      this.#shown += value.length;
      if (this.#shown > maxShown)
        throw new AppError('limit-exceeded', `References show more than ${maxShown} characters in all.`);
      return write(value);
    });
  }

  #valueOf({ id, show }: Reference, segment: number | null): string {
    const found = this.#targets.find(id, segment);
    if (found === null) return unknownPage;
    const { number, text } = found.target;
    if (show === 'page') return this.#pages[placeKey(found.segment, id)] ?? unknownPage;
    return show === 'number' || (show === 'auto' && number !== '') ? number : this.#textOf(id, text, found.segment);
  }

  /** A text that has references itself. One that leads back to the text shows nothing in it. */
  #textOf(id: string, text: string, segment: number): string {
    if (!text.includes('\ufdd0')) return text;
    const key = placeKey(segment, id);
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    if (this.#open.has(key)) {
      const message = `The text of '${id}' shows itself: the reference inside of it shows nothing.`;
      this.#warnings.push({ code: 'reference-unstable', message });
      return '';
    }
    this.#open.add(key);
    const filled = this.fill(text, segment);
    this.#open.delete(key);
    this.#texts.set(key, filled);
    return filled;
  }
}

function refuseUnresolved({ references, segments }: Document, targets: Targets, { pointerOf }: Settling): void {
  const mistakes: Mistake[] = [];
  let known: ReadonlySet<string> | null = null;
  for (const reference of references) {
    const { id, show } = reference;
    const target = targets.find(id, null)?.target;
    const isMissing = target === undefined;
    if (!isMissing && (show === 'page' || (show === 'number' ? target.number : target.number + target.text) !== ''))
      continue;
    if (isMissing) known ??= idsOf(segments);
    mistakes.push({
      pointer: pointerOf(reference),
      message: isMissing
        ? `nothing in the document has the id '${id}'${didYouMean(id, known ?? [])}`
        : `what has the id '${id}' has no ${show === 'auto' ? 'number and no text' : show}, which the reference would show`,
    });
    if (mistakes.length >= maxMistakes) break;
  }
  const [first] = mistakes;
  if (first !== undefined)
    throw new AppError(
      'reference-unresolved',
      counted(mistakes, `A reference can not be resolved: ${first.message}.`, 'The document has', 'such references'),
      { errors: mistakes },
    );
}

/** Maximum number of mistakes that are listed. */
const maxMistakes = 100;
/** Maximum number of ids that are compared with a missing one. */
const maxCompared = 2000;

function idsOf(segments: readonly Segment[]): ReadonlySet<string> {
  const ids = segments.flatMap((segment) =>
    segment.kind === 'complete'
      ? [...segment.html.ids]
      : segment.kind === 'flow'
        ? segment.sheets.flatMap(({ html }) => html.flatMap(idsIn))
        : [],
  );
  return new Set(ids.filter((id) => !id.startsWith('colophon-')).slice(0, maxCompared));
}

function fillComplete({ html: { source }, edits }: CompleteSegment, fill: (html: string) => string): void {
  edits.forEach((edit, at) => (edits[at] = { ...edit, text: fill(edit.text) }));
  for (const { 0: mark, index } of source.matchAll(marks))
    edits.push({ start: index, end: index + mark.length, text: fill(mark) });
}

/** Makes the print show the pages of the targets whose pages are shown, each once. */
function notePages({ references, segments, contents }: Document, targets: Targets): void {
  const known = new Set(contents.map(({ id, segment }) => placeKey(segment, id)));
  for (const id of new Set(references.flatMap((reference) => (reference.show === 'page' ? reference.id : [])))) {
    for (const from of [null, ...segments.keys()]) {
      const found = targets.find(id, from);
      if (found === null || known.has(placeKey(found.segment, id))) continue;
      known.add(placeKey(found.segment, id));
      contents.push({ id, segment: found.segment });
      (segments[found.segment] as Content).anchors.push(id);
    }
  }
}
