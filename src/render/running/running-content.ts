import { furniturePages, type Document, type Furniture, type FurniturePages, type Texts } from '../model/document.ts';
import { type Margins, type PageSetup } from '../model/types/page-geometry.ts';
import { exactlyOne, joi } from '../../input/fields.ts';
import { escape } from '../html/html.ts';
import { length, points, type Length } from '../../input/length.ts';
import { normalizeHtml } from '../html/normalize-html.ts';
import { textWidth } from '../html/text-width.ts';

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

const words = 'Placeholders: {page} {pages} {section} {title} {date}. Empty: none.';

export const furnitureSchema = exactlyOne(
  joi.object({
    html: joi.string().allow('').max(1_000_000).description(`HTML. ${words}`),
    text: joi.string().allow('').max(2000).description(`One text, centred. ${words}`),
    left: joi.string().allow('').max(2000),
    center: joi.string().allow('').max(2000),
    right: joi.string().allow('').max(2000),
    on: joi
      .string()
      .valid(...furniturePages)
      .description(
        'The pages that it stands on: `all` unless said otherwise. `first` (the first page of the document, or ' +
          'of those that follow the last `add_page`) wins over `odd` and `even`, these over `not-first` and ' +
          '`all`.',
      ),
    height: length().description('Room for it; the page margin grows to this where it is smaller.'),
  }),
  ['html'],
  ['text'],
  ['left', 'center', 'right'],
);

/** `chapter` is the one from which on it stands. */
export function furnitureOf(edge: Furniture['edge'], options: FurnitureOptions, chapter: number): Furniture {
  const { html, text, left = '', center = text ?? '', right = '' } = options;
  return {
    edge,
    on: options.on ?? 'all',
    content:
      html === undefined || html.trim() === ''
        ? { left, center, right }
        : { html: normalizeHtml(html, { scripts: 'off' }).html },
    height: options.height === undefined ? null : points(options.height),
    chapter,
  };
}

/** A page as headers and footers know it. */
export interface PageSpot {
  /** 1-based. */
  readonly page: number;
  readonly chapter: number;
  /** True for the first page of the chapter. */
  readonly begins: boolean;
}

/** The kinds of `on` by which furniture of a chapter speaks for a page, the one that wins first. */
function speaksFor({ page, chapter, begins }: PageSpot, own: number): readonly FurniturePages[] {
  const parity = page % 2 === 1 ? 'odd' : 'even';
  const first = own === 0 ? page === 1 : begins && chapter === own;
  return first ? ['first', parity, 'all'] : [parity, 'not-first', 'all'];
}

const isEmpty = ({ content }: Furniture) =>
  !('html' in content) && content.left + content.center + content.right === '';

/** The header or footer of a page, or `undefined`: what its chapter says of it, else the nearest one before. */
export function furnitureOn({ furniture }: Document, edge: Furniture['edge'], spot: PageSpot): Furniture | undefined {
  const chapters = [
    ...new Set(
      furniture.filter((one) => one.edge === edge && one.chapter <= spot.chapter).map(({ chapter }) => chapter),
    ),
  ].sort((a, b) => b - a);
  for (const chapter of chapters) {
    for (const on of speaksFor(spot, chapter)) {
      const found = furniture.findLast((one) => one.edge === edge && one.on === on && one.chapter === chapter);
      if (found) return isEmpty(found) ? undefined : found;
    }
  }
  return undefined;
}

/**
 * The document's first page, or any other: a letterhead that stands on the first alone leaves the others their room.
 */
export type PagePlace = 'first' | 'later';

/**
 * Pages that speak for all of a kind: an odd one, an even one, and the first of its chapter, which shares the margins
 * of the chapter's others.
 */
export function spotsOf({ chapter }: PageSetup, place: PagePlace): PageSpot[] {
  if (place === 'first') return [{ page: 1, chapter, begins: true }];
  return [2, 3].flatMap((page) =>
    (chapter === 0 ? [false] : [false, true]).map((begins) => ({ page, chapter, begins })),
  );
}

