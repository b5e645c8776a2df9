import type { Hidden, Structure } from './extracted.ts';
import type { StructurePosition } from './tagged-text.ts';

/** The texts of a page that have a place in the structure tree. */
export interface StructuredPage {
  readonly number: number;
  readonly blocks: readonly {
    readonly text: string;
    readonly place: StructurePosition;
    readonly hidden: Hidden | null;
  }[];
}

interface Table {
  readonly page: number;
  readonly rows: Map<string, string[]>;
}

/** Headings, lists and tables of tagged pages. Hidden text is skipped unless requested. */
export function structureOfPages(pages: readonly StructuredPage[], includeHidden: boolean): Structure {
  const headings: Structure['headings'][number][] = [];
  const lists = new Map<string, { page: number; items: Map<string, string> }>();
  const tables = new Map<string, Table>();
  for (const { number, blocks } of pages) {
    for (const { text, place, hidden } of blocks) {
      if (hidden !== null && !includeHidden) continue;
      if (place.heading !== null)
        headings.push({ level: Math.min(6, place.heading), text: oneLine(text), page: number });
      if (place.list !== null && place.item !== null) {
        const list = lists.get(place.list) ?? { page: number, items: new Map<string, string>() };
        list.items.set(place.item, joined(list.items.get(place.item), text));
        lists.set(place.list, list);
      }
      if (place.table !== null && place.row !== null && place.cell !== null)
        putCell(tables, number, { table: place.table, row: place.row, cell: place.cell, cells: place.cells }, text);
    }
  }
  return {
    headings,
    lists: [...lists.values()].map(({ page, items }) => ({ page, items: [...items.values()] })),
    tables: [...tables.values()].map(({ page, rows }) => ({ page, rows: [...rows.values()] })),
  };
}

const maxCells = 10_000;

function putCell(
  tables: Map<string, Table>,
  page: number,
  at: { table: string; row: string; cell: string; cells: number },
  text: string,
): void {
  const table = tables.get(at.table) ?? { page, rows: new Map<string, string[]>() };
  const row = table.rows.get(at.row) ?? Array.from({ length: Math.min(maxCells, at.cells) }, () => '');
  const index = Number(at.cell.slice(at.cell.lastIndexOf('.') + 1));
  if (index < row.length) row[index] = joined(row[index], text);
  table.rows.set(at.row, row);
  tables.set(at.table, table);
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
const joined = (before: string | undefined, text: string): string =>
  before === undefined || before === '' ? oneLine(text) : `${before} ${oneLine(text)}`;
