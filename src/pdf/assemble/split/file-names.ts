import { labelText } from '../../facts/page-labels.ts';
import type { Report } from '../../facts/report.ts';
import type { Source } from '../../facts/source.ts';
import { UniqueNames } from '../../facts/unique-names.ts';
import type { Piece } from './piece.ts';
import { nearName } from '../../../near-names.ts';
import { withoutEnd } from '../../../without-end.ts';

/** Characters and bytes of a name without `.pdf` and a number that makes it unique: file systems allow 255 bytes. */
const maxLength = 80;
const maxBytes = 240;

/** Control characters, and characters that some file system forbids. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const forbidden = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069/\\:*?"<>|]+/g;

/** Placeholders of a pattern, written in braces. */
const placeholders = ['n', 'parts', 'name', 'title', 'text', 'from', 'to', 'label', 'pages'] as const;
type Values = Readonly<Record<(typeof placeholders)[number], string>>;

interface Naming {
  readonly pattern: string | undefined;
  /** Name of the document without `.pdf`. */
  readonly name: string;
  /** `{text}` of each part, where it has one; `null` = the request names no expression. */
  readonly texts: readonly (string | null)[] | null;
  /** Receives warnings: of unknown placeholders, and of parts without a text. */
  readonly report: Report;
}

/** Device names on Windows. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A unique file name for each part, by a pattern: `{n}` is the number of the part (padded to the digits of the last),
 * `{parts}` their number, `{name}` the document's name, `{title}` the outline item that begins the part, `{text}` the
 * text of the part (each of these two is name and number of a part that has none), `{from}` and `{to}` its first and
 * last page, `{label}` the label of its first page, `{pages}` its number of pages. Other braces stay, with a warning.
 */
export function fileNames(
  source: Source,
  pieces: readonly Piece[],
  { pattern = '{name}-{n}', name, texts, report }: Naming,
): string[] {
  warnOfPattern(pattern, texts, report);
  const digits = String(pieces.length).length;
  const taken = new UniqueNames('-');
  return pieces.map(({ pages, title }, index) => {
    const n = String(index + 1).padStart(digits, '0');
    const [from = 0, to = from] = [pages[0], pages.at(-1)];
    const label = source.labels?.[from];
    const numbered = `${name}-${n}`;
    const values: Values = {
      n,
      parts: String(pieces.length),
      name,
      title: title === null || title.trim() === '' ? numbered : title,
      text: texts?.[index] ?? numbered,
      from: String(from + 1),
      to: String(to + 1),
      label: label === undefined ? String(from + 1) : labelText(label),
      pages: String(pages.length),
    };
    const filled = pattern.replace(/\{(\w+)\}/g, (whole, key: string) => (isPlaceholder(key) ? values[key] : whole));
    return distinct(safe(filled), taken);
  });
}

function warnOfPattern(pattern: string, texts: Naming['texts'], report: Report): void {
  for (const unknown of unknownPlaceholders(pattern)) {
    const near = nearName(unknown, placeholders);
    const advice =
      near === null
        ? `Placeholders are ${placeholders.map((one) => `{${one}}`).join(', ')}.`
        : `Did you mean {${near}}?`;
    report.warn(`\`names\` has {${unknown}}, which is no placeholder and stays as it is. ${advice}`);
  }
  if (texts === null) return;
  if (!pattern.includes('{text}')) {
    report.warn('`nameText` has no effect, because `names` does not have {text}.');
    return;
  }
  const without = texts.flatMap((text, index) => (text === null ? [index + 1] : []));
  if (without.length > 0)
    report.warn(
      `\`nameText\` matches nothing on the first page of ${without.length === 1 ? 'part' : 'parts'} ` +
        `${without.join(', ')}. There, {text} is the name of the document and the number of the part.`,
    );
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
  const short = withoutEnd(cut(stem), /[. ]/);
  return short === '' || reserved.test(short) ? `_${short}` : short;
}

/** The text up to the largest length. */
function cut(text: string): string {
  const characters = Array.from(text).slice(0, maxLength);
  while (Buffer.byteLength(characters.join('')) > maxBytes) characters.pop();
  return characters.join('');
}

/** Names that differ only in case are equal on some file systems. */
function distinct(stem: string, taken: UniqueNames): string {
  const lower = stem.toLowerCase();
  return `${stem}${taken.claim(lower).slice(lower.length)}.pdf`;
}
