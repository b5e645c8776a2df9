import { isRightToLeft } from './direction.ts';
import { mainPage, type Document } from '../model/document.ts';
import type { FlowSegment, Sheet } from '../model/segments.ts';
import { type PageSetup } from '../model/types/page-geometry.ts';
import { bleedBorder, bleedBorderCss, paperMargins } from '../typeset/paper/bleed.ts';
import { marginsOf, needsOverlay, type PagePlace } from '../running/running-content.ts';
import { runningContentCss, runningContentStyle } from '../running/running-html.ts';
import { attributes, escape } from '../html/html.ts';
import { usedRules } from '../html/used-rules.ts';
import { css } from '../../input/length.ts';
import { paperExcess, paperSize } from '../model/paper-sizes.ts';
import { sheetId } from '../plan/sheets.ts';

/** The input for the HTML of a page beside the document. */
export interface PageOptions {
  /** URL of the page itself: relative names are assets below it, `#id` links stay on the page. */
  readonly base: string;
  /** Style sheet of the built-in operations. */
  readonly baseCss: string;
  /** For {date} in headers and footers, formatted for readers. */
  readonly date: string;
}

/** CSS that cannot end its `<style>` element; `<\/` means the same inside CSS strings and URLs. */
const styleElement = (text: string) => `<style>${text.replaceAll(/<\/(?=style)/gi, '<\\/')}</style>`;

/**
 * The rules of the service's style sheet that the content uses, as a cascade layer: every rule of the request or of a
 * template overrides it, independent of specificity.
 */
const layer = (baseCss: string, html: readonly string[]) => `@layer base{${usedRules(baseCss, html)}}`;

/** Start of the rules that every style needs, see templates/base.css. */
const structureMark = '/* ---- Structure';

/** The part of the service's style sheet that `document.style` selects. */
export const styleOf = (baseCss: string, { style }: { readonly style?: 'house' | 'none' }): string =>
  style === 'none' ? baseCss.slice(baseCss.indexOf(structureMark)) : baseCss;

/**
 * Height of the content box in CSS pixels, as Chromium lays it out: in 1/64 px, then up to a whole pixel (measured,
 * Chromium 156).
 */
function contentHeightPixels(document: Document, setup: PageSetup, place: PagePlace): number {
  const margin = marginsOf(document, setup, place);
  const border = bleedBorder(setup.margin, setup);
  const pixels = (setup.height - margin.top - margin.bottom + border.top + border.bottom) / 0.75;
  return Math.ceil(Math.floor(pixels * 64 + 1e-6) / 64);
}

function pageRule(document: Document, name: string, setup: PageSetup): string {
  const margin = paperMargins(marginsOf(document, setup), setup);
  const excess = excessOf(document, setup);
  const main = document.pages[mainPage];
  if (main !== undefined && name === chapterOfMain(setup)) {
    const own = paperMargins(marginsOf(document, main), main);
    return margin.top === own.top && margin.bottom === own.bottom
      ? ''
      : `@page ${name}{margin-top:${css(margin.top)};margin-bottom:${css(margin.bottom + excess.bottom)}}`;
  }
  const sides = [margin.top, margin.right + excess.right, margin.bottom + excess.bottom, margin.left]
    .map(css)
    .join(' ');
  const size = document.singlePage ? '' : `size:${paperSize(setup)};`;
  const background = setup.background === null ? '' : `;background:${setup.background} center/cover no-repeat`;
  return `@page${name === mainPage ? '' : ` ${name}`}{${size}margin:${sides}${background}}`;
}

/** See `paperExcess`; a single page is as tall as its content. */
function excessOf({ singlePage }: Document, setup: PageSetup): ReturnType<typeof paperExcess> {
  const excess = paperExcess(setup);
  return singlePage ? { ...excess, bottom: 0 } : excess;
}

/** Name of the document's main kind of page in a chapter, so that `@page` rules of the request apply there too. */
const chapterOfMain = ({ chapter }: PageSetup) => `${mainPage}-chapter${chapter}`;

