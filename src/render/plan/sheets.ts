import { markComplete } from '../complete/mark-complete.ts';
import { mainPage, type Document } from '../model/document.ts';
import type { FlowSegment, Sheet } from '../model/segments.ts';

/** Opens a sheet: what follows begins on a new page, of the kind `page` (a key of `Document.pages`). */
export function openSheet(document: Document, page: string): Sheet {
  const last = document.segments.at(-1);
  const sheet: Sheet = { page, chapter: document.chapter, html: [], tables: new Map(), flowed: false };
  const segment: FlowSegment =
    last?.kind === 'flow'
      ? last
      : { kind: 'flow', sheets: [], scripts: false, scripted: [], waitFor: [], probes: [], anchors: [] };
  if (segment !== last) document.segments.push(segment);
  segment.sheets.push(sheet);
  for (const id of document.pendingAnchors.splice(0)) {
    segment.anchors.push(id);
    sheet.html.push(anchorHtml(id));
  }
  return sheet;
}

/** Where the next content goes: the last sheet, or a new one where a page or a document ended it. */
export function currentSheet(document: Document): { segment: FlowSegment; sheet: Sheet } {
  const segment = document.segments.at(-1);
  const sheet = segment?.kind === 'flow' ? segment.sheets.at(-1) : undefined;
  if (segment?.kind === 'flow' && sheet && document.openPage === null) return { segment, sheet };
  openSheet(document, document.openPage ?? mainPage);
  document.openPage = null;
  return currentSheet(document);
}

/** An empty element that links can lead to. */
export const anchorHtml = (id: string) => `<div class="anchor" id="${id}"></div>`;

/**
 * Places the anchors that no content follows: at the end of a complete document before them, or on an additional page.
 */
export function settleAnchors(document: Document): void {
  if (document.pendingAnchors.length === 0) return;
  const last = document.segments.at(-1);
  if (last?.kind === 'complete') markComplete(document, last, 'end');
  else openSheet(document, document.openPage ?? mainPage);
}

/** The id of a sheet's start, for probes. */
export function sheetId(document: Document, segment: FlowSegment, sheet: Sheet): string {
  return `colophon-sheet-${document.segments.indexOf(segment)}-${segment.sheets.indexOf(sheet)}`;
}
