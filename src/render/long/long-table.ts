import type { TablePiece } from '../document.ts';

/** A table that may be printed in parts. */
export interface LongTable {
  readonly tag: string;
  readonly caption: string;
  /** Columns as the request sets their widths, '' where it sets none. */
  readonly columns: string;
  readonly head: string;
  /** Rows with what stands between them and the row before. */
  readonly rows: readonly string[];
  /** By row: 1 where a part may begin with it, plus 2 where an odd number of rows stand before it in its `<tbody>`. */
  readonly flags: Uint8Array;
  /** What stands after the last row. */
  readonly close: string;
  /** Rows with the widest cells of every column, from which columns take the widths that all rows give them. */
  readonly widest: readonly string[];
}

/** True for a table whose head is on every page. */
export const repeatsHead = ({ tag }: LongTable) => !tag.includes('no-repeat-header');

/** With fewer rows a table is printed whole. */
const leastRows = 60;

export const mayBegin = 1;
export const afterOdd = 2;

/** The table that `pieces` are; `null` where it is short, or `html` is no longer what they are together. */
export function longTable(pieces: readonly TablePiece[], html: string): LongTable | null {
  const [tag, caption, columns, head, ...content] = pieces;
  if (content.length < leastRows || typeof tag !== 'string' || typeof caption !== 'string' || typeof columns !== 'string' || typeof head !== 'string') return null;
  if (html.length !== pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece : piece.row).length, 0)) return null;
  const rows: string[] = [];
  const flags = new Uint8Array(content.length);
  let between = '';
  let before = 0;
  for (const piece of content) {
    if (typeof piece === 'string') {
      between += piece;
      continue;
    }
    if (between.includes('<tbody>')) before = between.includes('class="group"') ? 1 : 0;
    flags[rows.length] = (between === '' && piece.whole && piece.row.startsWith('<tr>') ? mayBegin : 0) + (before % 2 === 1 ? afterOdd : 0);
    rows.push(between + piece.row);
    before += 1;
    between = '';
  }
  return { tag, caption, columns, head, rows, flags: flags.slice(0, rows.length), close: between, widest: widestRows(rows, flags) };
}

const cellStart = /<t[dh]\b/;
const cellEnd = /<\/t[dh]>/;

/** How many of the widest cells of a column are looked at: widths are estimated by their characters. */
const looked = 4;

/** Rows that hold, for each column, the cells with the most characters and those with the longest words. */
function widestRows(rows: readonly string[], flags: Uint8Array): string[] {
  const chosen = new Set<number>();
  const longest: { size: number; row: number }[][] = [];
  const keep = (key: number, size: number, row: number): void => {
    const list = (longest[key] ??= []);
    if (list.length === looked && size <= (list.at(-1)?.size ?? 0)) return;
    list.push({ size, row });
    list.sort((a, b) => b.size - a.size);
    list.length = Math.min(list.length, looked);
  };
  rows.forEach((row, index) => {
    if (((flags[index] ?? 0) & mayBegin) === 0) return;
    row.split(cellEnd).forEach((cell, column) => {
      const text = cell.slice(cell.indexOf('>', cell.search(cellStart)) + 1);
      keep(2 * column, text.length, index);
      if (text.length > (longest[2 * column + 1]?.at(-1)?.size ?? 0)) keep(2 * column + 1, text.split(' ').reduce((most, word) => Math.max(most, word.length), 0), index);
    });
  });
  for (const list of longest) for (const { row } of list) chosen.add(row);
  return [...chosen].sort((a, b) => a - b).map((row) => rows[row] ?? '');
}