/**
 * The margins of a kind of page, grown to the height that its headers and footers ask for, or were measured to need.
 */
export function marginsOf(document: Document, setup: PageSetup, place: PagePlace = 'later'): Margins {
  const spots = spotsOf(setup, document.singlePage ? 'first' : place);
  const room = (edge: Furniture['edge'], margin: number) =>
    Math.max(margin, ...spots.map((spot) => furnitureOn(document, edge, spot)?.height ?? 0));
  return { ...setup.margin, top: room('header', setup.margin.top), bottom: room('footer', setup.margin.bottom) };
}

/** Fills in the heights that were measured, by their places in `document.furniture`. */
export function takeHeights(document: Document, heights: readonly (number | null)[]): void {
  document.furniture.forEach((one, index) => {
    document.furniture[index] = { ...one, height: one.height ?? heights[index] ?? null };
  });
}

/**
 * True when CSS margin boxes can not print the headers and footers: HTML, {section}, the first page of a chapter,
 * numbers that go on over parts and remote pages, or a complete HTML document, whose `@page` rules are its own.
 */
export function needsOverlay(document: Document): boolean {
  if (document.furniture.every(isEmpty)) return false;
  const beyondCss = ({ content, chapter, on }: Furniture) =>
    'html' in content ||
    (content.left + content.center + content.right).includes('{section}') ||
    (chapter > 0 && (on === 'first' || on === 'not-first'));
  return (
    document.inParts ||
    document.segments.length > 1 ||
    document.segments[0]?.kind === 'complete' ||
    document.furniture.some(beyondCss)
  );
}

/** What headers and footers may have in braces. */
export const placeholders = ['page', 'pages', 'section', 'title', 'date'] as const;
const placeholder = /\{(pages?|section|title|date)\}/;

