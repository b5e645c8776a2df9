import { mapCells } from './markup.ts';

const span = / (?:row|col)span="/;
const spanOf = (attributes: string, name: string) =>
  Number(new RegExp(` ${name}span="\\s*(\\d+)`).exec(attributes)?.[1] ?? 1);

/** Maximum number of columns. */
const maxColumns = 1000;

/** Cells that reach into the rows below (HTML, 4.9.12). */
export class Spans {
  /** For each column, the number of further rows that it is covered in. */
  #covered: number[] = [];
  /** True where cells span too many columns, all rows to the end, or rows that may be hidden. */
  areTooMany = false;

  clear(): void {
    this.#covered = [];
  }

  /** True where a cell above reaches into the next row. */
  get cover(): boolean {
    return this.#covered.some((rows) => rows > 0);
  }

  /**
   * Takes the next row. Returns the row without its row spans, and with empty cells for those from above; `null` where
   * it has neither.
   */
  take(row: string): string | null {
    if (this.areTooMany || (!this.cover && !span.test(row))) return null;
    const next = this.#covered.map((rows) => Math.max(0, rows - 1));
    let column = 0;
    const inFull = mapCells(row, (tag) => {
      const from = column;
      while ((this.#covered[column] ?? 0) > 0) column += 1;
      const before = column > from ? `<td colspan="${column - from}"></td>` : '';
      const [rows, columns] = [spanOf(tag, 'row'), spanOf(tag, 'col') || 1];
      this.areTooMany ||= column + columns > maxColumns || rows === 0;
      if (rows > 1 && !this.areTooMany) for (let at = column; at < column + columns; at += 1) next[at] = rows - 1;
      column += columns;
      return before + tag.replace(/ rowspan="[^"]*"/, '');
    });
    this.areTooMany ||= this.cover && mayBeHidden.test(row.slice(0, row.indexOf('>')));
    this.#covered = Array.from(next, (rows: number | undefined) => rows ?? 0);
    return inFull;
  }
}

const mayBeHidden = / hidden\b|display/;
