import { numberOf } from '../format.ts';
import { cellAt, type PlacedRow } from './grid.ts';
import { isRich, type Cell } from './table-params.ts';

/** How the columns of a table share the width of the page. */
export interface Fit {
  /** How far the type has to shrink for the longest words of all columns to stand side by side; 1 = not at all. */
  readonly scale: number;
  /** True where even the smallest type is too wide for the page: words then break anywhere. */
  readonly tooWide: boolean;
  /** For each column whether its cells are short enough to stand on one line, and there is room for that. */
  readonly nowrap: readonly boolean[];
}

/** Points: about an average character of the table's type, and the padding of a cell. */
const character = 5;
const padding = 12;
/** The same in a table that is short of room (`.fit` in base.css). */
const tightPadding = 6;
/** Type is not set smaller than this part of its size: 9 pt become 5. */
const smallest = 0.55;
/** The same where that keeps the numbers of a table on the page, which are never broken. */
const smallestForNumbers = 0.25;
/** A cell of more characters than this is text, and may wrap. */
const short = 20;
/** Rows that are looked at: enough to know a table by. */
const sample = 2000;

/** Estimates, before the print, how the columns fit into `width` points. */
export function fitColumns(headers: readonly string[], rows: readonly PlacedRow[], width: number): Fit {
  const measures = headers.map((header, column) => measure(header, rows, column));
  const words = measures.map(({ word }) => word * character + padding);
  const lines = measures.map(({ line, word }) => (line <= short ? line : word) * character + padding);
  const roomy = total(lines) <= width;
  const scale = total(words) <= width ? 1 : (width - measures.length * tightPadding) / total(measures.map(({ word }) => word * character));
  const tooWide = scale < smallest;
  return { scale: tooWide ? scaleForNumbers(measures, width) : scale, tooWide, nowrap: measures.map(({ line }) => roomy && line <= short) };
}

/** Headers are turned and words broken, so that numbers alone need width, and a column of words that of two characters. */
function scaleForNumbers(measures: readonly Measure[], width: number): number {
  const characters = total(measures.map(({ number }) => Math.max(number, 2)));
  return Math.min(smallest, Math.max((width - measures.length * tightPadding) / (characters * character), smallestForNumbers));
}

interface Measure {
  readonly line: number;
  readonly word: number;
  /** Characters of the longest number. */
  readonly number: number;
}

/** Characters of the longest cell and of the longest word of a column; a header may wrap, so only its words count. */
function measure(header: string, rows: readonly PlacedRow[], column: number): Measure {
  let [line, word, number] = [0, longestWord(header), 0];
  for (const row of rows.slice(0, sample)) {
    const cell = cellAt(row, column) ?? null;
    const text = textOf(cell);
    if (numberOf(isRich(cell) ? cell.text : cell) !== undefined) number = Math.max(number, text.length);
    line = Math.max(line, text.length);
    word = Math.max(word, longestWord(text));
  }
  return { line: Math.max(line, word), word, number };
}

function textOf(cell: Cell): string {
  const value = isRich(cell) ? (cell.text ?? cell.html?.replace(/<[^<>]*>/g, ' ') ?? '') : cell;
  return value === null ? '' : String(value);
}

function longestWord(text: string): number {
  return text.split(/[\s-]+/, 200).reduce((longest, word) => Math.max(longest, word.length), 0);
}

const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);
