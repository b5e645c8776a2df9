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

/** Marks a place in the flow, or the beginning of the next content where that begins on a new page. */
export function placeAnchor(document: Document, id: string): { id: string; page: string } {
  const { openPage } = document;
  if (document.segments.at(-1)?.kind !== 'flow' || openPage !== null) {
    document.pendingAnchors.push(id);
    return { id, page: openPage ?? mainPage };
  }
  const { segment, sheet } = currentSheet(document);
  segment.anchors.push(id);
  sheet.html.push(anchorHtml(id));
  return { id, page: sheet.page };
}

/** Lets the anchors that stand last in the flow wait for what comes next, which has pages of its own. */
export function recallAnchors(document: Document): void {
  const last = document.segments.at(-1);
  const sheet = last?.kind === 'flow' ? last.sheets.at(-1) : undefined;
  if (last?.kind !== 'flow' || sheet === undefined) return;
  const recalled: string[] = [];
  for (let id = last.anchors.at(-1); id !== undefined; id = last.anchors.at(-1)) {
    if (sheet.html.at(-1) !== anchorHtml(id)) break;
    sheet.html.pop();
    last.anchors.pop();
    recalled.unshift(id);
  }
  document.pendingAnchors.unshift(...recalled);
}

/** Leads the bookmarks that wait for content to pages from elsewhere, which are the next segment. */
export function leadToAdded(document: Document): void {
  recallAnchors(document);
  const ids = new Set(document.pendingAnchors.splice(0));
  const segment = document.segments.length;
  document.bookmarks.forEach((bookmark, index) => {
    if (ids.has(bookmark.id)) document.bookmarks[index] = { ...bookmark, segment };
  });
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
