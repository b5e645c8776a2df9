import { anySegment, type Listing } from '../../compose/contents.ts';
import { attribute } from '../../html/html.ts';
import type { Document } from '../../model/document.ts';
import type { CompleteSegment, FlowSegment, Sheet } from '../../model/segments.ts';
import { editPiece } from '../edit-piece.ts';
import { findMarks } from './find-marks.ts';
import { indexHtml, type IndexMark, type IndexOptions, type IndexPages } from './index-html.ts';

const place = /<nav class="index" data-place="([^"]*)"><\/nav>/g;

/** Placeholder of an index in the HTML of an operation; it is filled once everything is composed. */
export const indexPlace = (options: IndexOptions): string =>
  `<nav class="index" data-place="${Buffer.from(JSON.stringify(options), 'utf8').toString('base64url')}"></nav>`;

const optionsOf = (packed: string): IndexOptions =>
  JSON.parse(Buffer.from(packed, 'base64url').toString('utf8')) as IndexOptions;

/**
 * Fills the indexes of a document with its terms. The pages of the terms are those of an earlier pass, and the print has
 * to show them, so they are added to `document.contents`. In the first pass the numbers are meaningless.
 */
export function settleIndexes(document: Document, known: Omit<IndexPages, 'segment'>): void {
  if (!hasIndexPlace(document)) return;
  document.collects = true;
  const marks = document.segments.flatMap((segment, index): IndexMark[] => {
    if (segment.kind === 'flow') return marksOfFlow(document, segment, index);
    return segment.kind === 'complete' ? marksOfComplete(document, segment, index) : [];
  });
  document.hasIndex = marks.length > 0;
  const seen = new Set<string>();
  for (const { id, segment } of marks) {
    const content = document.segments[segment];
    const key = `${segment} ${id}`;
    if (seen.has(key) || !(content?.kind === 'flow' || content?.kind === 'complete')) continue;
    seen.add(key);
    document.contents.push({ id, segment });
    content.anchors.push(id);
  }
  fillIndexes(document, (segment) => ({ marks, known: { ...known, segment } }));
}

/** Fills the indexes of a stretch with the terms of its whole document. */
export function fillStretchIndexes(document: Document, { terms, pages, orders }: Listing): void {
  const marks = terms.map((term) => ({ ...term, segment: anySegment }));
  fillIndexes(document, () => ({ marks, known: { pages, orders, segment: anySegment } }));
}

const isPlace = (html: string) => html.includes('<nav class="index" data-place=');

const hasIndexPlace = ({ segments }: Document): boolean =>
  segments.some((segment) => segment.kind === 'flow' && segment.sheets.some(({ html }) => html.some(isPlace)));

/** Fills the indexes of a document, by the index of the segment of each. */
function fillIndexes(
  { segments }: Document,
  contentOf: (segment: number) => { readonly marks: readonly IndexMark[]; readonly known: IndexPages },
): void {
  for (const [index, segment] of segments.entries()) {
    if (segment.kind !== 'flow') continue;
    for (const { html } of segment.sheets)
      for (const [at, piece] of html.entries())
        if (isPlace(piece)) {
          const { marks, known } = contentOf(index);
          html[at] = piece.replace(place, (_, packed: string) => indexHtml(marks, optionsOf(packed), known));
        }
  }
}

function nextId(document: Document): string {
  document.counter += 1;
  return `colophon-index-${document.counter}`;
}

/** The terms of a segment; adds ids where there are none. */
function marksOfFlow(document: Document, { sheets }: FlowSegment, segment: number): IndexMark[] {
  return sheets.flatMap((sheet) =>
    sheet.html.flatMap((_, at) => identifyMarks(sheet, at, document).map(({ term, id }) => ({ term, id, segment }))),
  );
}

/** The terms of a piece of a sheet; adds ids where there are none. */
export function identifyMarks(
  sheet: Sheet,
  piece: number,
  document: Document,
): { readonly term: string; readonly id: string }[] {
  const found = findMarks(sheet.html[piece] ?? '').map((mark) => ({
    ...mark,
    given: mark.id,
    id: mark.id ?? nextId(document),
  }));
  const edits = found.flatMap(({ given, id, attributesAt }) =>
    given === undefined ? [{ start: attributesAt, end: attributesAt, text: attribute('id', id) }] : [],
  );
  editPiece(sheet, piece, edits);
  return found.map(({ term, id }) => ({ term, id }));
}

/** An id that an edit adds. */
const idIn = /^ id="([^"]*)"$/;

/** The terms of a complete document; adds ids where there are none. */
export function marksOfComplete(document: Document, { html, edits }: CompleteSegment, segment: number): IndexMark[] {
  // A heading that tables of contents list has its id already.
  const added = new Map(edits.map(({ start, text }) => [start, idIn.exec(text)?.[1]]));
  return html.indexMarks.map(({ term, id: own, attributesAt }) => {
    const given = own ?? added.get(attributesAt);
    const id = given ?? nextId(document);
    if (given === undefined) edits.push({ start: attributesAt, end: attributesAt, text: attribute('id', id) });
    return { term, id, segment };
  });
}
