import { otherPart } from '../../compose/contents.ts';
import { attribute, escape } from '../../html/html.ts';
import { placeKey } from '../../model/document.ts';
import { entriesOfMarks, orderOf, type Entry, type Order } from './index-terms.ts';

/** The look of an index, and the language of its order. */
export interface IndexOptions {
  readonly title: string;
  readonly columns: number;
  /** True where letters stand above the entries. */
  readonly letters: boolean;
  readonly lang: string;
}

/** A place of a term. */
export interface IndexMark {
  readonly term: string;
  readonly id: string;
  /** Index of the segment that it is in. */
  readonly segment: number;
}

/** What is known of the pages of marks. */
export interface IndexPages {
  /** Page numbers of an earlier pass, see `placeKey`. */
  readonly pages: Readonly<Record<string, string>>;
  /** Numbers by which pages that follow each other are found, see `pageOrders`; `null` in the first pass. */
  readonly orders: Readonly<Record<string, number>> | null;
  /** Index of the segment in which the index stands. */
  readonly segment: number;
}

/** Stands for a page number in the first pass. */
const unknownPage = '88';

/** An entry with a page that it stands on. */
interface Page {
  readonly text: string;
  readonly order: number;
  readonly href: string;
}

/** The HTML of an index. Terms that are on no page are left out. */
export function indexHtml(
  marks: readonly IndexMark[],
  { title, columns, letters, lang }: IndexOptions,
  known: IndexPages,
): string {
  const order = orderOf(lang);
  const entries = sorted(entriesOfMarks(marks), order)
    .map((entry) => ({ letter: letters ? order.letterOf(entry.text) : '', html: entryHtml(entry, order, known) }))
    .filter(({ html }) => html !== '');
  const groups: { readonly letter: string; html: string }[] = [];
  for (const { letter, html } of entries) {
    const last = groups.at(-1);
    if (last?.letter === letter) last.html += html;
    else groups.push({ letter, html });
  }
  return (
    '<nav class="index">' +
    (title === '' ? '' : `<p class="index-title">${escape(title)}</p>`) +
    (groups.length === 0
      ? ''
      : `<div class="index-columns"${attribute('data-columns', columns)}>${groups.map(groupHtml).join('')}</div>`) +
    '</nav>'
  );
}

const groupHtml = ({ letter, html }: { readonly letter: string; readonly html: string }): string =>
  '<div class="index-group">' +
  `${letter === '' ? '' : `<p class="index-letter">${escape(letter)}</p>`}<ul>${html}</ul></div>`;

const sorted = (entries: ReadonlyMap<string, Entry<IndexMark>>, { compare }: Order): Entry<IndexMark>[] =>
  [...entries.values()].sort((one, other) => compare(one.text, other.text));

/** An entry with those below it; `''` where none of them is on a page. */
function entryHtml(entry: Entry<IndexMark>, order: Order, known: IndexPages): string {
  const pages = pagesOf(entry.marks, known);
  const below = sorted(entry.below, order)
    .map((one) => entryHtml(one, order, known))
    .join('');
  if (pages.length === 0 && below === '') return '';
  const numbers = rangesOf(pages).map(rangeHtml).join(', ');
  return (
    `<li><span class="index-term">${escape(entry.text)}</span>` +
    (numbers === '' ? '' : ` <span class="index-pages">${numbers}</span>`) +
    `${below === '' ? '' : `<ul>${below}</ul>`}</li>`
  );
}

/** The pages of marks, each once, in order. */
function pagesOf(marks: readonly IndexMark[], { pages, orders, segment: own }: IndexPages): Page[] {
  const found = new Map<number, Page>();
  for (const { id, segment } of marks) {
    const key = placeKey(segment, id);
    const text = orders === null ? unknownPage : (pages[key] ?? '');
    const order = orders === null ? found.size * 2 : (orders[key] ?? 0);
    if (text !== '' && !found.has(order))
      found.set(order, { text, order, href: `${segment === own ? '' : otherPart}#${id}` });
  }
  return [...found.values()].sort((one, other) => one.order - other.order);
}

/** The first and the last page of each range of pages that follow each other. */
function rangesOf(pages: readonly Page[]): [first: Page, last: Page][] {
  const ranges: [Page, Page][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last?.[1].order === page.order - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges;
}

const rangeHtml = ([first, last]: [Page, Page]): string =>
  first === last ? linkHtml(first) : `${linkHtml(first)}\u2013${linkHtml(last)}`;

const linkHtml = ({ href, text }: Page): string => `<a${attribute('href', href)}>${escape(text)}</a>`;
