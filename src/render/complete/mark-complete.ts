import type { Document } from '../model/document.ts';
import type { CompleteSegment } from '../model/segments.ts';

/** Gives pending anchors the beginning or the end of a complete document; all of them share one id. */
export function markComplete(document: Document, segment: CompleteSegment, at: 'start' | 'end'): void {
  const ids = new Set(document.pendingAnchors.splice(0));
  const [first] = ids;
  if (first === undefined) return;
  segment.marks.push({ id: first, at });
  document.bookmarks.forEach((bookmark, index) => {
    if (ids.has(bookmark.id)) document.bookmarks[index] = { ...bookmark, id: first };
  });
}
