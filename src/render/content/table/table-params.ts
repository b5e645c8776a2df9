import type { Length } from '../../../input/length.ts';

/** A cell with properties of its own. */
export interface RichCell {
  readonly text?: string | number | boolean | null;
  readonly html?: string;
  readonly colspan?: number;
  readonly rowspan?: number;
  readonly align?: Align;
  readonly background?: string;
}

/** Alignment of a cell. */
export type Align = 'left' | 'center' | 'right';
/** `decimal`: right-aligned, with decimal points below each other. */
export type ColumnAlign = Align | 'decimal';
/** A value of a cell. `null` is an empty cell. */
export type Plain = string | number | boolean | null;
/** A cell of a row. */
export type Cell = Plain | RichCell;
/** Cells in the order of the columns, or by the keys of the columns. */
export type Row = readonly Cell[] | Readonly<Record<string, Cell>>;

/** Names of the functions over the numbers of a column. */
export const aggregates = ['sum', 'avg', 'count', 'min', 'max'] as const;
/** One of these names. */
export type Aggregate = (typeof aggregates)[number];

/** A column of a table. `format` is described in format.ts. */
export interface Column {
  readonly key?: string;
  readonly header?: string;
  readonly width?: Length;
  readonly align?: ColumnAlign;
  readonly format?: string;
  /** A text, or the name of an aggregate. */
  readonly footer?: string;
}

/** Fields of `add_table`. Exactly one of `rows` and `csv` is given; `groupBy` is the key of a column. */
export interface AddTable {
  readonly columns: readonly (string | Column)[];
  readonly rows?: readonly Row[];
  readonly csv?: string;
  readonly caption?: string;
  readonly repeatHeader: boolean;
  readonly zebra: boolean;
  readonly rowHeaders: boolean;
  readonly splitRows: boolean;
  readonly groupBy?: string;
}

/** The key of a column in row objects: its `key`, else its header. */
export function keyOf(column: string | Column): string {
  return typeof column === 'string' ? column : (column.key ?? column.header ?? '');
}

/** True for a cell with properties of its own. */
export function isRich(cell: Cell | undefined): cell is RichCell {
  return typeof cell === 'object' && cell !== null;
}

/** Maximum number of columns, and of a `colspan` (HTML, 4.9.11). */
export const maxColumns = 1000;
/** Maximum `rowspan` of a cell (HTML, 4.9.11). */
export const maxRowSpan = 65_534;
