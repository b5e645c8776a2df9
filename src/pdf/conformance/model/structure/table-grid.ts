import type { Dict, Obj } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';
import { meantChildren } from './structure-tree.ts';
import { type StructureNode } from './structure-node.ts';

/** A cell of a table, and its place in the grid. */
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
  /** Header cells that state a scope. */
  readonly scoped: readonly Cell[];
  /** Columns of each row, with cells that span into it from above. */
  readonly widths: readonly number[];
  /** Cells that overlap others. */
  readonly overlapping: readonly Cell[];
  /** Cells that span beyond the last row. */
  readonly beyond: readonly Cell[];
}

const maxCount = { rows: 20_000, span: 5000, cells: 400_000 };

/** The grids of all tables of a structure tree. */
export function readTables(file: PdfFile, root: Dict | null, tables: readonly StructureNode[]): TableGrid[] {
  const attributes = new Attributes(file, root);
  return tables.map((node) => gridOf(attributes, node));
}

function gridOf(attributes: Attributes, node: StructureNode): TableGrid {
  const rows = rowsOf(node).slice(0, maxCount.rows);
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
      const cell: Cell = { node: child, row, column, header: child.standard === 'TH', ...attributes.of(child) };
      cells.push(cell);
      if (row + cell.rows > rows.length) beyond.push(cell);
      for (let down = row; down < Math.min(rows.length, row + cell.rows) && covered < maxCount.cells; down += 1) {
        for (let across = column; across < column + cell.columns; across += 1, covered += 1) {
          if (taken[down]?.has(across)) overlapping.push(cell);
          taken[down]?.add(across);
        }
      }
      column += cell.columns;
    }
  }
  return {
    node,
    cells,
    scoped: cells.filter(({ header, scope }) => header && scope !== null),
    overlapping,
    beyond,
    widths: taken.map((columns) => columns.size),
  };
}

function rowsOf(table: StructureNode): StructureNode[] {
  return meantChildren(table).flatMap((child) =>
    child.standard === 'TR'
      ? [child]
      : ['THead', 'TBody', 'TFoot'].includes(child.standard ?? '')
        ? meantChildren(child).filter(({ standard }) => standard === 'TR')
        : [],
  );
}

/** Attributes of cells of the owner Table (ISO 32000-2, 14.7.6, 14.8.5.7), their own and those of their classes. */
interface CellAttributes {
  readonly rows: number;
  readonly columns: number;
  readonly scope: string | null;
  readonly headers: readonly string[];
}

class Attributes {
  readonly #file: PdfFile;
  readonly #classes: Dict | null;
  /** Cache by the attribute object, which many cells without a class share. */
  readonly #known = new Map<Obj, CellAttributes>();

  constructor(file: PdfFile, root: Dict | null) {
    this.#file = file;
    this.#classes = file.dict(root?.get('ClassMap') ?? null);
  }

  of({ attributes, classes }: StructureNode): CellAttributes {
    const known = classes === null ? this.#known.get(attributes) : undefined;
    if (known !== undefined) return known;
    const file = this.#file;
    const own = this.#tables(attributes, classes);
    const attribute = (key: string) => own.find((entries) => entries.has(key))?.get(key) ?? null;
    const span = (key: string) => Math.min(maxCount.span, Math.max(1, Math.round(file.number(attribute(key)) ?? 1)));
    const headers = (file.array(attribute('Headers')) ?? []).map(
      (entry) => file.string(entry)?.bytes.toString('latin1') ?? file.name(entry) ?? '',
    );
    const scope = file.name(attribute('Scope'));
    const read = { rows: span('RowSpan'), columns: span('ColSpan'), scope: scope === '' ? null : scope, headers };
    if (classes === null) this.#known.set(attributes, read);
    return read;
  }

  #tables(attributes: Obj, classes: Obj): Dict[] {
    const names = classes === null ? [] : (this.#file.array(classes) ?? [classes]);
    const shared = names.flatMap((name) => this.#objects(this.#classes?.get(this.#file.name(name) ?? '') ?? null));
    return [...this.#objects(attributes), ...shared].filter((entries) => this.#file.name(entries.get('O')) === 'Table');
  }

  #objects(obj: Obj): Dict[] {
    return (this.#file.array(obj) ?? [obj]).flatMap((entry) => this.#file.dict(entry) ?? []);
  }
}

/** Whether a data cell has a header: by Headers, or by a header cell with a scope beside or above it. */
export function hasHeader({ scoped }: TableGrid, cell: Cell): boolean {
  if (cell.headers.length > 0) return true;
  return scoped.some((other) => {
    if (other === cell) return false;
    const inRow = other.row < cell.row + cell.rows && cell.row < other.row + other.rows;
    const inColumn = other.column < cell.column + cell.columns && cell.column < other.column + other.columns;
    return (inRow && other.scope !== 'Column') || (inColumn && other.scope !== 'Row');
  });
}
