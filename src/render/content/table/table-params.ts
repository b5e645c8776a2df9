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

export type Align = 'left' | 'center' | 'right';
/** `decimal`: right-aligned, with decimal points below each other. */
export type ColumnAlign = Align | 'decimal';
export type Plain = string | number | boolean | null;
export type Cell = Plain | RichCell;
export type Row = readonly Cell[] | Readonly<Record<string, Cell>>;

export const aggregates = ['sum', 'avg', 'count', 'min', 'max'] as const;
export type Aggregate = (typeof aggregates)[number];

export interface Column {
  readonly key?: string;
  readonly header?: string;
  readonly width?: Length;
  readonly align?: ColumnAlign;
  readonly format?: string;
  /** A text, or the name of an aggregate. */
  readonly footer?: string;
}

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

export function isRich(cell: Cell | undefined): cell is RichCell {
  return typeof cell === 'object' && cell !== null;
}

/** Widest and tallest spans that a cell may have (HTML, 4.9.11). */
export const maxColumns = 1000;
export const maxRowSpan = 65_534;
