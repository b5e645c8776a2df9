import { labelText } from '../../facts/page-labels.ts';
import type { Report } from '../../facts/report.ts';
import type { Source } from '../../facts/source.ts';
import { UniqueNames } from '../../facts/unique-names.ts';
import type { Piece } from './piece.ts';
import { nearName } from '../../../near-names.ts';
import { withoutEnd } from '../../../without-end.ts';

/** Characters of a name without `.pdf`: file systems allow 255 bytes. */
const maxLength = 80;

/** Control characters, and characters that some file system forbids. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069/\\:*?"<>|]+/g;

/** Placeholders of a pattern, written in braces. */
const placeholders = ['n', 'parts', 'name', 'title', 'from', 'to', 'label', 'pages'] as const;
type Values = Readonly<Record<(typeof placeholders)[number], string>>;

interface Naming {
  readonly pattern: string | undefined;
  /** Name of the document without `.pdf`. */
  readonly name: string;
  /** Receives warnings about unknown placeholders. */
  readonly report: Report;
}

/** Device names on Windows. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A unique file name for each part, by a pattern: `{n}` is the number of the part (padded to the digits of the last),
 * `{parts}` their number, `{name}` the document's name, `{title}` the outline item that begins the part (else name and
 * number), `{from}` and `{to}` its first and last page, `{label}` the label of its first page, `{pages}` its number of
 * pages. Other braces stay, with a warning.
 */
export function fileNames(
  source: Source,
  pieces: readonly Piece[],
  { pattern = '{name}-{n}', name, report }: Naming,
): string[] {
  for (const unknown of unknownPlaceholders(pattern)) {
    const near = nearName(unknown, placeholders);
    const advice =
      near === null
        ? `Placeholders are ${placeholders.map((one) => `{${one}}`).join(', ')}.`
        : `Did you mean {${near}}?`;
    report.warn(`\`names\` has {${unknown}}, which is no placeholder and stays as it is. ${advice}`);
  }
  const digits = String(pieces.length).length;
  const taken = new UniqueNames('-');
  return pieces.map(({ pages, title }, index) => {
    const n = String(index + 1).padStart(digits, '0');
    const [from = 0, to = from] = [pages[0], pages.at(-1)];
    const label = source.labels?.[from];
    const values: Values = {
      n,
      parts: String(pieces.length),
      name,
      title: title === null || title.trim() === '' ? `${name}-${n}` : title,
      from: String(from + 1),
      to: String(to + 1),
      label: label === undefined ? String(from + 1) : labelText(label),
      pages: String(pages.length),
    };
    const filled = pattern.replace(/\{(\w+)\}/g, (whole, key: string) => (isPlaceholder(key) ? values[key] : whole));
    return distinct(safe(filled), taken);
  });
}

function isPlaceholder(key: string): key is keyof Values {
  return (placeholders as readonly string[]).includes(key);
}

function unknownPlaceholders(pattern: string): Set<string> {
  const keys = [...pattern.matchAll(/\{([^{}]{1,60})\}/g)].map(([, key = '']) => key);
  return new Set(keys.filter((key) => !isPlaceholder(key)));
}

function safe(text: string): string {
  const begun = text
    .normalize('NFC')
    .replace(/\.pdf$/i, '')
    .replace(forbidden, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const stem = withoutEnd(begun, /[. ]/);
  const short = withoutEnd(Array.from(stem).slice(0, maxLength).join(''), /[. ]/);
  return short === '' || reserved.test(short) ? `_${short}` : short;
}

/** Names that differ only in case are equal on some file systems. */
function distinct(stem: string, taken: UniqueNames): string {
  const lower = stem.toLowerCase();
  return `${stem}${taken.claim(lower).slice(lower.length)}.pdf`;
}
