import type { Model } from '../../model/model.ts';
import type { StructureNode } from '../../model/structure/structure-node.ts';
import { hasHeader, type TableGrid } from '../../model/structure/table-grid.ts';
import { rule, type Rule } from '../../rule.ts';

const isRegular = ({ overlapping, beyond, widths }: TableGrid): boolean =>
  overlapping.length === 0 && beyond.length === 0 && widths.every((width) => width === widths[0]);
const isEmpty = (node: StructureNode): boolean =>
  node.content === 0 && node.children.length === 0 && node.objects.length === 0;

/** Data cells without a header, in tables that have headers. */
function* headless({ tables }: Model) {
  for (const table of tables) {
    if (!table.cells.some(({ header }) => header) || !isRegular(table)) continue;
    for (const cell of table.cells)
      if (!cell.header && !isEmpty(cell.node) && !hasHeader(table, cell)) yield { place: cell.node.place };
  }
}

/** Cells whose Headers refer to missing elements. */
function* misled({ tables, tree }: Model) {
  const ids = new Set<string>();
  for (const { id } of tree.nodes) if (id !== null) ids.add(id);
  for (const { cells } of tables) {
    for (const { node, headers } of cells) {
      const missing = headers.find((id) => !ids.has(id));
      if (missing !== undefined) yield { place: node.place, missing };
    }
  }
}

/** Cells of tables and their headers: ISO 14289-1, 7.2, 7.5; ISO 14289-2, 8.2.5.26. */
export const tableRules: readonly Rule[] = [
  rule({
    id: 'table-cells-apart',
    clauses: { ua1: '7.2-15', ua2: '8.2.5.26-3' },
    on: (model) => model.tables.flatMap(({ overlapping }) => overlapping.map((cell) => ({ place: cell.node.place }))),
    fails: () => true,
    requirement: 'The cells of a table do not cover each other.',
    fault: 'Cells of a table cover each other.',
    fix: 'Correct RowSpan and ColSpan.',
  }),
  rule({
    id: 'table-rows-even',
    clauses: { ua1: '7.2-43', ua2: '8.2.5.26-4' },
    on: (model) =>
      model.tables
        .filter(({ beyond }) => beyond.length === 0)
        .map((table) => ({ place: table.node.place, widths: table.widths })),
    fails: ({ widths }) =>
      widths.some((width) => width !== widths[0]) && `they have ${[...new Set(widths)].slice(0, 6).join(', ')}`,
    requirement: 'All rows of a table have the same number of columns, with what cells span.',
    fault: 'Rows of a table have different numbers of columns, with what cells span.',
    fix: 'Add the missing cells, or correct RowSpan and ColSpan.',
  }),
  rule({
    id: 'table-spans-within',
    clauses: { ua1: '7.2-42', ua2: '8.2.5.26-4' },
    on: (model) => model.tables.flatMap(({ beyond }) => beyond.map((cell) => ({ place: cell.node.place }))),
    fails: () => true,
    requirement: 'No cell spans more rows than the table has.',
    fault: 'A cell spans more rows than its table has.',
    fix: 'Correct RowSpan.',
  }),
  rule({
    id: 'table-headers',
    clauses: { ua1: '7.5-1', ua2: '8.2.5.26-5' },
    on: headless,
    fails: () => true,
    requirement: 'A data cell has header cells: by its Headers, or by the Scope of header cells in its row or column.',
    fault: 'A data cell has no header cell, and other cells of its table are headers.',
    fix: 'Give the header cells a Scope.',
  }),
  rule({
    id: 'table-header-ids',
    clauses: { ua1: '7.5-2', ua2: '8.2.5.26-6' },
    on: misled,
    fails: ({ missing }) => missing.slice(0, 40),
    requirement: 'Headers of a cell name header cells that are there.',
    fault: 'Headers of a cell name a header cell that does not exist.',
    fix: 'Correct Headers.',
  }),
];
