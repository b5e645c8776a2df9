import { isRightToLeft } from './direction.ts';
import { mainPage, type Document, type FlowSegment, type PageSetup, type Sheet } from './document.ts';
import { furnitureCss, furnitureStyle, marginsOf, needsOverlay, type PagePlace } from './furniture.ts';
import { attributes, escape } from './html.ts';
import { css } from './length.ts';
import { sheetId } from './place.ts';

/** What a page needs that the document does not know. */
export interface PageOptions {
  /** URL of the page itself: relative names are assets below it, `#id` links stay inside. */
  readonly base: string;
  /** The look of the built-in operations. */
  readonly baseCss: string;
  /** For {date} in headers and footers, as it is to be read. */
  readonly date: string;
}

/** CSS that stays inside its `<style>` element; `<\/` means the same inside CSS strings and URLs. */
const styleElement = (text: string) => `<style>${text.replaceAll(/<\/(?=style)/gi, '<\\/')}</style>`;

/** The look of the operations as a cascade layer: any rule of the request or of a template wins over it, however it is scoped or specific. */
const layer = (baseCss: string) => `@layer base{${baseCss}}`;

/** Height of the content box in CSS pixels, as Chromium lays it out: in 1/64 px, then up to a whole pixel (measured, Chromium 156). */
function contentHeightPixels(document: Document, setup: PageSetup, place: PagePlace): number {
  const margin = marginsOf(document, setup, place);
  const pixels = (setup.height - margin.top - margin.bottom) / 0.75;
  return Math.ceil(Math.floor(pixels * 64 + 1e-6) / 64);
}

function pageRule(document: Document, name: string, setup: PageSetup): string {
  const margin = marginsOf(document, setup);
  const sides = [margin.top, margin.right, margin.bottom, margin.left].map(css).join(' ');
  const size = document.singlePage ? '' : `size:${css(setup.width)} ${css(setup.height)};`;
  const background = setup.background === null ? '' : `;background:${setup.background} center/cover no-repeat`;
  return `@page${name === mainPage ? '' : ` ${name}`}{${size}margin:${sides}${background}}`;
}

/** The margins of the first page, where its header or footer needs other room than those of the others. */
function firstPageRule(document: Document, segment: FlowSegment): string[] {
  const name = segment.sheets[0]?.page ?? mainPage;
  const setup = document.pages[name];
  if (document.singlePage || document.segments[0] !== segment || setup === undefined) return [];
  const [first, later] = [marginsOf(document, setup, 'first'), marginsOf(document, setup)];
  if (first.top === later.top && first.bottom === later.bottom) return [];
  return [`@page ${name === mainPage ? '' : name}:first{margin-top:${css(first.top)};margin-bottom:${css(first.bottom)}}`];
}

/** The rules of a flow segment's pages. They stand before the user's CSS, so that its `@page` wins where it has one. */
function pageCss(document: Document, segment: FlowSegment, options: PageOptions): string {
  const names = document.singlePage ? [mainPage] : Object.keys(document.pages);
  const rules = names.flatMap((name) => (document.pages[name] ? [pageRule(document, name, document.pages[name])] : []));
  rules.push(...firstPageRule(document, segment));
  if (document.furniture.length > 0 && !needsOverlay(document)) rules.push(furnitureCss(document, options.date, isRightToLeft(document.lang)));
  rules.push(`.sheet{position:relative${document.scale === 1 ? '' : `;zoom:${document.scale}`}}.placed{position:absolute}`);
  if (!document.singlePage) rules.push('.sheet+.sheet{break-before:page}');
  return rules.join('\n');
}

function sheetHtml(document: Document, segment: FlowSegment, sheet: Sheet, probing: boolean): string[] {
  const setup = document.pages[sheet.page];
  const style = [
    ...(document.singlePage || sheet.page === mainPage ? [] : [`page:${sheet.page}`]),
    ...(setup ? [`--content-height:${contentHeightPixels(document, setup, 'later') / document.scale}px`] : []),
    ...(setup && firstPageRule(document, segment).length > 0 && sheet === segment.sheets[0] ? [`--first-page:${(contentHeightPixels(document, setup, 'first') - contentHeightPixels(document, setup, 'later')) / document.scale}px`] : []),
  ];
  const empty = sheet.html.length === 0 ? '<div style="height:1px"></div>' : '';
  return [`<section${attributes({ class: 'sheet', id: probing ? sheetId(document, segment, sheet) : undefined, style: style.join(';') })}>`, ...sheet.html, `${empty}</section>`];
}

/** Links to probes and anchors: Chromium names a destination only for an id that some link leads to. */
const probeLinks = (probes: readonly string[]) => `<div hidden>${[...new Set(probes)].map((id) => `<a href="#${id}"></a>`).join('')}</div>`;

function head(document: Document, styles: readonly string[], base: string): string {
  const direction = isRightToLeft(document.lang) ? 'rtl' : undefined;
  return `<!DOCTYPE html><html${attributes({ lang: document.lang, dir: direction })}><head><meta charset="utf-8"><base${attributes({ href: base })}><title>${escape(document.metadata.title ?? '')}</title>${styles.map(styleElement).join('')}</head>`;
}

/** The whole HTML document of a flow segment. */
export function htmlOf(document: Document, segment: FlowSegment, options: PageOptions): string {
  const probing = segment.probes.length > 0;
  const sheets = segment.sheets.flatMap((sheet) => sheetHtml(document, segment, sheet, probing));
  const links = probing || segment.anchors.length > 0 ? probeLinks([...segment.probes, ...segment.anchors]) : '';
  return [head(document, [layer(options.baseCss), pageCss(document, segment, options), ...document.styles], options.base), '<body>', ...sheets, links, '</body></html>'].join('');
}

/** A page to be laid under or over a finished one. Points. */
export interface OverlaySheet {
  readonly width: number;
  readonly height: number;
  readonly html: string;
}

/** The HTML document whose page `i` is `sheets[i]`, to be laid under or over finished pages. */
export function overlayDocument(document: Document, sheets: readonly OverlaySheet[], { base, baseCss }: Pick<PageOptions, 'base' | 'baseCss'>): string {
  const sizeOf = ({ width, height }: OverlaySheet) => `${css(width)} ${css(height)}`;
  const sizes = [...new Set(sheets.map(sizeOf))];
  const rules = sizes.map((size, index) => `@page size${index}{size:${size};margin:0}`).join('');
  const pages = sheets.map((sheet) => `<section class="html overlay" style="page:size${sizes.indexOf(sizeOf(sheet))};width:${css(sheet.width)};height:${css(sheet.height)}">${sheet.html}</section>`);
  const own = `@page{margin:0}${rules}${furnitureStyle}.overlay{position:relative;overflow:hidden}.overlay+.overlay{break-before:page}`;
  return `${head(document, [layer(baseCss), ...document.styles, own], base)}<body>${pages.join('')}</body></html>`;
}
