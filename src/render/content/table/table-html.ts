import type { RowPiece, TablePiece } from '../../model/document.ts';
import { isRightToLeft } from '../../compose/direction.ts';
import { plainOf } from '../../templates/decimal.ts';
import { formatter, isNumeric, numberOf, parseFormat } from '../../templates/format.ts';
import { attributes, escape, style } from '../../html/html.ts';
import { css, cssLength } from '../../../input/length.ts';
import { normalizeHtml } from '../../html/normalize-html.ts';
import { decimalAligner } from './decimal-point.ts';
import { fitColumns, typeSize, type Fit, type Room } from './fit.ts';
import { cellAt, groupOf, placeRows, type PlacedRow } from './grid.ts';
import {
  isRich,
  keyOf,
  type AddTable,
  type Align,
  type Cell,
  type Column,
  type Plain,
  type RichCell,
  type Row,
} from './table-params.ts';
import { numberReader, type Reading } from './localized-number.ts';
import { aggregate, isAggregate } from './totals.ts';

/** A column with everything decided. */
interface Settled {
  readonly header: string;
  readonly width: string | undefined;
  readonly align: Align | undefined;
  readonly numeric: boolean;
  /** True when its cells stand on one line, as numbers always do. */
  readonly nowrap: boolean;
  /** True when it has words that are too long for any column, which may break anywhere. */
  readonly anywhere: boolean;
  readonly footer: string | undefined;
  /** The cell in the footer of the whole table, where that is an aggregate. */
  readonly total: string;
  readonly write: (value: Plain) => string;
  readonly read: (value: unknown) => Reading;
  /** What was written as HTML. */
  readonly set: (text: string) => string;
}

const asText = (value: Plain) => (value === null ? '' : String(value));
/** The same in a language from right to left, where the sign of a bare number would stand behind it. */
const asTextRightToLeft = (value: Plain) =>
  numberOf(value) !== undefined && /^\s*[-+]/.test(String(value)) ? `\u200e${String(value).trim()}` : asText(value);
interface CellLook extends Pick<Settled, 'align' | 'nowrap' | 'anywhere'> {
  readonly below?: boolean;
}

const cellClass = ({ align, nowrap, anywhere, below }: CellLook) =>
  attributes({
    class:
      [align && `align-${align}`, nowrap && 'nowrap', anywhere && 'anywhere', below === true && 'below-span']
        .filter((name) => typeof name === 'string')
        .join(' ') || undefined,
  });

/** True when a column has numbers and nothing else (but gaps). */
function onlyNumbers(rows: readonly PlacedRow[], column: number): boolean {
  let any = false;
  for (const row of rows) {
    const cell = cellAt(row, column);
    const value = isRich(cell) ? (cell.html ?? cell.text) : cell;
    if (value === null || value === undefined || value === '') continue;
    if (typeof value !== 'number') return false;
    any = true;
  }
  return any;
}

/** The texts of a column that its cells write. */
function* textsOf(rows: readonly PlacedRow[], column: number, write: Settled['write']): Generator<string> {
  for (const row of rows) {
    const cell = cellAt(row, column) ?? null;
    if (!isRich(cell)) yield write(cell);
    else if (cell.html === undefined) yield write(cell.text ?? null);
  }
}

const written = (footer: string, value: number | string | null, write: Settled['write']) =>
  footer === 'count' ? asText(value) : write(value);

/**
 * The number of a text that is one in the language, for a column with an aggregate: its cells are written as its total
 * is.
 */
function asNumber(value: Plain, read: Settled['read']): Plain {
  const number = typeof value === 'string' && value.trim() !== '' ? read(value) : 'none';
  return typeof number === 'object' ? plainOf(number) : value;
}

