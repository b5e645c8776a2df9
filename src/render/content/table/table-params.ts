import type { Length } from '../../../input/length.ts';
import type { CarriedColumns, Carry } from '../../typeset/carry/carry-options.ts';
import type { Density } from '../../model/types/density.ts';
import type { Footnote } from '../../typeset/footnotes/note-html.ts';

/** A cell with properties of its own. */
export interface RichCell {
  readonly text?: string | number | boolean | null;
  readonly html?: string;
  /** Values of a small line. */
  readonly sparkline?: readonly number[];
  readonly colspan?: number;
  readonly rowspan?: number;
  readonly align?: Align;
  readonly background?: string;
  /** Notes that its text calls; those of the table unless given. */
  readonly footnotes?: readonly Footnote[];
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
  /** True where its texts are numbers, each on one line: found in columns that the request does not describe. */
  readonly numeric?: boolean;
}

/** How rows are grouped. */
export interface Grouping {
  /** The key of a column, or a field of row objects. */
  readonly key: string;
  /** True where each group after the first begins on a new page. */
  readonly newPage: boolean;
}

/** The fields that `add_table` and a table that is set have in common. */
interface TableFields {
  readonly caption?: string;
  readonly repeatHeader: boolean;
  readonly zebra: boolean;
  readonly rowHeaders: boolean;
  readonly splitRows: boolean;
  /** Type size of the table; that of its surroundings unless given. */
  readonly fontSize?: Length;
  /** That of the document unless given. */
  readonly density?: Density;
  /** Notes that the texts of its cells call. */
  readonly footnotes?: readonly Footnote[];
  /** Label of the total; by language unless given, '' = none. */
  readonly totalLabel?: string;
}

/** Fields of `add_table`. Exactly one of `rows` and `csv` is given. */
export interface AddTable extends TableFields {
  /** Unless given, the first line of `csv`, or the keys of `rows`. */
  readonly columns?: readonly (string | Column)[];
  readonly rows?: readonly Row[];
  readonly csv?: string;
  readonly groupBy?: string | Grouping;
  readonly carry?: Carry;
}

/** A table to be set: its columns and its groups are known. */
export interface TableLayout extends TableFields {
  readonly columns: readonly (string | Column)[];
  readonly groupBy: Grouping | null;
  readonly carry: CarriedColumns | null;
}

/** The field by which rows are grouped, of a value that may be invalid. */
export function groupKeyOf(groupBy: unknown): string | undefined {
  if (typeof groupBy === 'string') return groupBy;
  const key: unknown = typeof groupBy === 'object' && groupBy !== null && 'key' in groupBy ? groupBy.key : undefined;
  return typeof key === 'string' ? key : undefined;
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
