import { utcDate } from '../objects/date.ts';
import type { OpenDocument } from '../pdfium/document.ts';
import { utf16, withString } from '../pdfium/memory.ts';
import type { Metadata } from './extracted.ts';

/** The metadata of the document information dictionary (ISO 32000-2, 14.3.3) and the catalog. */
export function metadataOf({ engine, handle, pages, encrypted }: OpenDocument): Metadata {
  const { calls } = engine;
  const entry = (key: string) =>
    withString(engine, key, (tag) =>
      utf16(engine, (buffer, bytes) => calls.FPDF_GetMetaText(handle, tag, buffer, bytes)),
    );
  const text = (key: string) => entry(key).trim() || null;
  return {
    title: text('Title'),
    author: text('Author'),
    subject: text('Subject'),
    keywords: text('Keywords'),
    creator: text('Creator'),
    producer: text('Producer'),
    created: utcDate(entry('CreationDate')),
    modified: utcDate(entry('ModDate')),
    pages,
    lang: utf16(engine, (buffer, bytes) => calls.FPDFCatalog_GetLanguage(handle, buffer, bytes)).trim() || null,
    tagged: calls.FPDFCatalog_IsTagged(handle) !== 0,
    encrypted,
  };
}