function settle(
  column: string | Column,
  index: number,
  rows: readonly PlacedRow[],
  { lang, read }: Pick<Settled, 'read'> & { readonly lang: string },
): Settled {
  const given: Column = typeof column === 'string' ? { header: column } : column;
  const format = given.format === undefined ? undefined : parseFormat(given.format);
  const formatted = format && formatter(format, lang);
  const totalled = isAggregate(given.footer) && given.footer !== 'count';
  const inFormat = (value: Plain) => (value === null ? '' : (formatted?.(value) ?? ''));
  const write: Settled['write'] = formatted
    ? totalled
      ? (value) => inFormat(asNumber(value, read))
      : inFormat
    : isRightToLeft(lang)
      ? asTextRightToLeft
      : asText;
  const decimal = given.align === 'decimal';
  const numeric = decimal || (format ? isNumeric(format) : onlyNumbers(rows, index));
  const total = isAggregate(given.footer)
    ? written(given.footer, aggregate(given.footer, rows, index, read), write)
    : '';
  return {
    header: given.header ?? given.key ?? '',
    width: cssLength(given.width),
    align: given.align === 'decimal' ? 'right' : (given.align ?? (numeric ? 'right' : undefined)),
    numeric,
    nowrap: numeric,
    anywhere: false,
    footer: given.footer,
    total,
    write,
    read,
    set: decimal
      ? decimalAligner([...textsOf(rows, index, write), total], { lang, formatted: formatted !== undefined })
      : escape,
  };
}

/** The tags of one column's cells, made once. */
interface Tags {
  readonly name: string;
  readonly scope: string;
  readonly open: string;
  readonly close: string;
}

function tagsOf(column: Settled, index: number, rowHeaders: boolean): Tags {
  const [name, scope] = rowHeaders && index === 0 ? ['th', ' scope="row"'] : ['td', ''];
  return { name, scope, open: `<${name}${scope}${cellClass(column)}>`, close: `</${name}>` };
}

