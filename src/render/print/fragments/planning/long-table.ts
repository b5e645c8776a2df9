import type { TablePiece } from '../../../model/document.ts';
import { Spans } from './spans.ts';

/** A table that may be printed in parts. */
export interface LongTable {
  readonly tag: string;
  readonly caption: string;
  /** Columns as the request sets their widths, '' where it sets none. */
  readonly columns: string;
  readonly head: string;
  /** The head stands on every page. */
  readonly repeats: boolean;
  /** A foot that stands on every page; '' where there is none, or it stands behind the last row alone. */
  readonly foot: string;
  /** It stands in HTML of the request, whose style sheets say what it looks like. */
  readonly ofHtml: boolean;
  /** Rows; the first of each body with what stands between it and the row before. */
  readonly rows: readonly string[];
  /** By row: 1 where a part may begin with it. */
  readonly flags: Uint8Array;
  /** Start tags of its bodies. */
  readonly bodies: readonly string[];
  /** By row: the body that it is in, and how many rows of that stand before it. */
  readonly bodyOf: Uint32Array;
  readonly before: Uint32Array;
  /** What stands after the last row. */
  readonly close: string;
  /** Rows with the widest cells of every column, from which columns take the widths that all rows give them. */
  readonly widest: readonly WideRow[];
}

/** A row, the body that it is in, and how many rows of that stand before it. */
interface WideRow {
  readonly row: string;
  readonly body: number;
  readonly before: number;
}

/** With fewer rows a table is printed whole. */
export const leastRows = 60;

export const mayBegin = 1;

/** The table that `pieces` are; `null` where it is short, or `html` is no longer what they are together. */
export function longTable(pieces: readonly TablePiece[], html: string): LongTable | null {
  const [tag, caption, columns, head, ...content] = pieces;
  if (
    content.length < leastRows ||
    typeof tag !== 'string' ||
    typeof caption !== 'string' ||
    typeof columns !== 'string' ||
    typeof head !== 'string'
  )
    return null;
  if (html.length !== pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece : piece.row).length, 0))
    return null;
  const rows: string[] = [];
  const [flags, bodyOf, bodiesBefore] = [
    new Uint8Array(content.length),
    new Uint32Array(content.length),
    new Uint32Array(content.length),
  ];
  const kinds: Record<'rows' | 'reached' | 'groups' | 'subtotals', WideRow[]> = {
    rows: [],
    reached: [],
    groups: [],
    subtotals: [],
  };
  const spans = new Spans();
  let [between, before, bodies] = ['', 0, 0];
  for (const piece of content) {
    if (typeof piece === 'string') {
      const isSubtotal = piece.startsWith('<tr') && rows.length > 0;
      const end = isSubtotal ? piece.lastIndexOf('</tr>') + '</tr>'.length : 0;
      if (isSubtotal) {
        rows[rows.length - 1] = (rows.at(-1) ?? '') + piece.slice(0, end);
        kinds.subtotals.push({ row: piece.slice(0, end), body: bodies - 1, before });
      }
      between += piece.slice(end);
      continue;
    }
    if (between.includes('<tbody>')) {
      const group = between.indexOf('<tr class="group"');
      before = group < 0 ? 0 : 1;
      bodies += 1;
      spans.clear();
      if (group >= 0) kinds.groups.push({ row: between.slice(group), body: bodies - 1, before: 0 });
    }
    flags[rows.length] = piece.whole && piece.row.startsWith('<tr>') ? mayBegin : 0;
    bodyOf[rows.length] = bodies - 1;
    bodiesBefore[rows.length] = before;
    const inFull = spans.take(piece.row);
    kinds[inFull === null ? 'rows' : 'reached'].push({ row: inFull ?? piece.row, body: bodies - 1, before });
    rows.push(between + piece.row);
    before += 1;
    between = '';
  }
  const all = {
    flags: flags.slice(0, rows.length),
    bodyOf,
    before: bodiesBefore,
    bodies: Array.from({ length: bodies }, () => '<tbody>'),
  };
  const widest = Object.values(kinds).flatMap(
    (kind) =>
      widestRows(
        kind.map(({ row }) => row),
        { ...byCharacters, isCounted: () => true },
      )?.flatMap((index) => kind[index] ?? []) ?? [],
  );
  return {
    tag,
    caption,
    columns,
    head,
    repeats: head !== '' && !tag.includes('no-repeat-header'),
    foot: '',
    ofHtml: false,
    rows,
    ...all,
    close: between,
    widest: widest.sort((a, b) => a.body - b.body || a.before - b.before),
  };
}