/** Margins of the first page, where its header or footer needs different ones. */
function firstPageRule(document: Document, segment: FlowSegment): string[] {
  const name = segment.sheets[0]?.page ?? mainPage;
  const setup = document.pages[name];
  if (document.singlePage || document.segments[0] !== segment || setup === undefined) return [];
  const of = (place: PagePlace) => paperMargins(marginsOf(document, setup, place), setup);
  const [first, later] = [of('first'), of('later')];
  if (first.top === later.top && first.bottom === later.bottom) return [];
  return [
    '@page ' +
      (`${name === mainPage ? '' : name}:first{margin-top:${css(first.top)};` +
        `margin-bottom:${css(first.bottom + paperExcess(setup).bottom)}}`),
  ];
}

/** Rules for the pages of a flow segment. They come before the request's CSS, whose `@page` rules override them. */
function pageCss(document: Document, segment: FlowSegment, options: PageOptions, start: boolean): string {
  const names = document.singlePage ? [mainPage] : Object.keys(document.pages);
  const rules = names.flatMap((name) => (document.pages[name] ? [pageRule(document, name, document.pages[name])] : []));
  if (start) rules.push(...firstPageRule(document, segment));
  if (document.runningContent.length > 0 && !needsOverlay(document))
    rules.push(runningContentCss(document, options.date, isRightToLeft(document.lang)));
  rules.push(
    `.colophon-sheet{position:relative${document.scale === 1 ? '' : `;zoom:${document.scale}`}}` +
      '.colophon-placed{position:absolute}',
  );
  if (!document.singlePage) rules.push('.colophon-sheet+.colophon-sheet{break-before:page}');
  return rules.join('\n');
}

/** How much taller the content box of the first page is than that of later ones, in pixels. */
function firstPagePixels(document: Document, setup: PageSetup): number {
  return contentHeightPixels(document, setup, 'first') - contentHeightPixels(document, setup, 'later');
}

/** The start tag of a sheet. */
function sheetTag(document: Document, segment: FlowSegment, sheet: Sheet, probing: boolean): string {
  const setup = document.pages[sheet.page];
  const style = [
    ...(document.singlePage || sheet.page === mainPage ? [] : [`page:${sheet.page}`]),
    ...(setup ? [`--content-height:${contentHeightPixels(document, setup, 'later') / document.scale}px`] : []),
    ...(setup && firstPageRule(document, segment).length > 0 && sheet === segment.sheets[0]
      ? [`--first-page:${firstPagePixels(document, setup) / document.scale}px`]
      : []),
  ];
  const border = setup && bleedBorderCss(marginsOf(document, setup), setup, document.scale);
  if (border !== undefined && border !== '') style.push(border);
  const id = sheetId(document, segment, sheet);
  return (
    '<section' +
    attributes({
      class: 'colophon-sheet',
      id: probing || [...document.chapters, ...document.numberedFrom].some((start) => start.id === id) ? id : undefined,
      style: style.join(';'),
    }) +
    '>'
  );
}

/** The content of a sheet; an empty sheet still makes a page. */
export const contentOf = (html: readonly string[]): readonly string[] =>
  html.length === 0 ? ['<div style="height:1px"></div>'] : html;

/** Links to probes and anchors: Chromium writes a named destination only for an id that a link leads to. */
export const probeLinks = (probes: readonly string[]) =>
  `<div style="display:none!important">${[...new Set(probes)].map((id) => `<a href="#${id}"></a>`).join('')}</div>`;

/** The class of the root element, which stands for the density of a document. */
const ofRoot = ({ density }: Document) => (density === 'normal' ? '' : attributes({ class: `density-${density}` }));

function head(document: Document, styles: readonly string[], base: string): string {
  const direction = isRightToLeft(document.lang) ? 'rtl' : undefined;
  return (
    `<!DOCTYPE html><html${attributes({ lang: document.lang, dir: direction })}${ofRoot(document)}><head><meta ` +
    (`charset="utf-8"><base${attributes({ href: base })}><title>${escape(document.metadata.title ?? '')}</title>` +
      `${styles.map(styleElement).join('')}</head>`)
  );
}

