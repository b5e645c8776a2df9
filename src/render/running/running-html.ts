import { type Document, type RunningContent, type Texts } from '../model/document.ts';
import { type PageSetup } from '../model/types/page-geometry.ts';
import { batesText } from '../numbering/bates.ts';
import { escape } from '../html/html.ts';
import { textWidth } from '../html/text-width.ts';
import type { StringPlaceholder } from '../model/types/page-string.ts';
import { placeholderOf, stringPattern } from './strings/placeholder.ts';
import { runningContentOn, marginsOf, type PageSpot } from './running-content.ts';

/** Placeholders of headers and footers, written in braces. */
export const placeholders = ['page', 'pageIndex', 'pages', 'section', 'title', 'date', 'bates'] as const;
const placeholder = /\{(page|pageIndex|pages|section|title|date|bates)\}/;

const anyPlaceholder = new RegExp(`${placeholder.source}|${stringPattern}`, 'g');

/** Placeholders of numbers, and the counters of CSS that show them. */
const counters: Readonly<Record<string, string>> = { page: 'page', pageIndex: 'page', pages: 'pages' };

/** A text as the value of CSS `content`, with counters for page numbers. */
function contentCss(text: string, document: Document, date: string): string {
  const values: Record<string, string> = { title: document.metadata.title ?? '', date };
  const parts = text.split(placeholder).map((part, index) => {
    const counter = index % 2 === 1 ? counters[part] : undefined;
    if (counter !== undefined) return `counter(${counter})`;
    const value = index % 2 === 1 ? (values[part] ?? '') : part;
    return value === ''
      ? ''
      : `"${value.replace(/["\\<]|[\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
  });
  return parts.filter((part) => part !== '').join(' ') || '""';
}

/** Type of margin boxes and of headers and footers that are printed apart. */
const typeSize = 8;
const look =
  `font:400 ${typeSize}pt/1.35 ` +
  'var(--sans,sans-serif);text-rendering:geometricPrecision;color:#59616f;white-space:pre-line';

function marginBoxes(document: Document, edge: RunningContent['edge'], spot: PageSpot, date: string): string {
  const content = runningContentOn(document, edge, spot)?.content;
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
export function runningContentCss(document: Document, date: string, rightToLeft: boolean): string {
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

/** Empties boxes that a rule for more pages fills. */
function nothing(edge: RunningContent['edge']): string {
  const side = edge === 'header' ? 'top' : 'bottom';
  return ['left', 'center', 'right'].map((at) => `@${side}-${at}{content:none}`).join('');
}

/** A finished page, for headers and footers that are printed apart. */
export interface FinishedPage {
  /** 1-based. */
  readonly page: number;
  /** Its number as readers see it. */
  readonly label: string;
  readonly pages: number;
  /** Text of the heading that the page is under, or ''. */
  readonly section: string;
  /** The value of a heading or of a named string on the page, or ''. */
  readonly string: (placeholder: StringPlaceholder) => string;
  /** Formatted for readers. */
  readonly date: string;
  readonly setup: PageSetup;
  /** True for the first page of its chapter. */
  readonly begins: boolean;
  /** True for a page of an existing PDF, whose content does not make room for a taller header or footer. */
  readonly isExisting?: boolean;
}

/** Without a text in the middle, the texts at the sides share the width as they need. */
const textsHtml = ({ left, center, right }: Texts) =>
  '<div ' +
  (`class="${center === '' ? 'colophon-texts colophon-two' : 'colophon-texts'}"><div>${escape(left)}</div>` +
    `${center === '' ? '' : `<div>${escape(center)}</div>`}<div>${escape(right)}</div></div>`);

/** Replaces the placeholders of a text by `write` of their values. */
export function filled(
  text: string,
  document: Document,
  place: Omit<FinishedPage, 'setup' | 'begins'>,
  write: (value: string) => string,
): string {
  const values: Record<string, string> = {
    page: place.label,
    pageIndex: String(place.page),
    pages: String(place.pages),
    section: place.section,
    title: document.metadata.title ?? '',
    date: place.date,
    bates: document.bates === null ? '{bates}' : batesText(document.bates, place.page),
  };
  return text.replace(anyPlaceholder, (_, simple?: string, ...groups: (string | undefined)[]) =>
    write(simple === undefined ? place.string(placeholderOf(groups)) : (values[simple] ?? '')),
  );
}

/** True where three texts fit side by side on one line of `width` points. */
export function fitsOneLine(
  document: Document,
  texts: Texts,
  place: Omit<FinishedPage, 'setup' | 'begins'>,
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

/** A header or footer as HTML, as wide as the content of its page; `at` are CSS declarations for its position. */
export function bandHtml(
  document: Document,
  { edge, content }: RunningContent,
  place: FinishedPage,
  at: string,
): string {
  const { left, right } = place.setup.margin;
  const inner = 'html' in content ? content.html : textsHtml(content);
  return (
    `<div class="colophon-band colophon-${edge}" ` +
    `style="left:${left}pt;right:${right}pt;${at}"><div>${filled(inner, document, place, escape)}</div></div>`
  );
}

/**
 * The header or footer of one page in its margin, as HTML with the exact size of the page; `null` where there is none.
 */
export function runningContentHtml(
  document: Document,
  edge: RunningContent['edge'],
  place: FinishedPage,
): string | null {
  const { page, setup, begins, isExisting = false } = place;
  const found = runningContentOn(document, edge, { page, chapter: setup.chapter, begins });
  if (!found) return null;
  const margins = marginsOf(document, setup, page === 1 ? 'first' : 'later');
  const [side, margin] = edge === 'header' ? (['top', margins.top] as const) : (['bottom', margins.bottom] as const);
  const at = `${side}:0;${isExisting ? roomOnExisting(margin, setup.height) : `height:${margin}pt`}`;
  return (
    '<div class="colophon-running colophon-html" ' +
    `style="width:${setup.width}pt;height:${setup.height}pt">${bandHtml(document, found, place, at)}</div>`
  );
}

/** The CSS of the height of a header or footer on a page that may be much smaller than those of the document. */
const roomOnExisting = (margin: number, height: number): string =>
  `min-height:${Math.min(margin, height * 0.4)}pt;max-height:50%`;

/** The CSS that `runningContentHtml` needs beside the document's own. */
export const runningContentStyle =
  '.colophon-running{position:relative;overflow:hidden}.colophon-band{position:absolute;overflow:clip;display:grid;' +
  `align-items:center;${look}}.colophon-band>div{min-width:0}.colophon-texts{display:grid;direction:ltr;` +
  'grid-template-columns:minmax(0,1fr) ' +
  'fit-content(60%) minmax(0,1fr);gap:8pt;text-align:left}.colophon-texts.colophon-two{grid-template-columns:auto ' +
  'auto;justify-content:space-between}.colophon-texts>*{min-width:0;overflow-wrap:anywhere;unicode-bidi:plaintext}' +
  '.colophon-texts>:nth-child(2){text-align:center}.colophon-texts>:last-child{text-align:right}';
