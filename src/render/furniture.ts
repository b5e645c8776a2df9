import { furniturePages, type Document, type Furniture, type FurniturePages, type Margins, type PageSetup, type Texts } from './document.ts';
import { exactlyOne, joi } from './fields.ts';
import { escape } from './html.ts';
import { length, points, type Length } from './length.ts';
import { normalizeHtml } from './normalize-html.ts';

/** The fields of `set_header`, `set_footer`, `document.header` and `document.footer`. */
export interface FurnitureOptions {
  readonly html?: string;
  readonly text?: string;
  readonly left?: string;
  readonly center?: string;
  readonly right?: string;
  readonly on?: FurniturePages;
  readonly height?: Length;
}

const words = 'Placeholders: {page} {pages} {section} {title} {date}.';

export const furnitureSchema = exactlyOne(
  joi.object({
    html: joi.string().max(1_000_000).description(`HTML. ${words}`),
    text: joi.string().max(2000).description(`One text, centred. ${words}`),
    left: joi.string().allow('').max(2000),
    center: joi.string().allow('').max(2000),
    right: joi.string().allow('').max(2000),
    on: joi.string().valid(...furniturePages).description('The pages that it stands on: `all` unless said otherwise. `first` wins over `odd` and `even`, these over `not-first` and `all`.'),
    height: length().description('Room for it; the page margin grows to this where it is smaller.'),
  }),
  ['html'],
  ['text'],
  ['left', 'center', 'right'],
);

export function furnitureOf(edge: Furniture['edge'], options: FurnitureOptions): Furniture {
  const { html, text, left = '', center = text ?? '', right = '' } = options;
  return {
    edge,
    on: options.on ?? 'all',
    content: html === undefined ? { left, center, right } : { html: normalizeHtml(html, { scripts: 'off' }).html },
    height: options.height === undefined ? null : points(options.height),
  };
}

/** The kinds of `on` that speak for a page, the one that wins first. */
function speaksFor(page: number): readonly FurniturePages[] {
  const parity = page % 2 === 1 ? 'odd' : 'even';
  return page === 1 ? ['first', parity, 'all'] : [parity, 'not-first', 'all'];
}

/** The header or footer of a 1-based page, or `undefined`. */
export function furnitureOn(document: Document, edge: Furniture['edge'], page: number): Furniture | undefined {
  for (const on of speaksFor(page)) {
    const found = document.furniture.findLast((one) => one.edge === edge && one.on === on);
    if (found) return found;
  }
  return undefined;
}

/** The document's first page, or any other: a letterhead that stands on the first alone leaves the others their room. */
export type PagePlace = 'first' | 'later';

/** The margins of a kind of page, grown to the height that its headers and footers ask for, or were measured to need. */
export function marginsOf(document: Document, setup: PageSetup, place: PagePlace = 'later'): Margins {
  const pages = document.singlePage || place === 'first' ? [1] : [2, 3]; // 2 and 3 speak for all even and odd ones
  const room = (edge: Furniture['edge'], margin: number) => Math.max(margin, ...pages.map((page) => furnitureOn(document, edge, page)?.height ?? 0));
  return { ...setup.margin, top: room('header', setup.margin.top), bottom: room('footer', setup.margin.bottom) };
}

/** Fills in the heights that were measured, by their places in `document.furniture`. */
export function takeHeights(document: Document, heights: readonly (number | null)[]): void {
  document.furniture.forEach((one, index) => {
    document.furniture[index] = { ...one, height: one.height ?? heights[index] ?? null };
  });
}

/** True when CSS margin boxes can not print the headers and footers: HTML, {section}, or numbers that go on over remote pages. */
export function needsOverlay(document: Document): boolean {
  if (document.furniture.length === 0) return false;
  const beyondCss = ({ content }: Furniture) => 'html' in content || (content.left + content.center + content.right).includes('{section}');
  return document.segments.length > 1 || document.furniture.some(beyondCss);
}

const placeholder = /\{(pages?|section|title|date)\}/;

