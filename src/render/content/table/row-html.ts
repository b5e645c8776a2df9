import { attributes, style } from '../../html/html.ts';
import { normalizeHtml } from '../../html/normalize-html.ts';
import { typeSize, type Room } from './fit.ts';
import type { PlacedRow } from './grid.ts';
import { formatAggregate, type SettledColumn } from './table-column.ts';
import { isRich, type Cell, type RichCell } from './table-params.ts';
import { sparklineSvg } from './sparkline.ts';
import { aggregate, isAggregate } from './totals.ts';

/** The properties that decide the class of a cell. */
interface CellLook extends Pick<SettledColumn, 'align' | 'nowrap' | 'anywhere'> {
  /** True under a cell that spans many rows. */
  readonly below?: boolean;
}

/** The `class` attribute of a cell. */
export const cellClass = ({ align, nowrap, anywhere, below }: CellLook) =>
  attributes({
    class:
      [align && `align-${align}`, nowrap && 'nowrap', anywhere && 'anywhere', below === true && 'below-span']
        .filter((name) => typeof name === 'string')
        .join(' ') || undefined,
  });

/** The tags of a column's plain cells. */
interface Tags {
  readonly name: string;
  readonly scope: string;
  readonly open: string;
  readonly close: string;
}

function tagsOf(column: SettledColumn, index: number, rowHeaders: boolean): Tags {
  const [name, scope] = rowHeaders && index === 0 ? ['th', ' scope="row"'] : ['td', ''];
  return { name, scope, open: `<${name}${scope}${cellClass(column)}>`, close: `</${name}>` };
}

/** Puts the notes of a cell, or of the table, in the places of their calls. */
export type WriteNotes = (html: string, row: PlacedRow, index: number) => string;

/** A cell `below` one that spans many rows draws its upper border: a page may break inside the span. */
function richCell(
  cell: RichCell,
  { name, scope }: Tags,
  column: SettledColumn,
  { below, notes }: { readonly below: boolean; readonly notes: (html: string) => string },
): string {
  const { text = null, html, sparkline } = cell;
  const content =
    sparkline !== undefined
      ? sparklineSvg(sparkline, column.lang)
      : html === undefined
        ? notes(column.set(column.write(text)))
        : normalizeHtml(html, { scripts: 'off' }).html;
  const spans = attributes({
    colspan: cell.colspan === 1 ? undefined : cell.colspan,
    rowspan: cell.rowspan === 1 ? undefined : cell.rowspan,
  });
  return (
    `<${name}${scope}${spans}` +
    cellClass({
      align: cell.align ?? column.align,
      nowrap: column.nowrap && cell.colspan === undefined,
      anywhere: column.anywhere,
      below,
    }) +
    attributes({ style: style({ background: cell.background }) }) +
    '>' +
    `${content}</${name}>`
  );
}

/** A cell with more characters is taller than a page at any width; a character takes some .78 em². */
export const maxCharacters = (room: Room) => 1.9 * (room.width / typeSize(room)) ** 2;

/** Maximum number of rows that a spanning cell holds together on a page. */
const maxTogether = 6;

/** The start tag of a row. A row that fits no page may break anywhere, one with long spans between its rows. */
function rowTag(cells: readonly Cell[], maxLength: number): string {
  let spans = false;
  for (const cell of cells) {
    if (typeof cell === 'string' && cell.length > maxLength) return '<tr class="tall">';
    if (!isRich(cell)) continue;
    if ((cell.html ?? String(cell.text)).length > maxLength) return '<tr class="tall">';
    spans ||= (cell.rowspan ?? 1) > maxTogether;
  }
  return spans ? '<tr class="spans">' : '<tr>';
}

/** What rows share: their columns, and how cells are written. */
export interface RowLook {
  readonly rowHeaders: boolean;
  /** See `maxCharacters`. */
  readonly maxLength: number;
  readonly notes: WriteNotes;
}

/** Returns a function that writes rows as HTML, to be called with each row in order. */
export function rowWriter(
  columns: readonly SettledColumn[],
  { rowHeaders, maxLength, notes }: RowLook,
): (row: PlacedRow) => string {
  const tags = columns.map((column, index) => tagsOf(column, index, rowHeaders));
  const ends = columns.map(() => -1);
  let row = -1;
  return (placed) => {
    const { cells, starts } = placed;
    row += 1;
    let html = rowTag(cells, maxLength);
    for (let index = 0; index < cells.length; index += 1) {
      const at = starts === null ? index : (starts[index] ?? index);
      const [cell = null, tag, column] = [cells[index], tags[at], columns[at]];
      if (!tag || !column) continue;
      const below = ends[at] === row;
      if (isRich(cell) || below)
        html += richCell(isRich(cell) ? cell : { text: cell }, tag, column, {
          below,
          notes: (text) => notes(text, placed, index),
        });
      else html += `${tag.open}${notes(column.set(column.write(cell)), placed, index)}${tag.close}`;
      if (isRich(cell) && (cell.rowspan ?? 1) > maxTogether)
        ends.fill(row + (cell.rowspan ?? 1), at, at + (cell.colspan ?? 1));
    }
    return `${html}</tr>`;
  };
}

/**
 * The footer over `rows`, or the subtotal of a `group`. A subtotal has only the aggregates, and the name of the group
 * in the first other cell.
 */
export function footerRow(columns: readonly SettledColumn[], rows: readonly PlacedRow[], group?: string): string {
  const label = columns.findIndex(({ footer }) => !isAggregate(footer));
  const cells = columns.map((column, index) => {
    const { footer, write, read, set, text, total } = column;
    if (!isAggregate(footer))
      return (
        `<td${cellClass({ ...column, nowrap: false })}>` +
        `${text(group === undefined ? (footer ?? '') : index === label ? group : '')}</td>`
      );
    return (
      `<td${cellClass(column)}>` +
      `${set(group === undefined ? total : formatAggregate(footer, aggregate(footer, rows, index, read), write))}</td>`
    );
  });
  return `<tr${group === undefined ? '' : ' class="subtotal"'}>${cells.join('')}</tr>`;
}
