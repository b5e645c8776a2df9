import { AppError } from '../../../problems.ts';
import { textWidth } from '../../html/text-width.ts';
import { cellAt, type PlacedRow } from './grid.ts';
import { isRich, type Plain } from './table-params.ts';
import { withExamples } from '../../typeset/references/reference.ts';
import type { Density } from '../../model/types/density.ts';

/** How the columns of a table share the width of the page. */
export interface Fit {
  /** Scale of type and padding at which unbreakable content fits side by side; 1 = full size. */
  readonly scale: number;
  /** True where headers are turned by 90°, so that a column needs only the width of a line for them. */
  readonly turned: boolean;
  /** True where the smallest type is still too wide for the page: words then break at any character, numbers never. */
  readonly breaks: boolean;
  /** For each column whether its cells are short enough, and have space enough, for one line. */
  readonly nowrap: readonly boolean[];
  /** For each column whether it has words that are too long for any column, which break at any character. */
  readonly anywhere: readonly boolean[];
}

/** The properties of a column that its width depends on. */
export interface FitColumn {
  readonly header: string;
  /** True when its cells are numbers, each on one line. */
  readonly numeric: boolean;
  readonly write: (value: Plain) => string;
  /** The footer cell; '' = none. */
  readonly total: string;
}

/** Space for a table: width in points, type size in points where it is set, and the JSON Pointer to the columns. */
export interface Room {
  readonly density: Density;
  readonly width: number;
  readonly fontSize: number | null;
  readonly pointer: string;
}

/** Type size of a table in points, before it is fitted. */
export const typeSize = ({ fontSize }: Pick<Room, 'fontSize'>) => fontSize ?? type;

/** Type below this is hard to read, in points. */
const readable = 6;
/** How much smaller the type may become so that values are not broken, and text has room for more than a word a line. */
const comfort = 0.85;
/** The largest scale below 1, with which a table has the narrow padding of `.fit`. */
const almostFull = 0.99;

/** True where the columns hardly fit: headers are turned, or type of this size in points becomes too small to read. */
export const isTight = ({ scale, turned }: Fit, size: number): boolean =>
  turned || (scale < 1 && size * scale < readable);

/** Default type size of tables, and padding of a cell on both sides, in points (base.css). */
const type = 9;
const paddings: Readonly<Record<Density, number>> = { compact: 8, normal: 12, wide: 18 };
/** Padding in a table that is fitted (`.fit` in base.css); it shrinks with the type. */
const tightPadding = 6;
/**
 * Minimum scale of the type: 9 pt become 5, or 4 with turned headers, and about 2 where only that fits the numbers of a
 * table on the page.
 */
