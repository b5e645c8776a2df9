import { AppError } from '../problems.ts';
import { checked, type Report } from './fields.ts';

/** One end of a range: a page number, or a page counted from the end (`fromEnd` 1 = the last). */
type End = { readonly page: number } | { readonly fromEnd: number };

/** One item of a page range. `last` is `null` where the end is open (`10-`). */
type Item =
  { readonly kind: 'odd' | 'even' } | { readonly kind: 'pages'; readonly first: End; readonly last: End | null };

/** A parsed page range. */
export type PageRange = readonly Item[];

const item = /^(?:(odd|even)|(last|-?[1-9]\d{0,8})(?:(-)(last|-?[1-9]\d{0,8})?)?)$/;

const end = (text: string): End =>
  text === 'last' ? { fromEnd: 1 } : text.startsWith('-') ? { fromEnd: Number(text.slice(1)) } : { page: Number(text) };

/** True when the two ends are in the wrong order in any document. */
function reversed(first: End, last: End): boolean {
  if ('page' in first && 'page' in last) return first.page > last.page;
  if ('fromEnd' in first && 'fromEnd' in last) return first.fromEnd < last.fromEnd;
  return false;
}

function parseItem(text: string): Item | string {
  const match = item.exec(text);
  if (!match)
    return (
      `has the item '${text}', which is no page or range of pages. Use for example '1-3,7,10-', 'last', '-1', ` +
      `'odd' or 'even'`
    );
  const [, parity, from, dash, to] = match;
  if (parity === 'odd' || parity === 'even') return { kind: parity };
  const first = end(from ?? '');
  if (dash === undefined) return { kind: 'pages', first, last: first };
  if (to === undefined) return { kind: 'pages', first, last: null };
  const last = end(to);
  if (reversed(first, last)) return `'${text}' is reversed. Use first-last, for example '${to}-${from ?? ''}'`;
  return { kind: 'pages', first, last };
}

/** The range, or the end of a sentence about the mistake in it. */
function read(text: string): PageRange | string {
  const items: Item[] = [];
  for (const part of text.split(',')) {
    const parsed = parseItem(part.trim());
    if (typeof parsed === 'string') return parsed;
    items.push(parsed);
  }
  return items;
}

/** The range of a text. Throws AppError `invalid-request`. */
export function parseRange(text: string): PageRange {
  const range = read(text);
  if (typeof range === 'string') throw new AppError('invalid-request', `The page range ${range}.`);
  return range;
}

/**
 * The 1-based pages of a document of `count` pages, in the order of the range; repeats stay. An open end stops at the
 * last page. Throws AppError `page-out-of-range` for a page that does not exist.
 */
export function pagesOf(range: PageRange, count: number): number[] {
  const pages: number[] = [];
  const resolve = (at: End) => {
    const page = 'page' in at ? at.page : count + 1 - at.fromEnd;
    if (page < 1 || page > count)
      throw new AppError(
        'page-out-of-range',
        `The page range names page ${'page' in at ? at.page : `-${at.fromEnd}`}; the document has ${count}.`,
      );
    return page;
  };
  for (const one of range) {
    if (one.kind === 'pages') {
      const first = resolve(one.first);
      const last = one.last === null ? count : resolve(one.last);
      if (first > last)
        throw new AppError(
          'page-out-of-range',
          `The page range runs backwards from page ${first} to ${last} in this document of ${count} pages.`,
        );
      for (let page = first; page <= last; page += 1) pages.push(page);
    } else {
      for (let page = one.kind === 'odd' ? 1 : 2; page <= count; page += 2) pages.push(page);
    }
  }
  return pages;
}

/** Characters: a list of a thousand pages fits. */
const maxRangeLength = 10_000;

/** A page range in a request. */
export function pageRange() {
  return checked({
    jsonSchema: {
      type: 'string',
      maxLength: maxRangeLength,
      pattern: `^\\s*${item.source.slice(1, -1)}\\s*(,\\s*${item.source.slice(1, -1)}\\s*)*$`,
      description:
        "1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved.",
      examples: ['1-'],
    },
    check(value: unknown, report: Report) {
      const range =
        typeof value !== 'string'
          ? 'must be a string'
          : value.length > maxRangeLength
            ? `is longer than ${maxRangeLength} characters`
            : read(value);
      if (typeof range === 'string') report([], range);
    },
  });
}
