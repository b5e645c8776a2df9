import { AppError } from '../../../problems.ts';
import { refsOf } from '../../copying/share-equal.ts';
import type { Report } from '../../facts/report.ts';
import type { Source } from '../../facts/source.ts';
import { Dict, type Obj, Ref, Stream } from '../../objects/objects.ts';
import type { Piece } from './piece.ts';

/** Answers the size of a part with these pages in bytes; `index` is its number among the parts. */
export type Measure = (pages: readonly number[], index: number) => number;

/** Approximate bytes of a dictionary, which is compressed with others. */
const bytesAnObject = 40;

/**
 * Parts with as many pages as fit into `maxBytes`. The size of each page is estimated by its new objects; then the part
 * is written and measured.
 */
export function piecesBySize(source: Source, maxBytes: number, report: Report, measure: Measure): Piece[] {
  if (maxBytes < 1) throw new AppError('invalid-request', '`maxBytes` must be at least 1.');
  const count = source.pages.length;
  const pieces: Piece[] = [];
  for (let first = 0; first < count;) {
    const fits = (pages: number) => measure(range(first, pages), pieces.length) <= maxBytes;
    let pages = estimate(source, first, maxBytes);
    let maxPages = count - first;
    if (fits(pages)) {
      for (let more = 1; pages < maxPages; more *= 2) {
        const next = Math.min(maxPages, pages + more);
        if (!fits(next)) {
          maxPages = next - 1;
          break;
        }
        pages = next;
      }
    } else {
      maxPages = pages - 1;
      pages = 0;
    }
    while (pages < maxPages) {
      const middle = Math.ceil((pages + maxPages) / 2);
      if (fits(middle)) pages = middle;
      else maxPages = middle - 1;
    }
    if (pages === 0) report.warn(`Page ${first + 1} alone takes more than ${maxBytes} bytes.`);
    pieces.push({ pages: range(first, Math.max(1, pages)), title: null });
    first += Math.max(1, pages);
  }
  return pieces;
}

function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** At least one page from `first`, and as many as probably fit. */
function estimate(source: Source, first: number, maxBytes: number): number {
  const seen = new Set<number>();
  let bytes = 1000;
  let pages = 0;
  for (let page = first; page < source.pages.length; page += 1) {
    bytes += weigh(source, page, seen);
    if (bytes > maxBytes && pages > 0) break;
    pages += 1;
  }
  return pages;
}

/** Bytes of objects that a page refers to, and no earlier page did. */
function weigh(source: Source, page: number, seen: Set<number>): number {
  const { dict, inherited } = source.pages[page] ?? {};
  const stack: Obj[] = [dict ?? null, inherited ?? null];
  let bytes = 0;
  while (stack.length > 0) {
    const obj = stack.pop() ?? null;
    bytes += obj instanceof Stream ? obj.stored.length + 2 * bytesAnObject : bytesAnObject;
    for (const ref of refsOf(obj)) {
      if (seen.has(ref.num) || source.isPlaced(ref.num)) continue;
      seen.add(ref.num);
      const value = source.file.resolve(new Ref(ref.num));
      if (!(value instanceof Dict && value.has('Kids'))) stack.push(value);
    }
  }
  return bytes;
}
