import type { RowPiece, TablePiece } from '../../model/segments.ts';
import { carryAttribute, runningSums } from '../../typeset/carry/running-sums.ts';
import { attributes, style } from '../../html/html.ts';
import { css } from '../../../input/length.ts';
import { fitColumns, isTight, typeSize, type Fit, type Room } from './fit.ts';
import { groupOf, placeRows, type PlacedRow } from './grid.ts';
import { isRich, keyOf, type Column, type Grouping, type Row, type TableLayout } from './table-params.ts';
import { numberReader } from './localized-number.ts';
import { isAggregate } from './totals.ts';
import { cellClass, footerRow, maxCharacters, rowWriter, type WriteNotes } from './row-html.ts';
import { settleColumn, type SettledColumn } from './table-column.ts';

/** The rows of a body. Where a total follows them, the last of several stays with it and with the row before. */
function* bodyRows({ columns, rows, write, sums }: Body, totalled: boolean): Generator<RowPiece> {
  const last = totalled && rows.length > 1 ? rows.at(-1) : null;
  for (const row of rows) {
    const html = row === last ? write(row).replace(/^<tr>/, '<tr class="stays">') : write(row);
    const ofRow = sums?.(row) ?? '';
    yield {
      row: ofRow === '' ? html : html.replace(/^<tr[^>]*/, (tag) => tag + ofRow),
      whole: row.starts === null || fills(row, columns.length),
    };
  }
}

/** True where the cells of a row fill all columns, so that no cell from above reaches into it. */
function fills({ cells }: PlacedRow, columns: number): boolean {
  return cells.reduce((sum: number, cell) => sum + (isRich(cell) ? (cell.colspan ?? 1) : 1), 0) === columns;
}

/** Rows, and how they are written. */
interface Body {
  readonly columns: readonly SettledColumn[];
  readonly rows: readonly PlacedRow[];
  readonly write: (row: PlacedRow) => string;
  /** The attribute of a row with the sums up to it; `null` where none are carried. */
  readonly sums: ((row: PlacedRow) => string) | null;
}

interface GroupedLayout extends TableLayout {
  readonly text: TablePlace['text'];
}

function* groups(body: Body, { key, newPage }: Grouping, params: GroupedLayout): Generator<TablePiece> {
  const { columns, rows } = body;
  const subtotals = columns.some(({ footer }) => isAggregate(footer));
  const byName = Map.groupBy(rows, (row) => groupOf(row, key, params.columns));
  const span = attributes({ colspan: columns.length === 1 ? undefined : columns.length });
  let begin = '<tbody>';
  for (const [name, group] of byName) {
    yield `${begin}<tr class="group"><th scope="rowgroup"${span}>${params.text(name)}</th></tr>`;
    yield* bodyRows({ ...body, rows: group }, subtotals);
    yield `${subtotals ? footerRow(columns, group, name) : ''}</tbody>`;
    if (newPage) begin = '<tbody class="new-page">';
  }
}

/** The headers; all are turned where a column is too narrow for a word of its header. */
const head = (columns: readonly SettledColumn[], turned: boolean) =>
  columns
    .map(
      ({ header, align, text }) =>
        '<th ' +
        (`scope="col"${cellClass({ align, nowrap: false, anywhere: false })}>` +
          `${turned ? `<span class="turned">${text(header)}</span>` : text(header)}</th>`),
    )
    .join('');

const colgroup = (columns: readonly SettledColumn[]) =>
  columns.some(({ width }) => width !== undefined)
    ? `<colgroup>${columns.map(({ width }) => `<col${attributes({ style: style({ width }) })}>`).join('')}</colgroup>`
    : '';

const hasFooter = (column: string | Column) => typeof column !== 'string' && column.footer !== undefined;

/** The classes of a table in the base style sheet. */
function tableClass(
  { columns, zebra, repeatHeader, splitRows, density, groupBy }: TableLayout,
  { scale, turned, breaks }: Fit,
): string {
  return [
    'table',
    scale < 1 && 'fit',
    turned && 'turned-headers',
    breaks && 'breaks-words',
    zebra && 'zebra',
    splitRows && 'split-rows',
    !repeatHeader && 'no-repeat-header',
    groupBy !== null && 'grouped',
    columns.some(hasFooter) && 'totalled',
    density !== undefined && `density-${density}`,
  ]
    .filter((name) => name !== false)
    .join(' ');
}

/** The style of a table that has a type size of its own, or is fitted to its page. */
function sizeStyle({ fontSize }: TableLayout, { scale }: Fit, size: number | null): string | undefined {
  const own = size !== null && (scale < 1 || fontSize !== undefined) ? css(size * scale) : undefined;
  return style({ '--fit': scale < 1 ? scale.toFixed(3) : undefined, 'font-size': own });
}

/** The surroundings of a table: its room, its language, and the attributes of its element. */
export interface TablePlace extends Room {
  readonly lang: string;
  /** HTML of a text of the request. */
  readonly text: (text: string) => string;
  /** Puts the notes of cells in the places of their calls. */
  readonly notes?: WriteNotes;
  readonly attributes: (own: Readonly<Record<string, string | undefined>>) => string;
  /** Receives how the columns were fitted, where that harms the look. */
  readonly onTight: (fit: Fit) => void;
}

/** The HTML of a table in pieces; `rows` are those of `params`, or those read from its CSV. */
export function* tableHtml(
  params: TableLayout,
  rows: readonly Row[],
  { attributes: own, onTight, text, notes = (html) => html, ...place }: TablePlace,
): Generator<TablePiece> {
  const placed = placeRows(rows, params.columns.map(keyOf));
  const read = numberReader(place.lang);
  const settled = params.columns.map((column, index) =>
    settleColumn(column, index, placed, {
      ...{ lang: place.lang, read, text },
      isCarried: params.carry?.columns.includes(index),
    }),
  );
  const fit = fitColumns(settled, placed, { ...place, density: params.density ?? place.density });
  const columns = settled.map((column, index) => ({
    ...column,
    nowrap: column.nowrap || fit.nowrap[index] === true,
    anywhere: fit.anywhere[index] === true,
  }));
  const write = rowWriter(columns, { rowHeaders: params.rowHeaders, maxLength: maxCharacters(place), notes });
  if (isTight(fit, typeSize(place))) onTight(fit);
  const look = { class: tableClass(params, fit), style: sizeStyle(params, fit, place.fontSize) };
  yield `<table${own({ ...look, ...carryAttribute(params.carry, placed.length) })}>`;
  yield params.caption === undefined ? '' : `<caption>${text(params.caption)}</caption>`;
  yield colgroup(columns);
  yield columns.some(({ header }) => header !== '') ? `<thead><tr>${head(columns, fit.turned)}</tr></thead>` : '';
  const sums = params.carry === null ? null : runningSums(columns, params.carry);
  const body = { columns, rows: placed, write, sums };
  const totalled = columns.some(({ footer }) => footer !== undefined);
  if (params.groupBy === null) {
    yield '<tbody>';
    yield* bodyRows(body, totalled);
    yield '</tbody>';
  } else yield* groups(body, params.groupBy, { ...params, text });
  if (totalled) yield `<tfoot>${footerRow(columns, placed)}</tfoot>`;
  yield '</table>';
}

/** The HTML of a whole table. */
export function joined(pieces: readonly TablePiece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.row)).join('');
}
