import { labelText } from '../copy/page-labels.ts';
import type { Source } from '../copy/source.ts';
import { UniqueNames } from '../copy/unique-names.ts';
import type { Piece } from './pieces.ts';
import { withoutEnd } from '../../without-end.ts';

/** Longest name in characters, without `.pdf`: file systems stop at 255 bytes. */
const longest = 80;

/** Characters that some file system does not take, and control characters. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069/\\:*?"<>|]+/g;

/** Names that mean devices on Windows. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A file name for each part, no two alike, by a pattern: `{n}` the part's number (as many digits as the last has), `{parts}` how many there are,
 * `{name}` the document's name, `{title}` the outline item that begins the part (else the document's name and the number), `{from}` and `{to}` its first
 * and last page, `{label}` the label of its first page, `{pages}` how many pages it has. Other braces stay as they are.
 */
export function fileNames(source: Source, pieces: readonly Piece[], pattern = '{name}-{n}', name = 'document'): string[] {
  const digits = String(pieces.length).length;
  const taken = new UniqueNames('-');
  return pieces.map(({ pages, title }, index) => {
    const n = String(index + 1).padStart(digits, '0');
    const [from = 0, to = from] = [pages[0], pages.at(-1)];
    const label = source.labels?.[from];
    const values: Readonly<Record<string, string>> = {
      n,
      parts: String(pieces.length),
      name,
      title: title === null || title.trim() === '' ? `${name}-${n}` : title,
      from: String(from + 1),
      to: String(to + 1),
      label: label === undefined ? String(from + 1) : labelText(label),
      pages: String(pages.length),
    };
    const filled = pattern.replace(/\{(\w+)\}/g, (whole, key: string) => (Object.hasOwn(values, key) ? (values[key] ?? whole) : whole));
    return distinct(safe(filled), taken);
  });
}

function safe(text: string): string {
  const begun = text.normalize('NFC').replace(/\.pdf$/i, '').replace(forbidden, '_').replace(/\s+/g, ' ').replace(/^[. ]+/, '');
  const stem = withoutEnd(begun, /[. ]/);
  const short = withoutEnd(Array.from(stem).slice(0, longest).join(''), /[. ]/);
  return short === '' || reserved.test(short) ? `_${short}` : short;
}

/** Names that differ in case only are one on some file systems. */
function distinct(stem: string, taken: UniqueNames): string {
  const lower = stem.toLowerCase();
  return `${stem}${taken.claim(lower).slice(lower.length)}.pdf`;
}
