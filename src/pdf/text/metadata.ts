import type { OpenDocument } from '../pdfium/document.ts';
import { utf16, withString } from '../pdfium/memory.ts';
import type { Metadata } from './extracted.ts';

/** What the document information dictionary (ISO 32000-2, 14.3.3) and the catalog say. */
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
    created: dateOf(entry('CreationDate')),
    modified: dateOf(entry('ModDate')),
    pages,
    lang: utf16(engine, (buffer, bytes) => calls.FPDFCatalog_GetLanguage(handle, buffer, bytes)).trim() || null,
    tagged: calls.FPDFCatalog_IsTagged(handle) !== 0,
    encrypted,
  };
}

const pdfDate = /^D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([Zz+-])(\d\d)?'?(\d\d)?)?/;

/** A PDF date (ISO 32000-2, 7.9.4) as RFC 3339 UTC; without a zone it is taken as UTC. `null` where it is no date. */
export function dateOf(text: string): string | null {
  const match = pdfDate.exec(text.trim());
  if (!match) return null;
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    zoneHours = '00',
    zoneMinutes = '00',
  ] = match;
  const zone = sign === '+' || sign === '-' ? `${sign}${zoneHours}:${zoneMinutes}` : 'Z';
  const date = new Date(`${year ?? ''}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace('.000Z', 'Z');
}
