import { formatter, isNumeric, parseFormat } from '../format.ts';
import { attributes, escape, style } from '../html.ts';
import { cssLength } from '../length.ts';
import { normalizeHtml } from '../normalize-html.ts';
import { fitColumns, type Fit } from './fit.ts';
import { cellAt, groupOf, placeRows, type PlacedRow } from './grid.ts';
import { isRich, keyOf, type AddTable, type Align, type Column, type Plain, type RichCell, type Row } from './table-params.ts';
import { aggregate, isAggregate } from './totals.ts';

/** A column with everything decided. */
interface Settled {
  readonly header: string;
  readonly width: string | undefined;
  readonly align: Align | undefined;
  /** True when its cells stand on one line, as numbers always do. */
  readonly nowrap: boolean;
  readonly footer: string | undefined;
  readonly write: (value: Plain) => string;
}

const asText = (value: Plain) => (value === null ? '' : String(value));
const cellClass = ({ align, nowrap }: Pick<Settled, 'align' | 'nowrap'>) => attributes({ class: [align && `align-${align}`, nowrap && 'nowrap'].filter((name) => typeof name === 'string').join(' ') || undefined });

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

function settle(column: string | Column, index: number, rows: readonly PlacedRow[], lang: string, nowrap: boolean): Settled {
  const given: Column = typeof column === 'string' ? { header: column } : column;
  const format = given.format === undefined ? undefined : parseFormat(given.format);
  const write = format && formatter(format, lang);
  const numeric = format ? isNumeric(format) : onlyNumbers(rows, index);
  return {
    header: given.header ?? given.key ?? '',
    width: cssLength(given.width),
    align: given.align ?? (numeric ? 'right' : undefined),
    nowrap: nowrap || numeric,
    footer: given.footer,
    write: write ? (value) => (value === null ? '' : write(value)) : asText,
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

function richCell(cell: RichCell, { name, scope }: Tags, column: Settled): string {
  const content = cell.html === undefined ? escape(column.write(cell.text ?? null)) : normalizeHtml(cell.html, { scripts: 'off' }).html;
  const spans = attributes({ colspan: cell.colspan === 1 ? undefined : cell.colspan, rowspan: cell.rowspan === 1 ? undefined : cell.rowspan });
  return `<${name}${scope}${spans}${cellClass({ align: cell.align ?? column.align, nowrap: column.nowrap && cell.colspan === undefined })}${attributes({ style: style({ background: cell.background }) })}>${content}</${name}>`;
}

function rowWriter(columns: readonly Settled[], rowHeaders: boolean): (row: PlacedRow) => string {
  const tags = columns.map((column, index) => tagsOf(column, index, rowHeaders));
  return ({ cells, starts }) => {
    let html = '<tr>';
    for (let index = 0; index < cells.length; index += 1) {
      const at = starts === null ? index : (starts[index] ?? index);
      const [cell = null, tag, column] = [cells[index], tags[at], columns[at]];
      if (!tag || !column) continue;
      html += isRich(cell) ? richCell(cell, tag, column) : `${tag.open}${escape(column.write(cell))}${tag.close}`;
    }
    return `${html}</tr>`;
  };
}

/** A row of footers over `rows`. In a subtotal only the aggregates stand, and the first other cell names the group. */
function footerRow(columns: readonly Settled[], rows: readonly PlacedRow[], group?: string): string {
  const label = columns.findIndex(({ footer }) => !isAggregate(footer));
  const cells = columns.map((column, index) => {
    const { footer, write } = column;
    if (!isAggregate(footer)) return `<td${cellClass({ ...column, nowrap: false })}>${escape(group === undefined ? (footer ?? '') : index === label ? group : '')}</td>`;
    const value = aggregate(footer, rows, index);
    return `<td${cellClass(column)}>${escape(footer === 'count' ? asText(value) : write(value))}</td>`;
  });
  return `<tr${group === undefined ? '' : ' class="subtotal"'}>${cells.join('')}</tr>`;
}

/** How many rows stand in one piece of HTML. */
const rowsInPiece = 1000;

function* written(rows: readonly PlacedRow[], write: (row: PlacedRow) => string): Generator<string> {
  for (let from = 0; from < rows.length; from += rowsInPiece) yield rows.slice(from, from + rowsInPiece).map(write).join('');
}

function* groups(columns: readonly Settled[], groupBy: string, params: AddTable, rows: readonly PlacedRow[], write: (row: PlacedRow) => string): Generator<string> {
  const subtotals = columns.some(({ footer }) => isAggregate(footer));
  const byName = Map.groupBy(rows, (row) => groupOf(row, groupBy, params.columns));
  for (const [name, group] of byName) {
    yield `<tbody><tr class="group"><th scope="rowgroup"${attributes({ colspan: columns.length === 1 ? undefined : columns.length })}>${escape(name)}</th></tr>`;
    yield* written(group, write);
    yield `${subtotals ? footerRow(columns, group, name) : ''}</tbody>`;
  }
}

/** The headers; where the columns are too narrow for words, all of them are turned, so that none is broken. */
const head = (columns: readonly Settled[], turned: boolean) => columns.map(({ header, align }) => `<th scope="col"${cellClass({ align, nowrap: false })}>${turned ? `<span class="turned">${escape(header)}</span>` : escape(header)}</th>`).join('');

const colgroup = (columns: readonly Settled[]) => (columns.some(({ width }) => width !== undefined) ? `<colgroup>${columns.map(({ width }) => `<col${attributes({ style: style({ width }) })}>`).join('')}</colgroup>` : '');

/** The classes of a table in the base style sheet. */
function tableClass({ zebra, repeatHeader, splitRows }: AddTable, { scale, tooWide }: Fit): string {
  return ['table', scale < 1 && 'fit', tooWide && 'too-wide', zebra && 'zebra', splitRows && 'split-rows', !repeatHeader && 'no-repeat-header'].filter((name) => name !== false).join(' ');
}

/** Where a table goes: its language, the points that are there for its width, and the attributes of its element. */
export interface TablePlace {
  readonly lang: string;
  readonly width: number;
  readonly attributes: (own: { readonly class: string; readonly style?: string | undefined }) => string;
  /** Told where the columns do not fit, however small the type. */
  readonly onTooWide: () => void;
}

/** A table in pieces: `rows` are those of `params`, or those read from its CSV. */
export function* tableHtml(params: AddTable, rows: readonly Row[], { lang, width, attributes: own, onTooWide }: TablePlace): Generator<string> {
  const placed = placeRows(rows, params.columns.map(keyOf));
  const fit = fitColumns(params.columns.map((column) => (typeof column === 'string' ? column : (column.header ?? column.key ?? ''))), placed, width);
  const columns = params.columns.map((column, index) => settle(column, index, placed, lang, fit.nowrap[index] ?? false));
  const write = rowWriter(columns, params.rowHeaders);
  if (fit.tooWide) onTooWide();
  yield `<table${own({ class: tableClass(params, fit), style: fit.scale < 1 ? `--fit:${fit.scale.toFixed(3)}` : undefined })}>${params.caption === undefined ? '' : `<caption>${escape(params.caption)}</caption>`}${colgroup(columns)}`;
  if (columns.some(({ header }) => header !== '')) yield `<thead><tr>${head(columns, fit.tooWide)}</tr></thead>`;
  if (params.groupBy === undefined) yield* ['<tbody>', ...written(placed, write), '</tbody>'];
  else yield* groups(columns, params.groupBy, params, placed, write);
  if (columns.some(({ footer }) => footer !== undefined)) yield `<tfoot>${footerRow(columns, placed)}</tfoot>`;
  yield '</table>';
}
