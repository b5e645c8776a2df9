import { type Document, mainPage } from '../model/document.ts';
import type { CompleteSegment } from '../model/segments.ts';
import type { PageSetup } from '../model/types/page-geometry.ts';
import { hasRoom } from '../running/content-room.ts';
import { marginsOf } from '../running/running-content.ts';
import { css } from '../../input/length.ts';
import { ownSheets } from './own-sheets.ts';
import { bledRules } from './bled-rules.ts';
import { kindsOfPage, ownPage, turned } from './own-page.ts';
import { withEdits, type Edit } from './read-complete.ts';
import { isAlone } from './take-metadata.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const;
const hasPage = /@page/i;

/** A complete document as it is printed. */
export interface ComposedComplete {
  readonly html: string;
  /** The page where its `@page` rules set nothing else. Points. */
  readonly paper: PageSetup;
  /**
   * The page with the document's `@page` rules for all pages and the request's page options, as far as they can be
   * read. It determines the positions of headers and footers.
   */
  readonly page: PageSetup;
  /** The same with the rules for the first page. */
  readonly firstPage: PageSetup;
}

/**
 * The source of a complete document with the additions of the request: CSS after its own, and rules for pages where the
 * request sets more than the document, or its running headers need more room. Without additions the source is
 * unchanged, apart from a byte order mark.
 */
export function composeComplete(document: Document, segment: CompleteSegment): ComposedComplete {
  const { html } = segment;
  const alone = isAlone(document);
  const around = alone ? document.styles.filter((text) => !document.contentStyles.has(text)) : [document.fontFaces];
  const styles = [...around, ...segment.styles].filter((text) => text !== '');
  const sheets = [...ownSheets(document, html), ...styles];
  const base = document.pages[mainPage];
  if (base === undefined) throw new Error('a document has a kind of page of its own');
  const own = ownPage(sheets, base, { media: document.media, sized: alone && document.stated.size });
  const page = alone ? withStated(document, own, base) : own;
  const ownFirst = kindsOfPage(sheets, page, { media: document.media, sized: true }).get(':first') ?? page;
  const firstPage = alone ? withStated(document, ownFirst, base) : ownFirst;
  const paper = { ...base, margin: hasRoom(document, base) ? marginsOf(document, base) : base.margin };
  const decides =
    segment.scripts || html.sheets.some((sheet) => 'href' in sheet) || sheets.some((text) => hasPage.test(text));
  const kinds = () => kindsOfPage(sheets, base, { media: document.media, sized: alone && document.stated.size });
  const rules =
    page.bleed > 0 ? bledRules(document, page, kinds()) : pageRules(document, { own, page, alone, decides });
  const added = [...styles, ...(rules === '' ? [] : [rules])];
  return {
    html: withEdits(html.source, [
      ...byteOrderMark(html.source),
      ...segment.edits,
      ...(added.length === 0 ? [] : [styleEdit(html.stylesEnd, added)]),
    ]),
    paper,
    page,
    firstPage,
  };
}

/** A byte order mark in a string would be text before the doctype. */
const byteOrderMark = (source: string): Edit[] => (source.startsWith('\ufeff') ? [{ start: 0, end: 1, text: '' }] : []);

function styleEdit({ at, inside }: CompleteSegment['html']['stylesEnd'], styles: readonly string[]): Edit {
  const text = styles.join('\n').replaceAll(/<\/(?=style)/gi, '<\\/');
  return { start: at, end: at, text: inside ? `\n${text}` : `<style>${text}</style>` };
}

/** The page options of the request take precedence over the document's. */
function withStated({ stated }: Document, own: PageSetup, base: PageSetup): PageSetup {
  const upright = stated.orientation ? turned(own, base.width > base.height ? 'landscape' : 'portrait') : own;
  const margin = { ...own.margin };
  for (const side of stated.margins) margin[side] = base.margin[side];
  return { ...upright, margin, background: base.background };
}

interface PageRules {
  /** Page of the document's own style sheets. */
  readonly own: PageSetup;
  readonly page: PageSetup;
  readonly alone: boolean;
  /** True where the document may have `@page` rules. */
  readonly decides: boolean;
}

/** Rules that override all `@page` rules of the document, including those for selected pages. */
function pageRules(document: Document, { own, page, alone, decides }: PageRules): string {
  const { stated } = document;
  const declarations: string[] = [];
  if (decides && alone && (stated.size || stated.orientation))
    declarations.push(`size:${css(page.width)} ${css(page.height)}`);
  const [first, later] = [marginsOf(document, page, 'first'), marginsOf(document, page)];
  for (const side of sides) {
    const states = alone && stated.margins.includes(side);
    if (decides && (states || later[side] > own.margin[side])) declarations.push(`margin-${side}:${css(later[side])}`);
  }
  if (alone && page.background !== null) declarations.push(`background:${page.background} center/cover no-repeat`);
  const differing = (['top', 'bottom'] as const)
    .filter((side) => first[side] !== later[side])
    .map((side) => `margin-${side}:${css(first[side])}`);
  return [ruleOf('', declarations), ruleOf(':first', differing)].join('');
}

const ruleOf = (pages: string, declarations: readonly string[]) =>
  declarations.length === 0
    ? ''
    : `@page${pages === '' ? '' : ` ${pages}`}{${declarations.map((text) => `${text}!important`).join(';')}}`;