const smallest = { plain: 0.55, turned: 0.45, broken: 0.25 };
/** Minimum width of a column with a turned header, and of one with broken words, in points. */
const line = 11;
const brokenWord = 30;
/** A cell with more characters is text, and may wrap. */
const short = 20;
/** A longer word (an address, a key) is broken before the type gets smaller. Characters. */
const longestWhole = 28;
/** A value that is read as one: a telephone number, a date, an account, a postcode. */
const valuePattern = /^(?=.*\d)[+(]?[\p{Lu}\d][\p{Lu}\d\s()+./:\u2013-]*$/u;
/** The number of lines that the longest text of a column has, and the largest share in characters, where there is room. */
const textLines = 3;
const widestText = 60;
/** A text as wide as a sparkline, which is 6 em (base.css). */
const sparklineText = '0'.repeat(10);
/** Number of rows that are measured. */
const sample = 2000;

/** Estimates, before the print, how the columns fit. Throws AppError `limit-exceeded` where they cannot. */
export function fitColumns(
  columns: readonly FitColumn[],
  rows: readonly PlacedRow[],
  { width: room, fontSize, pointer, density }: Room,
): Fit {
  const measures = columns.map((column, index) => measure(column, rows, index));
  const size = typeSize({ fontSize });
  const width = (room * type) / size; // as if none was set
  const roomy = roomyFit(measures, { width, size, padding: paddings[density] });
  if (roomy !== null) return roomy;
  const anywhere = measures.map(({ long }) => long);
  const nowrap = measures.map(() => false);
  const scaleOf = (widths: readonly number[]) => tightScale(widths, width);
  const plain = scaleOf(measures.map(({ cell, header }) => Math.max(cell, header)));
  if (plain >= smallest.plain) return { scale: plain, turned: false, breaks: false, nowrap, anywhere };
  const turned = scaleOf(measures.map(({ cell }) => Math.max(cell, line)));
  if (turned >= smallest.turned) return { scale: turned, turned: true, breaks: false, nowrap, anywhere };
  const broken = scaleOf(
    measures.map(({ cell }, index) =>
      Math.max(columns[index]?.numeric === true ? cell : Math.min(cell, brokenWord), line),
    ),
  );
  if (broken < smallest.broken)
    throw tooWide(columns.length, Math.ceil((room * smallest.broken) / broken), room, pointer);
  return { scale: Math.min(broken, smallest.turned), turned: true, breaks: true, nowrap, anywhere };
}

const tightScale = (widths: readonly number[], width: number) =>
  Math.min(width / (total(widths) + widths.length * tightPadding), 1);

/**
 * The fit of columns that have more room than their longest words need: at full size, or a little smaller, so that no
 * value is broken and text has few lines. Null where there is no such room.
 */
function roomyFit(
  measures: readonly Measure[],
  { width, size, padding }: { readonly width: number; readonly size: number; readonly padding: number },
): Fit | null {
  const upright = { turned: false, breaks: false, anywhere: measures.map(({ long }) => long) };
  const fits = (widths: readonly number[]) => total(widths) + widths.length * padding <= width;
  const words = measures.map(({ cell, header }) => Math.max(cell, header));
  const values = measures.map(({ whole, header }) => Math.max(whole, header));
  const lines = measures.map(({ characters, text, whole, header }) =>
    Math.max(characters <= short ? text : whole, header),
  );
  const prose = measures.map(({ prose: text }, index) => Math.max(text, values[index] ?? 0));
  const isFull = fits(words);
  if (isFull && fits(lines))
    return { scale: 1, ...upright, nowrap: measures.map(({ characters, value }) => value || characters <= short) };
  const whole = measures.map(({ value }) => value);
  if (isFull && fits(values)) return { scale: 1, ...upright, nowrap: whole };
  const least = isFull ? 1 : tightScale(words, width);
  const smaller = (isFull ? [values] : [prose, values])
    .map((widths) => Math.min(tightScale(widths, width), almostFull))
    .find((scale) => scale >= comfort * least && scale * size >= readable);
  if (smaller !== undefined) return { scale: smaller, ...upright, nowrap: whole };
  return isFull ? { scale: 1, ...upright, nowrap: measures.map(() => false) } : null;
}

function tooWide(columns: number, needed: number, width: number, pointer: string): AppError {
  const message =
    `the table's ${columns} columns need about ${needed} pt in the smallest type, the page has ` +
    `${Math.floor(width)} pt between its margins`;
  return new AppError(
    'limit-exceeded',
    `The table is too wide: ${message}. Give it a wider page of its own (\`add_page\` with "size": ` +
      '"A3", "orientation": "landscape" and a small "margin", or with a width and height), leave columns out, or ' +
      'make two tables of it.',
    { errors: [{ pointer, message }] },
  );
}

/** Widths in points, in the table's type. */
interface Measure {
  /** Width of the longest word in the cells; a number counts as a word, even with spaces. */
  readonly cell: number;
  /** Width of the longest cell, and its number of characters. */
  readonly text: number;
  readonly characters: number;
  /** The same where a value that is read as one counts as a word. */
  readonly whole: number;
  /** True where all cells are such values. */
  readonly value: boolean;
  /** Width at which the longest text has a few lines. */
  readonly prose: number;
  /** True where that word is too long for any column. */
  readonly long: boolean;
  /** Width of the longest word in the header, which may wrap. */
  readonly header: number;
}

function measure(
  { header, numeric, write, total: sum }: FitColumn,
  rows: readonly PlacedRow[],
  column: number,
): Measure {
  let [text, word] = ['', ''];
  let value = !numeric;
  const take = (given: string) => {
    const cell = withExamples(given);
    if (cell !== '') value &&= cell.length <= longestWhole && valuePattern.test(cell);
    if (cell.length > text.length) text = cell;
    const longest = numeric ? cell : longestWord(cell);
    if (longest.length > word.length) word = longest;
  };
  for (const row of rows.slice(0, sample)) {
    const cell = cellAt(row, column) ?? null;
    if (isRich(cell) && (cell.colspan ?? 1) > 1) continue;
    if (isRich(cell) && cell.sparkline !== undefined) take(sparklineText);
    else take(isRich(cell) ? (cell.html?.replace(/<[^<>]*>/g, ' ') ?? write(cell.text ?? null)) : write(cell));
  }
  if (numeric || sum.length <= short) take(sum);
  const long = !numeric && word.length > longestWhole;
  const cell = width(long ? word.slice(0, longestWhole) : word);
  value &&= text !== '';
  return {
    cell,
    whole: value ? Math.max(cell, width(text)) : cell,
    value,
    prose: text.length > short ? width(text.slice(0, widestText)) / textLines : 0,
    long,
    text: width(text.slice(0, short)),
    characters: text.length,
    header: width(longestWord(withExamples(header))),
  };
}

/** Factors: tabular figures are a little wider than those that are measured; headers and totals are semi-bold. */
const width = (text: string) => textWidth(text.slice(0, 200).replace(/\d/g, '0'), type, { bold: true });

function longestWord(text: string): string {
  return text.split(/[\s-]+/, 200).reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

const total = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one, 0);
