import { labelText } from '../../pdf/facts/page-labels.ts';
import type { PageLabel } from '../../pdf/edit/label-pages.ts';
import type { Document } from '../model/document.ts';
import type { FlowSegment, Sheet } from '../model/segments.ts';
import { anchorHtml, sheetId } from '../plan/sheets.ts';
import { pageStyles, type NumberedFrom, type PageNumbersOptions } from './page-numbers-options.ts';

/** A printed or taken part of a document, as far as its pages are counted. */
interface CountedPart {
  readonly segment: number;
  readonly pages: number;
  readonly places: { readonly destinations: Readonly<Record<string, number>> } | null;
}

const isAnchor = (piece: string): boolean => piece === anchorHtml(/ id="([^"]*)"/.exec(piece)?.[1] ?? '');

/** True for a sheet without content: its page has just begun. */
const isFresh = ({ html }: Sheet): boolean => html.every(isAnchor);

/** Begins page numbers anew on the next page, which is a new one unless a page has just begun. */
export function beginPageNumbers(document: Document, options: PageNumbersOptions, pointer: string): void {
  const { style, start = 1, prefix = '' } = options;
  const segment = document.segments.length - 1;
  const last = document.segments[segment];
  const open = last?.kind === 'flow' ? last.sheets.at(-1) : undefined;
  let sheet = last?.kind === 'flow' ? last.sheets.length : 0;
  if (open !== undefined && document.openPage === null) {
    if (isFresh(open)) sheet -= 1;
    else document.openPage = open.page;
  }
  document.pageNumbers.push({ style, start, prefix, segment, sheet, pointer });
}

/**
 * Finds the sheets and segments with which page numbers begin anew. The start of such a sheet becomes an anchor, so that
 * the print shows its page.
 */
export function settlePageNumbers(document: Document): void {
  for (const { segment, sheet, pointer, ...options } of document.pageNumbers) {
    const own = document.segments[segment];
    const found = own?.kind === 'flow' ? own.sheets[sheet] : undefined;
    if (own?.kind === 'flow' && found !== undefined && !(document.singlePage && sheet > 0))
      document.numberedFrom.push({ ...options, segment, id: anchored(document, own, found) });
    else if (found === undefined && segment + 1 < document.segments.length)
      document.numberedFrom.push({ ...options, segment: segment + 1, id: null });
    else
      document.warnings.push({
        code: 'numbering-ignored',
        message: 'No page follows, so the page numbers have no effect.',
        pointer,
      });
  }
}

function anchored(document: Document, segment: FlowSegment, sheet: Sheet): string {
  const id = sheetId(document, segment, sheet);
  if (!segment.anchors.includes(id)) segment.anchors.push(id);
  return id;
}

/** The label of each page of the whole document; `null` where it sets no page numbers. */
export function pageLabels({ numberedFrom }: Pick<Document, 'numberedFrom'>, parts: readonly CountedPart[]) {
  if (numberedFrom.length === 0) return null;
  const count = parts.reduce((sum, { pages }) => sum + pages, 0);
  const starts = numberedFrom.map((one) => ({ ...one, page: pageOf(one, parts) }));
  return Array.from({ length: count }, (_, page): PageLabel => {
    const from = starts.findLast((start) => start.page <= page);
    if (from === undefined) return { style: 'D', prefix: '', number: page + 1 };
    return { style: pageStyles[from.style], prefix: from.prefix, number: from.start + page - from.page };
  });
}

/** Index of the page in the whole document. */
function pageOf({ segment, id }: NumberedFrom, parts: readonly CountedPart[]): number {
  let before = 0;
  for (const part of parts) {
    const page = id === null ? 0 : part.places?.destinations[id];
    if (part.segment === segment && page !== undefined) return before + page;
    before += part.pages;
  }
  return Infinity;
}

/** A page label as readers see it. */
export const pageLabelText = ({ style, prefix, number }: PageLabel): string =>
  prefix + labelText({ style, prefix: null, number });

/** The number of every page as headers, footers and tables of contents show it. */
export function pageTexts(document: Pick<Document, 'numberedFrom'>, parts: readonly CountedPart[]): string[] {
  const labels = pageLabels(document, parts);
  if (labels !== null) return labels.map(pageLabelText);
  const count = parts.reduce((sum, { pages }) => sum + pages, 0);
  return Array.from({ length: count }, (_, page) => String(page + 1));
}

/** The longest page number to expect, for measurements. */
export function longestPageText({ numberedFrom }: Pick<Document, 'numberedFrom'>): string {
  const texts = numberedFrom.map(({ prefix, style }) => prefix + (/roman/i.test(style) ? 'mdccclxxxviii' : '1000'));
  return ['1000', ...texts].reduce((longest, text) => (text.length > longest.length ? text : longest));
}
