import { AppError } from '../../../problems.ts';
import { textWidth } from '../../html/text-width.ts';
import { cellAt, type PlacedRow } from './grid.ts';
import { isRich, type Plain } from './table-params.ts';

/** How the columns of a table share the width of the page. */
export interface Fit {
  /** How far type and padding have to shrink for what may not be broken to stand side by side; 1 = not at all. */
  readonly scale: number;
  /** True where headers are turned, so that they need the width of a line alone. */
  readonly turned: boolean;
  /** True where even so the smallest type is too wide for the page: words then break anywhere, numbers never. */
  readonly breaks: boolean;
  /** For each column whether its cells are short enough to stand on one line, and there is room for that. */
  readonly nowrap: readonly boolean[];
  /** For each column whether it has words that are too long for any, which break anywhere. */
  readonly anywhere: readonly boolean[];
}

/** A column as far as its width depends on it. */
export interface FitColumn {
  readonly header: string;
  /** True when its cells are numbers, which stand on one line. */
  readonly numeric: boolean;
  readonly write: (value: Plain) => string;
  /** The cell in the footer, if any. */
  readonly total: string;
}

/**
 * Where a table stands: the points from side to side, the size of its type where that is set, and the JSON Pointer to
 * its columns.
 */
export interface Room {
  readonly width: number;
  readonly fontSize: number | null;
  readonly pointer: string;
}

/** Points of a table's type before it is made to fit. */
export const typeSize = ({ fontSize }: Pick<Room, 'fontSize'>) => fontSize ?? type;

/** Points: the table's type where none is set, and the padding of a cell. */
const type = 9;
const padding = 12;
/** Padding in a table that is short of room (`.fit` in base.css); it shrinks with the type. */
const tightPadding = 6;
/**
 * Type is not set smaller than these parts of its size: 9 pt become 5, or 4 where headers are turned, and a good 2
 * where that keeps the numbers of a table on the page.
 */
const smallest = { plain: 0.55, turned: 0.45, broken: 0.25 };
/** Points that a turned header needs, and a column of words that are broken. */
const line = 11;
const brokenWord = 30;
/** A cell of more characters than this is text, and may wrap. */
const short = 20;
/** A word of more characters is broken before others get smaller for it: an address, a key. */
const longestWhole = 28;
/** Rows that are looked at: enough to know a table by. */
const sample = 2000;

/**
 * Estimates, before the print, how the columns fit into their room. Throws AppError `limit-exceeded` where they do not,
 * whatever is done.
 */
export function fitColumns(
  columns: readonly FitColumn[],
  rows: readonly PlacedRow[],
  { width: room, fontSize, pointer }: Room,
): Fit {
  const width = (room * type) / typeSize({ fontSize }); // as if none was set
  const measures = columns.map((column, index) => measure(column, rows, index));
  const anywhere = measures.map(({ long }) => long);
  const nowrap = (roomy: boolean) => measures.map(({ characters }) => roomy && characters <= short);
  const words = measures.map(({ cell, header }) => Math.max(cell, header));
  if (total(words) + columns.length * padding <= width) {
    const lines = measures.map(({ characters, text, cell, header }) =>
      Math.max(characters <= short ? text : cell, header),
    );
    return {
      scale: 1,
      turned: false,
      breaks: false,
      nowrap: nowrap(total(lines) + columns.length * padding <= width),
      anywhere,
    };
  }
  const scaleOf = (widths: readonly number[]) => Math.min(width / (total(widths) + columns.length * tightPadding), 1);
  const plain = scaleOf(words);
  if (plain >= smallest.plain) return { scale: plain, turned: false, breaks: false, nowrap: nowrap(false), anywhere };
  const turned = scaleOf(measures.map(({ cell }) => Math.max(cell, line)));
  if (turned >= smallest.turned) return { scale: turned, turned: true, breaks: false, nowrap: nowrap(false), anywhere };
  const broken = scaleOf(
    measures.map(({ cell }, index) =>
      Math.max(columns[index]?.numeric === true ? cell : Math.min(cell, brokenWord), line),
    ),
  );
  if (broken < smallest.broken)
    throw tooWide(columns.length, Math.ceil((room * smallest.broken) / broken), room, pointer);
  return { scale: Math.min(broken, smallest.turned), turned: true, breaks: true, nowrap: nowrap(false), anywhere };
}

function tooWide(columns: number, needed: number, width: number, pointer: string): AppError {
  const message =
    `the table's ${columns} columns need about ${needed} pt in the smallest type, the page has ` +
    `${Math.floor(width)} pt between its margins`;
  return new AppError(
    'limit-exceeded',
    `The table is too wide: ${message}. Give it a page of its own that is wider (\`add_page\` with "size": ` +
      '"A3", "orientation": "landscape" and a small "margin", or with a width and height), leave columns out, or ' +
      'make two tables of it.',
    { errors: [{ pointer, message }] },
  );
}

/** Points in the table's type. */
interface Measure {
  /** Of the longest word of the cells; a number is one, whatever spaces it has. */
  readonly cell: number;
  /** Of the longest cell, and its characters. */
  readonly text: number;
  readonly characters: number;
  /** True where that is too long a word for any column. */
  readonly long: boolean;
  /** Of the longest word of the header, which may wrap. */
  readonly header: number;
}

function measure(
  { header, numeric, write, total: sum }: FitColumn,
  rows: readonly PlacedRow[],
  column: number,
): Measure {
  let [text, word] = ['', ''];
  const take = (cell: string) => {
    if (cell.length > text.length) text = cell;
    const longest = numeric ? cell : longestWord(cell);
    if (longest.length > word.length) word = longest;
  };
  for (const row of rows.slice(0, sample)) {
    const cell = cellAt(row, column) ?? null;
    if (isRich(cell) && (cell.colspan ?? 1) > 1) continue;
    take(isRich(cell) ? (cell.html?.replace(/<[^<>]*>/g, ' ') ?? write(cell.text ?? null)) : write(cell));
  }
  if (numeric || sum.length <= short) take(sum);
  const long = !numeric && word.length > longestWhole;
  return {
    cell: width(long ? word.slice(0, longestWhole) : word),
    long,
    text: width(text.slice(0, short)),
    characters: text.length,
    header: width(longestWord(header)),
  };
}

/** Tabular figures are a little wider than those that text is measured by; headers and totals are set in semi-bold. */
const width = (text: string) => textWidth(text.slice(0, 200).replace(/\d/g, '0'), type, { bold: true });

function longestWord(text: string): string {
  return text.split(/[\s-]+/, 200).reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

const total = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one, 0);
