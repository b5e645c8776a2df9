import type { Piece } from './piece.ts';
import { AppError } from '../../../problems.ts';
import type { Report } from '../../facts/report.ts';
import type { Source } from '../../facts/source.ts';
import { isBlank } from './blank.ts';
import { piecesBySize, type Measure } from './by-size.ts';

/** The rule for dividing a document. */
export type SplitBy =
  /** One part for each range: answers the 1-based pages of a document of `count` pages. */
  | { readonly ranges: readonly ((count: number) => readonly number[])[] }
  | { readonly every: number }
  /** Each outline item of this level (1 is the outermost) or above begins a part. */
  | { readonly atBookmarks: number }
  | { readonly maxBytes: number }
  /** Blank pages separate parts, and are dropped. */
  | { readonly atBlankPages: true }
  /** Each page with the text begins a part. `textOf` answers the text of a 1-based page. */
  | { readonly atText: string; readonly textOf: (page: number) => string };

/** The parts of a document, at least one. `measure` writes pages and answers their size in bytes. */
export function piecesOf(source: Source, by: SplitBy, report: Report, measure: Measure): Piece[] {
  const titles = titlesOf(source, Infinity);
  return divided(source, by, report, measure).map(({ pages, title }) => {
    const [first = 0] = pages;
    return { pages, title: title ?? titles.get(first) ?? null };
  });
}

function divided(source: Source, by: SplitBy, report: Report, measure: Measure): Piece[] {
  if ('ranges' in by) return by.ranges.map((range, index) => pieceOfRange(range(source.pages.length), index));
  if ('every' in by) return cut(source, (page) => page % Math.max(1, Math.floor(by.every)) === 0);
  if ('maxBytes' in by) return piecesBySize(source, by.maxBytes, report, measure);
  if ('atBlankPages' in by) return betweenBlanks(source, report);
  if ('atBookmarks' in by) return atBookmarks(source, by.atBookmarks, report);
  const needle = plain(by.atText);
  if (needle === '')
    throw new AppError('invalid-request', '`atText` is empty. Give the text that the first page of each part holds.');
  const found = source.pages.map((_, page) => plain(by.textOf(page + 1)).includes(needle));
  if (!found.includes(true)) report.warn('No page holds the text, so there is one part.');
  return cut(source, (page) => found[page] ?? false);
}

function pieceOfRange(pages: readonly number[], index: number): Piece {
  if (pages.length === 0) throw new AppError('page-out-of-range', `Range ${index + 1} names no page of the document.`);
  return { pages: pages.map((page) => page - 1), title: null };
}

/** Text without line breaks. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

/** A part begins at the first page, and at each page for which `begins` is true. */
function cut(
  source: Source,
  begins: (page: number) => boolean,
  titleAt: (page: number) => string | null = () => null,
): Piece[] {
  const pieces: { pages: number[]; title: string | null }[] = [];
  source.pages.forEach((_, page) => {
    if (page === 0 || begins(page)) pieces.push({ pages: [], title: titleAt(page) });
    pieces.at(-1)?.pages.push(page);
  });
  if (pieces.length === 0) throw new AppError('invalid-pdf', 'The document has no pages.');
  return pieces;
}

function atBookmarks(source: Source, level: number, report: Report): Piece[] {
  const titles = titlesOf(source, level);
  if (titles.size === 0)
    report.warn(`The outline has no item of level ${level} that leads to a page, so there is one part.`);
  return cut(
    source,
    (page) => titles.has(page),
    (page) => titles.get(page) ?? null,
  );
}

/** The title of the first outline item up to a level that leads to a page, by page. */
function titlesOf(source: Source, level: number): Map<number, string> {
  const titles = new Map<number, string>();
  for (const item of source.outline)
    if (item.level <= level && item.page !== null && !titles.has(item.page)) titles.set(item.page, item.title);
  return titles;
}

function betweenBlanks(source: Source, report: Report): Piece[] {
  const pieces: { pages: number[]; title: null }[] = [];
  let open = false;
  let blanks = 0;
  source.pages.forEach((_, page) => {
    const blank = isBlank(source, page);
    if (blank) blanks += 1;
    else if (open) pieces.at(-1)?.pages.push(page);
    else pieces.push({ pages: [page], title: null });
    open = !blank;
  });
  if (pieces.length === 0) return cut(source, () => false);
  report.drop(1, 'blank page', 'it separates parts', blanks);
  if (blanks === 0) report.warn('No page is blank, so there is one part.');
  return pieces;
}
