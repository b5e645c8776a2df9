import { append } from '../../objects/large-arrays.ts';

/** Text as rules look at it, and where each of its characters comes from. */
export interface NormalText {
  readonly text: string;
  /** For each UTF-16 unit of `text` the index of the piece that it comes from; -1 for one that stands in no piece. */
  readonly origins: readonly number[];
}

/** Characters that show nothing and break nothing (Unicode, Default_Ignorable_Code_Point), soft hyphens among them. */
const ignorable =
  // eslint-disable-next-line no-misleading-character-class
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]|\uDB40[\uDC00-\uDFFF]/g;

const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D\u2043]/g;
const singleQuotes = /[\u2018\u2019\u201A\u201B\u2032\u02BC\u02B9]/g;
const doubleQuotes = /[\u201C\u201D\u201E\u201F\u2033]/g;
const spaces = /[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/** ASCII is what it is. */
const printable = /^[ -~]*$/;

/**
 * Compatibility forms, ligatures, wide forms, hyphens, quotes and spaces of every kind as the plain ones; what shows
 * nothing is gone.
 */
export function normalized(text: string): string {
  if (printable.test(text)) return text;
  return plain(text.replace(ignorable, '').normalize('NFKC').replace(ignorable, ''));
}

/**
 * As `normalized`, for what stands in a regular expression: dashes are escaped, because one in a class would make a
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

/** A piece that stands between texts that have nothing to do with each other. */
export const hardBreak = '\n';

const isMark = /^\p{M}/u;

/** Before it are no marks. */
const firstMark = 0x300;

/**
 * The normal form of each UTF-16 unit that was met: data that is looked at as text has millions, and few different
 * ones.
 */
const normalUnits: (string | undefined)[] = [];

/**
 * Pieces (of one glyph each, or characters of a string) as one normal text; marks are put together with what they stand
 * on.
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
