import { formatter, isNumeric, numberOf, parseFormat } from '../format.ts';
import { attributes, escape, style } from '../html.ts';
import { cssLength } from '../length.ts';
import { normalizeHtml } from '../normalize-html.ts';
import { cellsOf, groupOf } from './grid.ts';
import { aggregates, isRich, keyOf, type AddTable, type Aggregate, type Align, type Cell, type Column, type Plain, type RichCell, type Row } from './table-params.ts';

/** A column with everything decided. */
interface Settled {
  readonly key: string;
  readonly header: string;
  readonly width: string | undefined;
  readonly align: Align | undefined;
  readonly footer: string | undefined;
  readonly write: (value: Plain) => string;
}

const asText = (value: Plain) => (value === null ? '' : String(value));

/** True when a column has numbers and nothing else (but gaps). */
function onlyNumbers(rows: readonly (readonly Cell[])[], index: number): boolean {
  let any = false;
  for (const row of rows) {
    const cell = row[index];
    const value = isRich(cell) ? (cell.html ?? cell.text) : cell;
    if (value === null || value === undefined || value === '') continue;
    if (typeof value !== 'number') return false;
    any = true;
  }
  return any;
}

function settle(column: string | Column, index: number, rows: readonly (readonly Cell[])[], lang: string): Settled {
  const given: Column = typeof column === 'string' ? { header: column } : column;
  const format = given.format === undefined ? undefined : parseFormat(given.format);
  const write = format && formatter(format, lang);
  return {
    key: keyOf(column),
    header: given.header ?? given.key ?? '',
    width: cssLength(given.width),
    align: given.align ?? ((format ? isNumeric(format) : onlyNumbers(rows, index)) ? 'right' : undefined),
    footer: given.footer,
    write: write ? (value) => (value === null ? '' : write(value)) : asText,
  };
}

function richCell(tag: string, cell: RichCell, column: Settled | undefined): string {
  const align = cell.align ?? column?.align;
  const content = cell.html === undefined ? escape((column?.write ?? asText)(cell.text ?? null)) : normalizeHtml(cell.html, { scripts: 'off' }).html;
  const own = attributes({
    colspan: cell.colspan === 1 ? undefined : cell.colspan,
    rowspan: cell.rowspan === 1 ? undefined : cell.rowspan,
    class: align === undefined ? undefined : `align-${align}`,
    style: style({ background: cell.background }),
  });
  return `<${tag}${own}>${content}</${tag.slice(0, 2)}>`;
}

/** The tags of each column's cells, made once. */
function tagsOf(columns: readonly Settled[], rowHeaders: boolean): { readonly rich: string; readonly open: string; readonly close: string }[] {
  return columns.map(({ align }, index) => {
    const rich = rowHeaders && index === 0 ? 'th scope="row"' : 'td';
    return { rich, open: `<${rich}${align === undefined ? '' : ` class="align-${align}"`}>`, close: `</${rich.slice(0, 2)}>` };
  });
}

function rowWriter(columns: readonly Settled[], rowHeaders: boolean): (cells: readonly Cell[]) => string {
  const tags = tagsOf(columns, rowHeaders);
  return (cells) => {
    let html = '<tr>';
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index] ?? null;
      const tag = tags[index];
      if (isRich(cell)) html += richCell(tag?.rich ?? 'td', cell, columns[index]);
      else html += `${tag?.open ?? '<td>'}${escape((columns[index]?.write ?? asText)(cell))}${tag?.close ?? '</td>'}`;
    }
    return `${html}</tr>`;
  };
}

const isAggregate = (footer: string | undefined): footer is Aggregate => aggregates.some((name) => name === footer);

function aggregate(name: Aggregate, rows: readonly (readonly Cell[])[], index: number): number | null {
  let [count, sum, min, max] = [0, 0, Infinity, -Infinity];
  let filled = 0;
  for (const row of rows) {
    const cell = row[index] ?? null;
    const value = isRich(cell) ? (cell.text ?? null) : cell;
    if (value !== null && value !== '') filled += 1;
    const number = numberOf(value);
    if (number === undefined) continue;
    count += 1;
    sum += number;
    min = Math.min(min, number);
    max = Math.max(max, number);
  }
  if (name === 'count') return filled;
  if (name === 'sum') return tidy(sum);
  if (count === 0) return null;
  return name === 'avg' ? tidy(sum / count) : name === 'min' ? min : max;
}

