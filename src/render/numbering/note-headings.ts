import { headingsIn } from '../compose/headings.ts';
import type { Document } from '../model/document.ts';
import type { CompleteHtml } from '../complete/read-complete.ts';
import { markHeadings } from './mark-headings.ts';

/** The operation that has made headings. */
interface Maker {
  readonly bookmarked: boolean;
  /** JSON Pointer to it. */
  readonly pointer: string;
}

/** Adds the headings of HTML to those of the document; returns the HTML, with places for their numbers. */
export function noteHeadings(document: Document, html: string, maker: Maker): string {
  const marked =
    document.numbering === null
      ? { html, headings: headingsIn(html).map((text) => ({ text, counted: null })) }
      : markHeadings(html, document.headings.length);
  for (const { text, counted } of marked.headings) document.headings.push({ text, plainText: text, counted, ...maker });
  return marked.html;
}

/** Adds the headings of a complete HTML document, which is printed as it is: they have no numbers. */
export function noteOwnHeadings(document: Document, { headings }: CompleteHtml, pointer: string): void {
  for (const { text } of headings)
    document.headings.push({ text, plainText: text, counted: null, bookmarked: true, pointer });
}
