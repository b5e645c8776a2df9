import type { TableSize } from '../../browser/measure.ts';
import { goesOnFlat } from './holders.ts';
import type { LongTable } from './long-table.ts';
import { withStyle } from './markup.ts';
import { unseenCount } from './siblings.ts';

/** What the long tables measure with all of their rows, by the index of the block. */
export type TableSizes = ReadonlyMap<number, TableSize>;

/** Rows of a table, from `begin` to before `end`, as a table. Its columns are as wide as those of the whole. */
export function tablePart(table: LongTable, { begin, end, units, size }: { begin: number; end: number; units: readonly string[]; size: TableSize | null }): string {
  const goesOn = begin > 0;
  const body = table.bodyOf[begin] ?? 0;
  const before = goesOn ? unseenCount(body, table.bodies.slice(Math.max(0, body - 2), body)) + (table.bodies[body] ?? '<tbody>') + unseenCount(table.before[begin] ?? 0, table.rows.slice(Math.max(0, begin - 2), begin).map(rowTag)) : '';
  const after = (table.bodyOf[end - 1] ?? 0) < table.bodies.length - 1 ? '</tbody><tbody style="display:none!important">' : '';
  const head = !goesOn || table.repeats ? table.head : '';
  return [sizedTag(table, size, goesOn), goesOn ? '' : table.caption, columnsOf(table, size), head, before, units.join(''), end === table.rows.length ? table.close : `${after}</tbody>${table.foot}</table>`].join('');
}

/** The start tag of a row that may have that of its body before it. */
const rowTag = (row: string) => row.slice(Math.max(0, row.search(/<tr[\s>]/)));

function sizedTag({ tag, ofHtml }: LongTable, size: TableSize | null, goesOn: boolean): string {
  const sized = size === null ? tag : ofHtml ? withStyle(tag, `table-layout:fixed!important;width:${pixels(size.width)}!important;min-width:0!important;max-width:none!important`) : tag.replace(/ class="([^"]*)"/, (_, own: string) => ` class="${own} colophon-set"`);
  if (!goesOn) return sized;
  const spacing = size?.spacing ?? 0;
  return withStyle(sized, size?.spacing === null ? 'margin-top:0!important' : `${goesOnFlat}${spacing > 0 ? `;margin-top:-${spacing}px!important` : ''}`);
}

/** In the unit of layout, a sixty-fourth of a pixel, or it would be cut to one less. */
const pixels = (length: number) => `${Math.round(length * 64) / 64}px`;

function columnsOf({ columns, ofHtml }: LongTable, size: TableSize | null): string {
  if (size === null) return columns;
  const all = size.columns.reduce((sum, width) => sum + width, 0);
  const widths = size.columns.map((width) => (ofHtml ? pixels(width) : `${((100 * width) / all).toFixed(4)}%`));
  if (columns === '') return `<colgroup style="all:initial!important;display:table-column-group!important">${widths.map((width) => `<col style="all:initial!important;display:table-column!important;width:${width}!important">`).join('')}</colgroup>`;
  if (!ofHtml) return `<colgroup>${widths.map((width) => `<col style="width:${width}">`).join('')}</colgroup>`;
  let at = 0;
  return columns.replace(/<col(?=[\s>])(?: [^\s"'<>/=]+(?:="[^"]*")?)*>/g, (tag) => withStyle(tag, `width:${widths[(at += 1) - 1] ?? 'auto'}!important`));
}