/** `below` stands under a span of many rows, which has no rule at its end: a page may break in it. */
function richCell(cell: RichCell, { name, scope }: Tags, column: Settled, below: boolean): string {
  const content =
    cell.html === undefined
      ? column.set(column.write(cell.text ?? null))
      : normalizeHtml(cell.html, { scripts: 'off' }).html;
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

/**
 * A cell of more characters than this is taller than the page, however wide it is: about .78 of the square of its type
 * each.
 */
const maxCharacters = (room: Room) => 1.9 * (room.width / typeSize(room)) ** 2;

/** Cells that span no more rows than this keep them together on a page. */
const maxTogether = 6;

/**
 * The start tag of a row: one with a cell that spans many rows may break between these, one that fits no page wherever
 * it is.
 */
function rowTag(cells: readonly Cell[], most: number): string {
  let spans = false;
  for (const cell of cells) {
    if (typeof cell === 'string' && cell.length > most) return '<tr class="tall">';
    if (!isRich(cell)) continue;
    if ((cell.html ?? String(cell.text)).length > most) return '<tr class="tall">';
    spans ||= (cell.rowspan ?? 1) > maxTogether;
  }
  return spans ? '<tr class="spans">' : '<tr>';
}

function rowWriter(columns: readonly Settled[], rowHeaders: boolean, most: number): (row: PlacedRow) => string {
  const tags = columns.map((column, index) => tagsOf(column, index, rowHeaders));
  const ends = columns.map(() => -1);
  let row = -1;
  return ({ cells, starts }) => {
    row += 1;
    let html = rowTag(cells, most);
    for (let index = 0; index < cells.length; index += 1) {
      const at = starts === null ? index : (starts[index] ?? index);
      const [cell = null, tag, column] = [cells[index], tags[at], columns[at]];
      if (!tag || !column) continue;
      const below = ends[at] === row;
      if (isRich(cell) || below) html += richCell(isRich(cell) ? cell : { text: cell }, tag, column, below);
      else html += `${tag.open}${column.set(column.write(cell))}${tag.close}`;
      if (isRich(cell) && (cell.rowspan ?? 1) > maxTogether)
        ends.fill(row + (cell.rowspan ?? 1), at, at + (cell.colspan ?? 1));
    }
    return `${html}</tr>`;
  };
}

/** A row of footers over `rows`. In a subtotal only the aggregates stand, and the first other cell names the group. */
function footerRow(columns: readonly Settled[], rows: readonly PlacedRow[], group?: string): string {
  const label = columns.findIndex(({ footer }) => !isAggregate(footer));
  const cells = columns.map((column, index) => {
    const { footer, write, read, set, total } = column;
    if (!isAggregate(footer))
      return (
        `<td${cellClass({ ...column, nowrap: false })}>` +
        `${escape(group === undefined ? (footer ?? '') : index === label ? group : '')}</td>`
      );
    return (
      `<td${cellClass(column)}>` +
      `${set(group === undefined ? total : written(footer, aggregate(footer, rows, index, read), write))}</td>`
    );
  });
  return `<tr${group === undefined ? '' : ' class="subtotal"'}>${cells.join('')}</tr>`;
}

function* bodyRows(
  rows: readonly PlacedRow[],
  columns: number,
  write: (row: PlacedRow) => string,
): Generator<RowPiece> {
  for (const row of rows) yield { row: write(row), whole: row.starts === null || fills(row, columns) };
}

/** True where the cells of a row fill its columns, so that none from above reaches into it. */
function fills({ cells }: PlacedRow, columns: number): boolean {
  return cells.reduce((sum: number, cell) => sum + (isRich(cell) ? (cell.colspan ?? 1) : 1), 0) === columns;
}

function* groups(
  columns: readonly Settled[],
  groupBy: string,
  params: AddTable,
  rows: readonly PlacedRow[],
  write: (row: PlacedRow) => string,
): Generator<TablePiece> {
  const subtotals = columns.some(({ footer }) => isAggregate(footer));
  const byName = Map.groupBy(rows, (row) => groupOf(row, groupBy, params.columns));
  for (const [name, group] of byName) {
    const span = attributes({ colspan: columns.length === 1 ? undefined : columns.length });
    yield `<tbody><tr class="group"><th scope="rowgroup"${span}>${escape(name)}</th></tr>`;
    yield* bodyRows(group, columns.length, write);
    yield `${subtotals ? footerRow(columns, group, name) : ''}</tbody>`;
  }
}

/** The headers; where the columns are too narrow for their words, all of them are turned, so that none is broken. */
const head = (columns: readonly Settled[], turned: boolean) =>
  columns
    .map(
      ({ header, align }) =>
        '<th ' +
        (`scope="col"${cellClass({ align, nowrap: false, anywhere: false })}>` +
          `${turned ? `<span class="turned">${escape(header)}</span>` : escape(header)}</th>`),
    )
    .join('');

const colgroup = (columns: readonly Settled[]) =>
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

/** Where a table goes, in which language, and the attributes of its element. */
export interface TablePlace extends Room {
  readonly lang: string;
  readonly attributes: (own: { readonly class: string; readonly style?: string | undefined }) => string;
  /** Told how the columns were made to fit where that is not without harm. */
  readonly onTight: (fit: Fit) => void;
}

/** A table in pieces (`TablePiece`): `rows` are those of `params`, or those read from its CSV. */
export function* tableHtml(
  params: AddTable,
  rows: readonly Row[],
  { attributes: own, onTight, ...place }: TablePlace,
): Generator<TablePiece> {
  const placed = placeRows(rows, params.columns.map(keyOf));
  const read = numberReader(place.lang);
  const settled = params.columns.map((column, index) => settle(column, index, placed, { lang: place.lang, read }));
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
  } else yield* groups(columns, params.groupBy, params, placed, write);
  if (columns.some(({ footer }) => footer !== undefined)) yield `<tfoot>${footerRow(columns, placed)}</tfoot>`;
  yield '</table>';
}

/** The whole of a table. */
export function joined(pieces: readonly TablePiece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.row)).join('');
}
