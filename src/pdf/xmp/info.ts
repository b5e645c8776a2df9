import { pdfDate } from '../objects/date.ts';
import type { Invoice } from './attachment.ts';

/**
 * The metadata of a document. The Info dictionary and XMP are both written from this one object, so they never
 * contradict each other.
 */
export interface DocumentInfo {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: readonly string[];
  /** The application that made the original. */
  readonly creator: string;
  /** What wrote the PDF. */
  readonly producer: string;
  readonly custom: Readonly<Record<string, string>>;
  readonly lang: string | null;
  /** Creation and modification; `null` leaves both out (`deterministic`). */
  readonly date: Date | null;
  /** Properties in XMP of the invoice that the document carries as XML, if any. */
  readonly invoice?: Invoice | null;
}

/** The Info dictionary (ISO 32000-2, 14.3.3). */
export function infoDictionary(info: DocumentInfo): string {
  const date = info.date === null ? null : `(${pdfDate(info.date)})`;
  const entries: [string, string | null][] = [
    ['Title', textOrNull(info.title)],
    ['Author', textOrNull(info.author)],
    ['Subject', textOrNull(info.subject)],
    ['Keywords', info.keywords.length === 0 ? null : textString(info.keywords.join(', '))],
    ['Creator', textString(info.creator)],
    ['Producer', textString(info.producer)],
    ['CreationDate', date],
    ['ModDate', date],
    ...Object.entries(info.custom).map(([name, value]): [string, string] => [nameToken(name), textString(value)]),
  ];
  return `<<${entries.flatMap(([name, value]) => (value === null ? [] : [`/${name} ${value}`])).join('\n')}>>`;
}

function textOrNull(text: string | null): string | null {
  return text === null || text === '' ? null : textString(text);
}

/** A text string (7.9.2.2): ASCII as a literal, anything else as UTF-16BE in hexadecimal. */
export function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  const units = Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
  return `<FEFF${units}>`;
}

/** A name's characters (7.3.5): anything but regular ASCII as #xx of its UTF-8 bytes. */
function nameToken(name: string): string {
  return Buffer.from(name, 'utf8')
    .toString('latin1')
    .replace(/[^A-Za-z0-9_.-]/g, (byte) => `#${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);
}
