import type { RowPiece, TablePiece } from '../../model/segments.ts';
import { attributes, escape, style } from '../../html/html.ts';
import { css } from '../../../input/length.ts';
import { fitColumns, type Fit, type Room } from './fit.ts';
import { groupOf, placeRows, type PlacedRow } from './grid.ts';
import { isRich, keyOf, type AddTable, type Row } from './table-params.ts';
import { numberReader } from './localized-number.ts';
import { isAggregate } from './totals.ts';
import { cellClass, footerRow, maxCharacters, rowWriter } from './row-html.ts';
import { settleColumn, type SettledColumn } from './table-column.ts';

function* bodyRows(
  rows: readonly PlacedRow[],
  columns: number,
  write: (row: PlacedRow) => string,
): Generator<RowPiece> {
  for (const row of rows) yield { row: write(row), whole: row.starts === null || fills(row, columns) };
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
}

function* groups({ columns, rows, write }: Body, groupBy: string, params: AddTable): Generator<TablePiece> {
  const subtotals = columns.some(({ footer }) => isAggregate(footer));
  const byName = Map.groupBy(rows, (row) => groupOf(row, groupBy, params.columns));
  for (const [name, group] of byName) {
    const span = attributes({ colspan: columns.length === 1 ? undefined : columns.length });
    yield `<tbody><tr class="group"><th scope="rowgroup"${span}>${escape(name)}</th></tr>`;
    yield* bodyRows(group, columns.length, write);
    yield `${subtotals ? footerRow(columns, group, name) : ''}</tbody>`;
  }
}

/** The headers; all are turned where a column is too narrow for a word of its header. */
const head = (columns: readonly SettledColumn[], turned: boolean) =>
  columns
    .map(
      ({ header, align }) =>
        '<th ' +
        (`scope="col"${cellClass({ align, nowrap: false, anywhere: false })}>` +
          `${turned ? `<span class="turned">${escape(header)}</span>` : escape(header)}</th>`),
    )
    .join('');

const colgroup = (columns: readonly SettledColumn[]) =>
  columns.some(({ width }) => width !== undefined)
    ? `<colgroup>${columns.map(({ width }) => `<col${attributes({ style: style({ width }) })}>`).join('')}</colgroup>`
    : '';

/** The classes of a table in the base style sheet. */
function tableClass({ zebra, repeatHeader, splitRows }: AddTable, { scale, turned, breaks }: Fit): string {
  return [
    'table',
    scale < 1 && 'fit',
    turned && 'turned-headers',
    breaks && 'breaks-words',
    zebra && 'zebra',
    splitRows && 'split-rows',
    !repeatHeader && 'no-repeat-header',
  ]
    .filter((name) => name !== false)
    .join(' ');
}

/** The surroundings of a table: its room, its language, and the attributes of its element. */
export interface TablePlace extends Room {
  readonly lang: string;
  readonly attributes: (own: { readonly class: string; readonly style?: string | undefined }) => string;
  /** Receives how the columns were fitted, where that harms the look. */
  readonly onTight: (fit: Fit) => void;
}

/** The HTML of a table in pieces; `rows` are those of `params`, or those read from its CSV. */
export function* tableHtml(
  params: AddTable,
  rows: readonly Row[],
  { attributes: own, onTight, ...place }: TablePlace,
): Generator<TablePiece> {
  const placed = placeRows(rows, params.columns.map(keyOf));
  const read = numberReader(place.lang);
  const settled = params.columns.map((column, index) =>
    settleColumn(column, index, placed, { lang: place.lang, read }),
  );
  const fit = fitColumns(settled, placed, place);
  const columns = settled.map((column, index) => ({
    ...column,
    nowrap: column.nowrap || fit.nowrap[index] === true,
    anywhere: fit.anywhere[index] === true,
  }));
  const write = rowWriter(columns, params.rowHeaders, maxCharacters(place));
  if (fit.turned) onTight(fit);
  const fontSize = place.fontSize === null ? undefined : css(place.fontSize * fit.scale);
  const shrunk = fit.scale < 1 ? style({ '--fit': fit.scale.toFixed(3), 'font-size': fontSize }) : undefined;
  yield `<table${own({ class: tableClass(params, fit), style: shrunk })}>`;
  yield params.caption === undefined ? '' : `<caption>${escape(params.caption)}</caption>`;
  yield colgroup(columns);
  yield columns.some(({ header }) => header !== '') ? `<thead><tr>${head(columns, fit.turned)}</tr></thead>` : '';
  if (params.groupBy === undefined) {
    yield '<tbody>';
    yield* bodyRows(placed, columns.length, write);
    yield '</tbody>';
  } else yield* groups({ columns, rows: placed, write }, params.groupBy, params);
  if (columns.some(({ footer }) => footer !== undefined)) yield `<tfoot>${footerRow(columns, placed)}</tfoot>`;
  yield '</table>';
}

/** The HTML of a whole table. */
export function joined(pieces: readonly TablePiece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.row)).join('');
}
