import { insidePage, mainPage, type Document } from '../model/document.ts';
import type { FlowSegment, Sheet } from '../model/segments.ts';
import { type PageSetup } from '../model/types/page-geometry.ts';
import type { Step } from '../model/types/step.ts';

/** Composes one step onto a document. */
export type Run = (document: Document, step: Step) => void;

interface Inside {
  readonly steps: readonly Step[];
  /** The language around the steps. */
  readonly lang: string;
  /** Available width in points. */
  readonly width: number;
  readonly run: Run;
}

const pageOf = (width: number, height: number): PageSetup => ({
  width,
  height,
  margin: { top: 0, right: 0, bottom: 0, left: 0 },
  background: null,
  bleed: 0,
  chapter: 0,
});

/**
 * The HTML that steps would put into the last segment of a document, without changing its flow. Styles, headings,
 * anchors, warnings and counters count for the document; the font that the steps set, and their language, end with
 * them.
 */
export function composeInside(document: Document, segment: FlowSegment, { steps, lang, width, run }: Inside): string {
  const sheet: Sheet = { page: insidePage, chapter: document.chapter, html: [], tables: new Map(), flowed: false };
  const own: FlowSegment = { ...segment, sheets: [sheet] };
  const pages = { ...document.pages, [insidePage]: pageOf(width, document.pages[mainPage]?.height ?? width) };
  const apart: Document = {
    ...document,
    pages,
    lang,
    openPage: null,
    segments: [...document.segments.slice(0, -1), own],
  };
  for (const step of steps) run(apart, step);
  document.counter = apart.counter;
  segment.scripts ||= own.scripts;
  return sheet.html.join('');
}
