const cellStart = /<t[dh]\b/;
const cellEnd = /<\/t[dh]>/;

/** How the widths of cells are estimated. */
export interface CellEstimate {
  /** False for rows that are left out. */
  readonly isCounted: (row: number) => boolean;
  /**
   * Estimates the width of a cell's content, all on one line, and that of its longest word. The latter is needed only
   * where it exceeds `more`, and may be 0 otherwise.
   */
  readonly measure: (cell: string) => { readonly line: number; readonly word: (more: number) => number };
  /**
   * Returns a function from a cell of the row (with its start tag) to its kind: styles may make the cells of a kind
   * wider than their text, so only cells of one kind are compared.
   */
  readonly kindsOf?: (row: number) => (cell: string) => string;
  /** Number of the widest cells that are chosen, of each column and kind. */
  readonly cellsPerKind: number;
}

/** Estimates widths by counting characters. */
export const byCharacters: CellEstimate = {
  isCounted: () => true,
  cellsPerKind: 4,
  measure: (cell) => ({
    line: cell.length,
    word: (more) => (cell.length > more ? cell.split(' ').reduce((max, word) => Math.max(max, word.length), 0) : 0),
  }),
};

/** Maximum number of equally wide cells that are chosen: they may all be the same. */
const maxEqual = 4;
/** Maximum number of kinds of cells. */
const maxKinds = 400;

interface WideCell {
  readonly size: number;
  /** Index of its row. */
  readonly row: number;
}

/** The cells of a kind in a column with the longest lines, and those with the longest words; widest first. */
interface WideCells {
  readonly lines: WideCell[];
  readonly words: WideCell[];
}

/**
 * Returns the indexes (rising) of the rows that hold, for each column and kind, the cells with the longest lines and
 * words; `null` where there are more than 400 kinds.
 */
export function widestRows(
  rows: readonly string[],
  { isCounted, measure, kindsOf = () => () => '', cellsPerKind }: CellEstimate,
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
  for (const [index, row] of rows.entries()) {
    if (!isCounted(index)) continue;
    const kindOf = kindsOf(index);
    row.split(cellEnd).forEach((text, column) => {
      const cell = text.slice(Math.max(0, text.search(cellStart)));
      const { lines, words } = cellsOf(column, kindOf(cell));
      const { line, word } = measure(cell.slice(cell.indexOf('>') + 1));
      addCell(lines, { size: line, row: index }, cellsPerKind);
      addCell(words, { size: word(words.at(-1)?.size ?? 0), row: index }, cellsPerKind);
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

/** Adds a cell to a list of the widest, which holds `maxCells`. */
function addCell(list: WideCell[], cell: WideCell, maxCells: number): void {
  const { size } = cell;
  if (
    (list.length === maxCells && size <= (list.at(-1)?.size ?? 0)) ||
    list.filter((one) => one.size === size).length >= maxEqual
  )
    return;
  list.push(cell);
  list.sort((a, b) => b.size - a.size);
  list.length = Math.min(list.length, maxCells);
}