/** A text as the value of CSS `content`, page numbers as counters. */
function contentCss(text: string, document: Document, date: string): string {
  const values: Record<string, string> = { title: document.metadata.title ?? '', date };
  const parts = text.split(placeholder).map((part, index) => {
    if (index % 2 === 1 && (part === 'page' || part === 'pages')) return `counter(${part})`;
    const value = index % 2 === 1 ? (values[part] ?? '') : part;
    return value === '' ? '' : `"${value.replace(/["\\<]|[\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
  });
  return parts.filter((part) => part !== '').join(' ') || '""';
}

/** What margin boxes and printed furniture share. */
const look = 'font:400 8pt/1.35 var(--sans,sans-serif);text-rendering:geometricPrecision;color:#59616f;white-space:pre-line';

function marginBoxes(document: Document, edge: Furniture['edge'], page: number, date: string): string {
  const content = furnitureOn(document, edge, page)?.content;
  if (!content || 'html' in content) return '';
  const side = edge === 'header' ? 'top' : 'bottom';
  return (['left', 'center', 'right'] as const).map((at) => (content[at] === '' ? '' : `@${side}-${at}{content:${contentCss(content[at], document, date)};${look};text-align:${at}}`)).join('');
}

/** The margin boxes of all pages as CSS: page 1, and odd and even ones, which are `:right` and `:left` unless the document runs from right to left. */
export function furnitureCss(document: Document, date: string, rightToLeft: boolean): string {
  const [odd, even] = rightToLeft ? [':left', ':right'] : [':right', ':left'];
  const kinds: [string, number][] = [[odd, 3], [even, 2], [':first', 1]];
  return kinds.map(([selector, page]) => {
    const boxes = (['header', 'footer'] as const).map((edge) => marginBoxes(document, edge, page, date) || nothing(edge)).join('');
    return `@page ${selector}{${boxes}}`;
  }).join('\n');
}

/** Boxes that stay empty although a rule for more pages fills them. */
function nothing(edge: Furniture['edge']): string {
  const side = edge === 'header' ? 'top' : 'bottom';
  return ['left', 'center', 'right'].map((at) => `@${side}-${at}{content:none}`).join('');
}

/** One finished page, for furniture that is printed by itself. */
export interface FurniturePlace {
  /** 1-based. */
  readonly page: number;
  readonly pages: number;
  /** Text of the heading that the page is under, or ''. */
  readonly section: string;
  /** As it is to be read. */
  readonly date: string;
  readonly setup: PageSetup;
}

const textsHtml = (texts: Texts) => `<div class="texts"><div>${escape(texts.left)}</div><div>${escape(texts.center)}</div><div>${escape(texts.right)}</div></div>`;

function filled(html: string, document: Document, place: FurniturePlace): string {
  const values: Record<string, string> = { page: String(place.page), pages: String(place.pages), section: place.section, title: document.metadata.title ?? '', date: place.date };
  return html.replace(new RegExp(placeholder, 'g'), (_, name: string) => escape(values[name] ?? ''));
}

/** A header or footer as HTML, as wide as the content of its page; `at` says in CSS where it stands. */
export function bandHtml(document: Document, { edge, content }: Furniture, place: FurniturePlace, at: string): string {
  const { left, right } = place.setup.margin;
  const inner = 'html' in content ? content.html : textsHtml(content);
  return `<div class="band ${edge}" style="left:${left}pt;right:${right}pt;${at}"><div>${filled(inner, document, place)}</div></div>`;
}

/** The header or footer of one page in its margin, as HTML that is exactly as large as the page; `null` where it has none. */
export function furnitureHtml(document: Document, edge: Furniture['edge'], place: FurniturePlace): string | null {
  const found = furnitureOn(document, edge, place.page);
  if (!found) return null;
  const { setup } = place;
  const margin = marginsOf(document, setup, place.page === 1 ? 'first' : 'later');
  const at = edge === 'header' ? `top:0;height:${margin.top}pt` : `bottom:0;height:${margin.bottom}pt`;
  return `<div class="furniture html" style="width:${setup.width}pt;height:${setup.height}pt">${bandHtml(document, found, place, at)}</div>`;
}

/** The CSS that `furnitureHtml` needs beside the document's own. */
export const furnitureStyle = `.furniture{position:relative;overflow:hidden}.band{position:absolute;overflow:clip;display:grid;align-items:center;${look}}.band>div{min-width:0}.texts{display:grid;direction:ltr;grid-template-columns:1fr 1fr 1fr;gap:8pt;text-align:left}.texts>*{unicode-bidi:plaintext}.texts>:nth-child(2){text-align:center}.texts>:nth-child(3){text-align:right}`;