/** The whole HTML document of a flow segment. */
export function htmlOf(document: Document, segment: FlowSegment, options: PageOptions): string {
  const probing = segment.probes.length > 0;
  const sheets = segment.sheets.flatMap((sheet) => [
    sheetTag(document, segment, sheet, probing),
    ...contentOf(sheet.html),
    '</section>',
  ]);
  const links = probing || segment.anchors.length > 0 ? probeLinks([...segment.probes, ...segment.anchors]) : '';
  return [flowHead(document, segment, options, true), ...sheets, links, '</body></html>'].join('');
}

/**
 * The HTML before the sheets of a segment; `start` is false for a part that does not begin with the segment's first
 * page.
 */
function flowHead(document: Document, segment: FlowSegment, options: PageOptions, start: boolean): string {
  const html = segment.sheets.flatMap((sheet) => sheet.html);
  const base = segment.scripts
    ? `@layer base{${options.baseCss}}`
    : layer(options.baseCss, [...html, ofRoot(document)]);
  return (
    head(
      document,
      [base, pageCss(document, segment, options, start), ...(segment.ownStyles ?? []), ...document.styles],
      options.base,
    ) + '<body>'
  );
}

/** The HTML around the content of a segment that is printed in parts. */
export function flowParts(document: Document, segment: FlowSegment, options: PageOptions): FlowParts {
  const sheets = segment.sheets.map((sheet) => sheetTag(document, segment, sheet, false));
  return { heads: [flowHead(document, segment, options, true), flowHead(document, segment, options, false)], sheets };
}

/** The frame of a flow segment. */
export interface FlowParts {
  /** HTML up to `<body>`, for a part with the segment's first page, and for any other. */
  readonly heads: readonly [first: string, later: string];
  /** Start tags of the sheets. */
  readonly sheets: readonly string[];
}

/** A page that is laid under or over a finished one. Points. */
export interface OverlaySheet {
  readonly width: number;
  readonly height: number;
  readonly html: string;
  /** Points beyond each edge, where `html` may extend to if it is a background. */
  readonly bleed?: number;
  readonly isBackground?: boolean;
}

/** Style of a sheet with a bleed: only a background extends into it. */
const bleedOf = ({ bleed = 0, isBackground = false }: OverlaySheet) =>
  bleed === 0 ? '' : `;border:${css(bleed)} solid transparent${isBackground ? ';overflow:visible' : ''}`;

/** Margin boxes of `@page` (CSS Paged Media 3, 4.2), by their sides. */
const marginBoxes = ['top', 'bottom']
  .flatMap((side) => ['left-corner', 'left', 'center', 'right', 'right-corner'].map((at) => `${side}-${at}`))
  .concat(['left', 'right'].flatMap((side) => ['top', 'middle', 'bottom'].map((at) => `${side}-${at}`)));
const hasMarginBoxes = /@(?:top|bottom|left|right)-/i;

/** Empties the margin boxes of style sheets, which are on the pages below. */
const withoutMarginBoxes = `@page{${marginBoxes.map((box) => `@${box}{content:none!important}`).join('')}}`;

/** The HTML document whose page `i` is `sheets[i]`. */
export function overlayDocument(
  document: Document,
  sheets: readonly OverlaySheet[],
  { base, baseCss }: Pick<PageOptions, 'base' | 'baseCss'>,
): string {
  const sizes = [...new Set(sheets.map(paperSize))];
  const rules = sizes.map((size, index) => `@page size${index}{size:${size};margin:0}`).join('');
  const pages = sheets.map(
    (sheet) =>
      '<section class="colophon-html colophon-overlay" ' +
      (`style="page:size${sizes.indexOf(paperSize(sheet))};width:${css(sheet.width)};` +
        `height:${css(sheet.height)}${bleedOf(sheet)}">${sheet.html}</section>`),
  );
  const own =
    `@page{margin:0}${rules}${runningContentStyle}.colophon-overlay{position:relative;` +
    'overflow:hidden}.colophon-overlay+.colophon-overlay{break-before:page}' +
    (document.styles.some((text) => hasMarginBoxes.test(text)) ? withoutMarginBoxes : '');
  const used = layer(
    baseCss,
    sheets.map(({ html }) => html),
  );
  return `${head(document, [used, ...document.styles, own], base)}<body>${pages.join('')}</body></html>`;
}