/** A text as the value of CSS `content`, page numbers as counters. */
function contentCss(text: string, document: Document, date: string): string {
  const values: Record<string, string> = { title: document.metadata.title ?? '', date };
  const parts = text.split(placeholder).map((part, index) => {
    if (index % 2 === 1 && (part === 'page' || part === 'pages')) return `counter(${part})`;
    const value = index % 2 === 1 ? (values[part] ?? '') : part;
    return value === ''
      ? ''
      : `"${value.replace(/["\\<]|[\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
  });
  return parts.filter((part) => part !== '').join(' ') || '""';
}

/** What margin boxes and printed furniture share. */
const typeSize = 8;
const look =
  `font:400 ${typeSize}pt/1.35 ` +
  'var(--sans,sans-serif);text-rendering:geometricPrecision;color:#59616f;white-space:pre-line';

function marginBoxes(document: Document, edge: Furniture['edge'], spot: PageSpot, date: string): string {
  const content = furnitureOn(document, edge, spot)?.content;
  if (!content || 'html' in content) return '';
  const side = edge === 'header' ? 'top' : 'bottom';
  return (['left', 'center', 'right'] as const)
    .map((at) =>
      content[at] === ''
        ? ''
        : `@${side}-${at}{content:${contentCss(content[at], document, date)};${look};text-align:${at}}`,
    )
    .join('');
}

/**
 * The margin boxes of all pages as CSS: page 1, and odd and even ones, which are `:right` and `:left` unless the
 * document runs from right to left.
 */
export function furnitureCss(document: Document, date: string, rightToLeft: boolean): string {
  const [odd, even] = rightToLeft ? [':left', ':right'] : [':right', ':left'];
  const selectors: [string, number][] = [
    [odd, 3],
    [even, 2],
    [':first', 1],
  ];
  const kinds = Object.entries(document.pages).flatMap(([name, { chapter }]) =>
    chapter === 0 ? [] : [{ name, chapter }],
  );
  return [{ name: '', chapter: 0 }, ...kinds]
    .flatMap(({ name, chapter }) =>
      selectors.map(([selector, page]) => {
        const boxes = (['header', 'footer'] as const)
          .map((edge) => marginBoxes(document, edge, { page, chapter, begins: page === 1 }, date) || nothing(edge))
          .join('');
        return `@page ${name}${selector}{${boxes}}`;
      }),
    )
    .join('\n');
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
  /** True for the first page of its chapter. */
  readonly begins: boolean;
}

/** Without a text in the middle, those at the sides share the width as they need it. */
const textsHtml = ({ left, center, right }: Texts) =>
  '<div ' +
  (`class="${center === '' ? 'texts two' : 'texts'}"><div>${escape(left)}</div>` +
    `${center === '' ? '' : `<div>${escape(center)}</div>`}<div>${escape(right)}</div></div>`);

/** Fills the placeholders of a text with what `write` makes of their values. */
function filled(
  text: string,
  document: Document,
  place: Omit<FurniturePlace, 'setup' | 'begins'>,
  write: (value: string) => string,
): string {
  const values: Record<string, string> = {
    page: String(place.page),
    pages: String(place.pages),
    section: place.section,
    title: document.metadata.title ?? '',
    date: place.date,
  };
  return text.replace(new RegExp(placeholder, 'g'), (_, name: string) => write(values[name] ?? ''));
}

/** True where texts surely stand on one line of that many points, side by side. */
export function fitsOneLine(
  document: Document,
  texts: Texts,
  place: Omit<FurniturePlace, 'setup' | 'begins'>,
  width: number,
): boolean {
  const [left = 0, center = 0, right = 0] = [texts.left, texts.center, texts.right].map((text) =>
    textWidth(
      filled(text, document, place, (value) => value),
      typeSize,
    ),
  );
  if (Object.values(texts).some((text: string) => text.includes('\n'))) return false;
  return center === 0 ? left + right + typeSize < width : 2 * Math.max(left, right) + center + 2 * typeSize < width;
}

/** A header or footer as HTML, as wide as the content of its page; `at` says in CSS where it stands. */
export function bandHtml(document: Document, { edge, content }: Furniture, place: FurniturePlace, at: string): string {
  const { left, right } = place.setup.margin;
  const inner = 'html' in content ? content.html : textsHtml(content);
  return (
    `<div class="band ${edge}" ` +
    `style="left:${left}pt;right:${right}pt;${at}"><div>${filled(inner, document, place, escape)}</div></div>`
  );
}

/**
 * The header or footer of one page in its margin, as HTML that is exactly as large as the page; `null` where it has
 * none.
 */
export function furnitureHtml(document: Document, edge: Furniture['edge'], place: FurniturePlace): string | null {
  const { page, setup, begins } = place;
  const found = furnitureOn(document, edge, { page, chapter: setup.chapter, begins });
  if (!found) return null;
  const margin = marginsOf(document, setup, page === 1 ? 'first' : 'later');
  const at = edge === 'header' ? `top:0;height:${margin.top}pt` : `bottom:0;height:${margin.bottom}pt`;
  return (
    '<div class="furniture html" ' +
    `style="width:${setup.width}pt;height:${setup.height}pt">${bandHtml(document, found, place, at)}</div>`
  );
}

/** The CSS that `furnitureHtml` needs beside the document's own. */
export const furnitureStyle =
  '.furniture{position:relative;overflow:hidden}.band{position:absolute;overflow:clip;display:grid;' +
  `align-items:center;${look}}.band>div{min-width:0}.texts{display:grid;direction:ltr;` +
  'grid-template-columns:minmax(0,1fr) ' +
  'fit-content(60%) minmax(0,1fr);gap:8pt;text-align:left}.texts.two{grid-template-columns:auto ' +
  ('auto;justify-content:space-between}.texts>*{min-width:0;overflow-wrap:anywhere;' +
    'unicode-bidi:plaintext}.texts>:nth-child(2){text-align:center}.texts>:last-child{text-align:right}');
