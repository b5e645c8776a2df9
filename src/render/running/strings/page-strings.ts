import type { Inspection } from '../../../pdf/edit/inspect.ts';
import type { StringPlaceholder } from '../../model/types/page-string.ts';

/** A value that a string gets on a page of a print: the index of the page there. */
export interface PlacedString {
  readonly key: string;
  readonly value: string;
  readonly page: number;
  /** True where nothing is shown before it on its page; known where `start` is used. */
  readonly isFirst?: boolean;
}

/** The value of a string on a page of the document, `''` where it has none yet. */
export type StringOnPage = (placeholder: StringPlaceholder, page: number) => string;

/** The values of a string on one page. */
interface OnPage {
  /** The value at the start of the page. */
  readonly before: string;
  readonly first: string;
  /** The first value where it is set by the first content of the page, else the one before. */
  readonly start: string;
  readonly last: string;
  readonly isSet: boolean;
}

/** Pages of a part, and the strings that are set on them. */
interface StringPart {
  readonly pages: number;
  readonly strings: readonly PlacedString[];
}

/**
 * The strings of a document's pages. On a page that sets a string, `first` and `last` are the first and the last of its
 * values, and `first-except` is nothing; `start` is the first one where the page begins with it. Otherwise each is the
 * last value before.
 */
export function stringsOnPages(parts: readonly StringPart[]): StringOnPage {
  const all = parts.flatMap(({ strings, pages }, index) => {
    const before = parts.slice(0, index).reduce((sum, part) => sum + part.pages, 0);
    return strings.filter(({ page }) => page < pages).map((one) => ({ ...one, page: before + one.page }));
  });
  const byKey = Map.groupBy(all, ({ key }) => key);
  const known = new Map<string, readonly OnPage[]>();
  const count = parts.reduce((sum, { pages }) => sum + pages, 0);
  return ({ key, select }, page) => {
    const pages = known.get(key) ?? pagesOf(byKey.get(key) ?? [], count);
    known.set(key, pages);
    const on = pages[page];
    if (on === undefined) return '';
    if (!on.isSet) return on.before;
    return select === 'first-except' ? '' : on[select];
  };
}

function pagesOf(strings: readonly PlacedString[], count: number): OnPage[] {
  const byPage = Map.groupBy(strings, ({ page }) => page);
  let before = '';
  return Array.from({ length: count }, (_, page) => {
    const set = byPage.get(page) ?? [];
    const [first = '', last = ''] = [set[0]?.value, set.at(-1)?.value];
    const start = set[0]?.isFirst === true ? first : before;
    const on = { before, first, start, last, isSet: set.length > 0 };
    if (on.isSet) before = on.last;
    return on;
  });
}

/** The headings of a PDF that was not printed here: the entries of its outline. */
export const stringsOfOutline = ({ outline }: Inspection): PlacedString[] =>
  outline.map(({ title, level, page }) => ({ key: `heading:${level}`, value: title.trim(), page }));

/** The longest value of each string, by its key. */
export function longestStrings(parts: readonly StringPart[]): Map<string, string> {
  const longest = new Map<string, string>();
  for (const { key, value } of parts.flatMap(({ strings }) => strings))
    if (value.length > (longest.get(key)?.length ?? 0)) longest.set(key, value);
  return longest;
}
