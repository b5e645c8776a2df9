import type { Dict, Obj } from '../../raw/objects.ts';
import type { PdfFile } from '../../raw/pdf-file.ts';
import { meantChildren, type StructureNode } from './structure-tree.ts';

/** A cell of a table, and what of the grid it covers. */
export interface Cell {
  readonly node: StructureNode;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly header: boolean;
  readonly scope: string | null;
  readonly headers: readonly string[];
}

/** The cells of a Table element by rows and columns (ISO 32000-2, 14.8.4.8.3). */
export interface TableGrid {
  readonly node: StructureNode;
  readonly cells: readonly Cell[];
  /** Columns of each row, with cells that reach into it from above. */
  readonly widths: readonly number[];
  /** Cells that cover a place that another one has. */
  readonly overlapping: readonly Cell[];
  /** Cells that reach below the last row. */
  readonly beyond: readonly Cell[];
}

const most = { rows: 20_000, span: 5000, cells: 400_000 };

export function readTables(file: PdfFile, root: Dict | null, tables: readonly StructureNode[]): TableGrid[] {
  const classes = file.dict(root?.get('ClassMap') ?? null);
  return tables.map((node) => gridOf(file, classes, node));
}

function gridOf(file: PdfFile, classes: Dict | null, node: StructureNode): TableGrid {
  const rows = rowsOf(node).slice(0, most.rows);
  const taken = rows.map(() => new Set<number>());
  const cells: Cell[] = [];
  const overlapping: Cell[] = [];
  const beyond: Cell[] = [];
  let covered = 0;
  for (const [row, element] of rows.entries()) {
    let column = 0;
    for (const child of meantChildren(element)) {
      if (child.standard !== 'TH' && child.standard !== 'TD') continue;
      while (taken[row]?.has(column)) column += 1;
      const cell = cellOf(file, classes, child, row, column);
      cells.push(cell);
      if (row + cell.rows > rows.length) beyond.push(cell);
      for (let down = row; down < Math.min(rows.length, row + cell.rows) && covered < most.cells; down += 1) {
        for (let across = column; across < column + cell.columns; across += 1, covered += 1) {
          if (taken[down]?.has(across)) overlapping.push(cell);
          taken[down]?.add(across);
        }
      }
      column += cell.columns;
    }
  }
  return { node, cells, overlapping, beyond, widths: taken.map((columns) => columns.size) };
}

function rowsOf(table: StructureNode): StructureNode[] {
  return meantChildren(table).flatMap((child) => (child.standard === 'TR' ? [child] : ['THead', 'TBody', 'TFoot'].includes(child.standard ?? '') ? meantChildren(child).filter(({ standard }) => standard === 'TR') : []));
}

function cellOf(file: PdfFile, classes: Dict | null, node: StructureNode, row: number, column: number): Cell {
  const own = attributesOf(file, classes, node);
  const attribute = (key: string) => own.find((attributes) => attributes.has(key))?.get(key) ?? null;
  const span = (key: string) => Math.min(most.span, Math.max(1, Math.round(file.number(attribute(key)) ?? 1)));
  const headers = (file.array(attribute('Headers')) ?? []).map((entry) => file.string(entry)?.bytes.toString('latin1') ?? file.name(entry) ?? '');
  const scope = file.name(attribute('Scope'));
  return { node, row, column, rows: span('RowSpan'), columns: span('ColSpan'), header: node.standard === 'TH', scope: scope === '' ? null : scope, headers };
}

/** Attributes of the owner Table (14.7.6), of the element and of classes of it. */
function attributesOf(file: PdfFile, classes: Dict | null, { dict }: StructureNode): Dict[] {
  const own = objectsOf(file, dict.get('A'));
  const names = dict.has('C') ? (file.array(dict.get('C')) ?? [dict.get('C')]) : [];
  const shared = names.flatMap((name) => objectsOf(file, classes?.get(file.name(name) ?? '') ?? null));
  return [...own, ...shared].filter((attributes) => file.name(attributes.get('O')) === 'Table');
}

function objectsOf(file: PdfFile, obj: Obj): Dict[] {
  return (file.array(obj) ?? [obj]).flatMap((entry) => file.dict(entry) ?? []);
}

/** Whether a data cell has a header: by Headers, or by a header cell with a scope beside or above it. */
export function hasHeader({ cells }: TableGrid, cell: Cell): boolean {
  if (cell.headers.length > 0) return true;
  return cells.some((other) => {
    if (!other.header || other === cell || other.scope === null) return false;
    const inRow = other.row < cell.row + cell.rows && cell.row < other.row + other.rows;
    const inColumn = other.column < cell.column + cell.columns && cell.column < other.column + other.columns;
    return (inRow && other.scope !== 'Column') || (inColumn && other.scope !== 'Row');
  });
}