/** Without the dust of binary fractions: 0.1 + 0.2 is 0.3 on paper. */
const tidy = (number: number) => Number(number.toPrecision(15));

/** A row of footers over `rows`; in a subtotal only the aggregates stand, the first free cell names the group. */
function footerRow(columns: readonly Settled[], rows: readonly (readonly Cell[])[], group?: string): string {
  let named = group === undefined;
  const cells = columns.map(({ footer, align, write }, index) => {
    let text = '';
    if (isAggregate(footer)) {
      const value = aggregate(footer, rows, index);
      text = footer === 'count' ? asText(value) : write(value);
    } else if (group === undefined) text = footer ?? '';
    else if (!named) {
      named = true;
      text = group;
    }
    return `<td${attributes({ class: align === undefined ? undefined : `align-${align}` })}>${escape(text)}</td>`;
  });
  return `<tr${group === undefined ? '' : ' class="subtotal"'}>${cells.join('')}</tr>`;
}

/** How many rows stand in one piece of HTML. */
const rowsInPiece = 1000;

function* bodies(columns: readonly Settled[], params: AddTable, rows: readonly Row[], cells: readonly (readonly Cell[])[]): Generator<string> {
  const write = rowWriter(columns, params.rowHeaders);
  if (params.groupBy === undefined) {
    yield '<tbody>';
    for (let from = 0; from < cells.length; from += rowsInPiece) yield cells.slice(from, from + rowsInPiece).map(write).join('');
    yield '</tbody>';
    return;
  }
  const groups = new Map<string, (readonly Cell[])[]>();
  for (const [index, row] of rows.entries()) {
    const name = groupOf(row, params.groupBy, params.columns);
    const group = groups.get(name) ?? [];
    group.push(cells[index] ?? []);
    groups.set(name, group);
  }
  const subtotals = columns.some(({ footer }) => isAggregate(footer));
  for (const [name, group] of groups) {
    yield `<tbody><tr class="group"><th scope="rowgroup"${attributes({ colspan: columns.length === 1 ? undefined : columns.length })}>${escape(name)}</th></tr>`;
    for (let from = 0; from < group.length; from += rowsInPiece) yield group.slice(from, from + rowsInPiece).map(write).join('');
    yield `${subtotals ? footerRow(columns, group, name) : ''}</tbody>`;
  }
}

const head = (columns: readonly Settled[]) => columns.map(({ header, align }) => `<th scope="col"${attributes({ class: align === undefined ? undefined : `align-${align}` })}>${escape(header)}</th>`).join('');

const colgroup = (columns: readonly Settled[]) => (columns.some(({ width }) => width !== undefined) ? `<colgroup>${columns.map(({ width }) => `<col${attributes({ style: style({ width }) })}>`).join('')}</colgroup>` : '');

/** The classes of a table in the base style sheet. */
export function tableClass({ zebra, repeatHeader, splitRows }: AddTable): string {
  return ['table', zebra && 'zebra', splitRows && 'split-rows', !repeatHeader && 'no-repeat-header'].filter((name) => name !== false).join(' ');
}

/** A table without its own start tag's attributes, in pieces: `rows` are those of `params`, or those read from its CSV. */
export function* tableHtml(params: AddTable, rows: readonly Row[], lang: string, own: string): Generator<string> {
  const keys = params.columns.map(keyOf);
  const cells = rows.map((row) => cellsOf(row, keys));
  const columns = params.columns.map((column, index) => settle(column, index, cells, lang));
  yield `<table${own}>${params.caption === undefined ? '' : `<caption>${escape(params.caption)}</caption>`}${colgroup(columns)}`;
  if (columns.some(({ header }) => header !== '')) yield `<thead><tr>${head(columns)}</tr></thead>`;
  yield* bodies(columns, params, rows, cells);
  if (columns.some(({ footer }) => footer !== undefined)) yield `<tfoot>${footerRow(columns, cells)}</tfoot>`;
  yield '</table>';
}
