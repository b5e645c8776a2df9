import type { Document } from '../model/document.ts';
import { sheetId } from '../plan/sheets.ts';

/**
 * Gives the sheets of chapters with headers or footers of their own separate kinds of page, because CSS sets margins
 * and margin boxes by kind of page. The start of such a chapter becomes an anchor, so that the print shows its page.
 */
export function settleChapters(document: Document): void {
  const changes = [...new Set(document.runningContent.map(({ chapter }) => chapter))]
    .filter((chapter) => chapter > 0)
    .sort((a, b) => a - b);
  if (changes.length === 0) return;
  for (const segment of document.segments) {
    if (segment.kind !== 'flow') continue;
    segment.sheets.forEach((sheet, index) => {
      const chapter = changes.findLast((change) => change <= sheet.chapter) ?? 0;
      const setup = document.pages[sheet.page];
      if (chapter === 0 || setup === undefined) return;
      const page = `${sheet.page}-chapter${chapter}`;
      document.pages[page] ??= { ...setup, chapter };
      segment.sheets[index] = { ...sheet, page };
      if (document.chapters.some((known) => known.chapter === chapter)) return;
      const id = sheetId(document, segment, segment.sheets[index]);
      document.chapters.push({ chapter, id });
      segment.anchors.push(id);
    });
  }
}