const cellStart = /<t[dh]\b/;
const cellEnd = /<\/t[dh]>/;

/** How many of the widest cells of a column are looked at: widths are estimated by their characters. */
const looked = 4;

/** What is looked at to find the widest cells. */
export interface Widest {
  /** Rows that are looked at. */
  readonly isCounted: (row: number) => boolean;
  /**
   * The widths of a cell and of its longest word, estimated from what it has in it; the latter is asked for where it is
   * more than so much.
   */
  readonly measure: (cell: string) => { readonly line: number; readonly word: (more: number) => number };
  /**
   * What a cell of a row, given with its start tag, may be wider by than its text says: cells of one kind are compared.
   */
  readonly kindsOf?: (row: number) => (cell: string) => string;
  readonly looked: number;
}

/** Of cells that are as wide as each other these are enough: they may all be the same. */
const maxEqual = 4;
/** Kinds of cells, at most. */
const maxKinds = 400;

const byCharacters: Omit<Widest, 'isCounted'> = {
  looked,
  measure: (cell) => ({
    line: cell.length,
    word: (more) => (cell.length > more ? cell.split(' ').reduce((most, word) => Math.max(most, word.length), 0) : 0),
  }),
};

/** A cell, by the row that it is in. */
interface WideCell {
  readonly size: number;
  readonly row: number;
}

/** The widest cells of a kind in a column, and those with the longest words, the widest first. */
interface WideCells {
  readonly lines: WideCell[];
  readonly words: WideCell[];
}

/**
 * The rows that hold, for each column and kind, the widest cells and those with the longest words; `null` where there
 * are too many kinds.
 */
export function widestRows(
  rows: readonly string[],
  { isCounted, measure, kindsOf = () => () => '', looked: most }: Widest,
): number[] | null {
  const columns: Map<string, WideCells>[] = [];
  let kinds = 0;
  const cellsOf = (column: number, kind: string): WideCells => {
    const known = (columns[column] ??= new Map()).get(kind);
    if (known !== undefined) return known;
    const cells = { lines: [], words: [] };
    columns[column].set(kind, cells);
    kinds += 1;
    return cells;
  };
  const keep = (list: WideCell[], size: number, row: number): void => {
    if (
      (list.length === most && size <= (list.at(-1)?.size ?? 0)) ||
      list.filter((one) => one.size === size).length >= maxEqual
    )
      return;
    list.push({ size, row });
    list.sort((a, b) => b.size - a.size);
    list.length = Math.min(list.length, most);
  };
  for (const [index, row] of rows.entries()) {
    if (!isCounted(index)) continue;
    const kindOf = kindsOf(index);
    row.split(cellEnd).forEach((text, column) => {
      const cell = text.slice(Math.max(0, text.search(cellStart)));
      const { lines, words } = cellsOf(column, kindOf(cell));
      const { line, word } = measure(cell.slice(cell.indexOf('>') + 1));
      keep(lines, line, index);
      keep(words, word(words.at(-1)?.size ?? 0), index);
    });
    if (kinds > columns.length + maxKinds) return null;
  }
  const chosen = new Set(
    columns.flatMap((column) =>
      [...column.values()].flatMap(({ lines, words }) => [...lines, ...words].map(({ row }) => row)),
    ),
  );
  return [...chosen].sort((a, b) => a - b);
}
