import { runningPages, type Document, type RunningContent, type RunningPages } from '../model/document.ts';
import type { Margins, PageSetup } from '../model/types/page-geometry.ts';
import { exactlyOne, joi } from '../../input/fields.ts';
import { length, points, type Length } from '../../input/length.ts';
import { hasStrings } from './strings/placeholder.ts';
import { normalizeHtml } from '../html/normalize-html.ts';

/** The fields of `set_header`, `set_footer`, `document.header` and `document.footer`. */
export interface RunningContentOptions {
  readonly html?: string;
  readonly text?: string;
  readonly left?: string;
  readonly center?: string;
  readonly right?: string;
  readonly on?: RunningPages;
  readonly height?: Length;
}

const words =
  'Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2} {string:name} (docs/typesetting.md), ' +
  'after `set_bates` {bates}. Empty: none.';

/** Joi schema of a header or footer: HTML, one text, or up to three texts. */
export const runningContentSchema = exactlyOne(
  joi.object({
    html: joi.string().allow('').max(1_000_000).description(`HTML. ${words}`),
    text: joi.string().allow('').max(2000).description(`One text, centred. ${words}`),
    left: joi.string().allow('').max(2000),
    center: joi.string().allow('').max(2000),
    right: joi.string().allow('').max(2000),
    on: joi
      .string()
      .valid(...runningPages)
      .description(
        'The pages that it is printed on; the default is `all`. `first` (the first page of the document, or ' +
          'of those that follow the last `add_page`) wins over `odd` and `even`, these over `not-first` and ' +
          '`all`.',
      ),
    height: length().description('Room for it; the page margin grows to this where it is smaller.'),
  }),
  ['html'],
  ['text'],
  ['left', 'center', 'right'],
);

/** `chapter` is the one from which on it stands, `pointer` leads to `options`. */
export function runningContentOf(
  edge: RunningContent['edge'],
  options: RunningContentOptions,
  { chapter, pointer }: Pick<RunningContent, 'chapter' | 'pointer'>,
): RunningContent {
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
    pointer,
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

/** The kinds of `on` by which running content of a chapter applies to a page, the one that wins first. */
function speaksFor({ page, chapter, begins }: PageSpot, own: number): readonly RunningPages[] {
  const parity = page % 2 === 1 ? 'odd' : 'even';
  const first = own === 0 ? page === 1 : begins && chapter === own;
  return first ? ['first', parity, 'all'] : [parity, 'not-first', 'all'];
}

export const isEmpty = ({ content }: RunningContent) =>
  !('html' in content) && content.left + content.center + content.right === '';

/** The header or footer of a page: that of its chapter, else that of the nearest chapter before. `undefined` = none. */
export function runningContentOn(
  { runningContent }: Document,
  edge: RunningContent['edge'],
  spot: PageSpot,
): RunningContent | undefined {
  const chapters = [
    ...new Set(
      runningContent.filter((one) => one.edge === edge && one.chapter <= spot.chapter).map(({ chapter }) => chapter),
    ),
  ].sort((a, b) => b - a);
  for (const chapter of chapters) {
    for (const on of speaksFor(spot, chapter)) {
      const found = runningContent.findLast((one) => one.edge === edge && one.on === on && one.chapter === chapter);
      if (found) return isEmpty(found) ? undefined : found;
    }
  }
  return undefined;
}

/**
 * The first page of the document, or any other page. A letterhead on only the first page takes no room on the others.
 */
export type PagePlace = 'first' | 'later';

/**
 * Pages that represent all pages of a kind: an odd one, an even one, and the first of its chapter, which has the
 * margins of the chapter's other pages.
 */
export function spotsOf({ chapter }: PageSetup, place: PagePlace): PageSpot[] {
  if (place === 'first') return [{ page: 1, chapter, begins: true }];
  return [2, 3].flatMap((page) =>
    (chapter === 0 ? [false] : [false, true]).map((begins) => ({ page, chapter, begins })),
  );
}

/** The margins of a kind of page, increased to the stated or measured height of its headers and footers. */
export function marginsOf(document: Document, setup: PageSetup, place: PagePlace = 'later'): Margins {
  const spots = spotsOf(setup, document.singlePage ? 'first' : place);
  const room = (edge: RunningContent['edge'], margin: number) =>
    Math.max(margin, ...spots.map((spot) => runningContentOn(document, edge, spot)?.height ?? 0));
  return { ...setup.margin, top: room('header', setup.margin.top), bottom: room('footer', setup.margin.bottom) };
}

/** Fills in the heights that were measured, by their places in `document.runningContent`. */
export function takeHeights(document: Document, heights: readonly (number | null)[]): void {
  document.runningContent.forEach((one, index) => {
    document.runningContent[index] = { ...one, height: one.height ?? heights[index] ?? null };
  });
}

/**
 * True when CSS margin boxes cannot print the headers and footers: HTML, {section}, {bates}, headings and named strings,
 * the first page of a chapter, numbers in a style of their own, pages with a bleed, numbers that continue over parts
 * and remote pages, pages of an existing PDF,
 * or a complete HTML document, which has its own `@page` rules.
 */
export function needsOverlay(document: Document): boolean {
  if (document.runningContent.every(isEmpty)) return false;
  const beyondCss = ({ content, chapter, on }: RunningContent) =>
    'html' in content ||
    /\{(?:section|bates)\}/.test(content.left + content.center + content.right) ||
    Object.values(content).some(hasStrings) ||
    (chapter > 0 && (on === 'first' || on === 'not-first'));
  return (
    document.inParts ||
    document.paper !== null ||
    document.numberedFrom.length > 0 ||
    document.segments.length > 1 ||
    document.segments[0]?.kind === 'complete' ||
    document.segments[0]?.kind === 'existing' ||
    document.runningContent.some(beyondCss)
  );
}
