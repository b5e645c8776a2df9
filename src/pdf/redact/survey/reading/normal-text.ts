import { append } from '../../../objects/large-arrays.ts';

/** Text in the form that rules search, with the origin of each character. */
export interface NormalText {
  readonly text: string;
  /** For each UTF-16 unit of `text` the index of its piece; -1 for a unit between pieces. */
  readonly origins: readonly number[];
}

/** Characters without a glyph that break nothing (Unicode, Default_Ignorable_Code_Point), soft hyphens included. */
const ignorable =
  // eslint-disable-next-line no-misleading-character-class
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]|\uDB40[\uDC00-\uDFFF]/g;

const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D\u2043]/g;
const singleQuotes = /[\u2018\u2019\u201A\u201B\u2032\u02BC\u02B9]/g;
const doubleQuotes = /[\u201C\u201D\u201E\u201F\u2033]/g;
const spaces = /[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/** Printable ASCII is in normal form already. */
const printable = /^[ -~]*$/;

/**
 * Text in compatibility form, with plain letters for ligatures and wide forms, and plain hyphens, quotes and spaces.
 * Ignorable characters are dropped.
 */
export function normalized(text: string): string {
  if (printable.test(text)) return text;
  return plain(text.replace(ignorable, '').normalize('NFKC').replace(ignorable, ''));
}

/**
 * `normalized` for the source of a regular expression: dashes are escaped, because a dash in a class would make a
 * range.
 */
export function normalizedPattern(pattern: string): string {
  return pattern
    .replace(dashes, '\\-')
    .replace(singleQuotes, "'")
    .replace(doubleQuotes, '"')
    .replace(/[\u00A0\u202F\u3000]/g, ' ');
}

const plain = (text: string): string =>
  text.replace(dashes, '-').replace(singleQuotes, "'").replace(doubleQuotes, '"').replace(spaces, ' ');

/** The piece between texts that do not belong together. */
export const hardBreak = '\n';

const isMark = /^\p{M}/u;

/** There are no combining marks below this code point. */
const firstMark = 0x300;

/**
 * Cache of the normal form of each UTF-16 unit: data that is searched as text has millions of units, but few different
 * ones.
 */
const normalUnits: (string | undefined)[] = [];

/**
 * Joins pieces (of one glyph each, or the characters of a string) to one normal text. Combining marks are joined with
 * their base.
 */
export function joined(pieces: readonly string[]): NormalText {
  const texts: string[] = [];
  const origins: number[] = [];
  for (let at = 0; at < pieces.length;) {
    let cluster = pieces[at] ?? '';
    const first = at;
    at += 1;
    while (at < pieces.length && startsWithMark(pieces[at] ?? '')) cluster += pieces[at++] ?? '';
    const normal = cluster.length === 1 ? normalUnit(cluster) : normalized(cluster);
    texts.push(normal);
    if (normal.length === 1) origins.push(first);
    else append(origins, new Array<number>(normal.length).fill(first));
  }
  return { text: texts.join(''), origins };
}

const startsWithMark = (piece: string): boolean => piece.charCodeAt(0) >= firstMark && isMark.test(piece);

function normalUnit(unit: string): string {
  return unit === hardBreak ? unit : (normalUnits[unit.charCodeAt(0)] ??= normalized(unit));
}
