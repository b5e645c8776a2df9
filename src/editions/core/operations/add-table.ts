import { parse } from 'csv-parse/sync';
import { also, checked, either, exactlyOne, joi, type Report } from '../../../render/fields.ts';
import { formatDescription, formatSyntax } from '../../../render/format.ts';
import { length } from '../../../render/length.ts';
import type { Operation } from '../../../render/operation.ts';
import { checkGrid } from '../../../render/table/grid.ts';
import { checkRows, rowsSchema } from '../../../render/table/rows.ts';
import { tableHtml } from '../../../render/table/table-html.ts';
import { isRich, keyOf, mostColumns, type AddTable, type Cell, type Column, type Row } from '../../../render/table/table-params.ts';

const column = joi
  .object({
    key: joi.string().max(255).description('The field of row objects, or the CSV heading; the header unless given.'),
    header: joi.string().allow('').max(2000),
    width: length(),
    align: joi.string().valid('left', 'center', 'right').description('Right for numbers, else left, unless given.'),
    format: joi.string().pattern(formatSyntax).description(formatDescription).messages({ 'string.pattern.base': '{{#label}} must be a format such as "number:2", "percent", "currency:EUR" or "date:long"' }),
    footer: joi.string().allow('').max(2000).description('A text, or one of sum, avg, count, min, max over the column; with `groupBy` also a subtotal of each group.'),
  })
  .or('key', 'header');

/** CSV by RFC 4180 (quoted fields may have line breaks) as row objects, or what is wrong with it. Its first line names the columns, in any order. */
function rowsOfCsv(csv: string, keys: readonly string[]): Row[] | string {
  let records: string[][];
  try {
    records = parse(csv, { bom: true, skip_empty_lines: true });
  } catch (error) {
    return `can not be read: ${error instanceof Error ? error.message : 'it is no CSV'}`;
  }
  const [headings = [], ...rows] = records;
  const missing = keys.filter((key) => !headings.includes(key));
  if (missing.length > 0) return `has no column ${quoted(missing)}; its first line names ${quoted(headings)}`;
  return rows.map((row) => Object.fromEntries(headings.map((name, index) => [name, row[index] ?? ''])));
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/** The CSV against the columns; a part that is wrong by itself is told elsewhere. */
function checkCsv({ csv, columns }: { csv?: unknown; columns?: unknown }, report: Report): void {
  if (typeof csv !== 'string' || !Array.isArray(columns)) return;
  const problem = rowsOfCsv(csv, columns.filter((one) => typeof one === 'string' || isRich(one as Cell)).map((one) => keyOf(one as Column)));
  if (typeof problem === 'string') report(['csv'], `\`csv\` ${problem}`);
}

function checkTogether(table: object, report: Report): void {
  checkGrid(table, report);
  checkCsv(table, report);
}

export const addTable: Operation<AddTable> = {
  name: 'add_table',
  tier: 'core',
  summary: 'Adds a table from rows or CSV, with repeated headers, groups, totals and formats.',
  flows: true,
  schema: also(exactlyOne(
    joi.object({
      columns: joi.array().items(either(column, joi.string().allow('').max(2000))).min(1).max(mostColumns).required(),
      rows: checked({ jsonSchema: rowsSchema, check: checkRows }),
      csv: joi.string().description('CSV, the first line naming the columns by `key` or header.'),
      caption: joi.string().max(2000),
      repeatHeader: joi.boolean().default(true).description('The header stands on every page.'),
      zebra: joi.boolean().default(false),
      rowHeaders: joi.boolean().default(false).description('The first cell of a row is its header.'),
      splitRows: joi.boolean().default(false).description('A row may split across pages.'),
      groupBy: joi.string().max(255).description('The key of a column, or a field of row objects: rows of equal value stand together under it.'),
    }),
    ['rows'],
    ['csv'],
  ), checkTogether),
  example: { columns: ['Item', { header: 'Price', key: 'price', format: 'currency:EUR', footer: 'sum' }], rows: [['Bolt', 4.5], ['Nut', 3]], caption: 'Parts', zebra: true },
  compose(_document, params, place) {
    const rows = params.csv === undefined ? params.rows : rowsOfCsv(params.csv, params.columns.map(keyOf));
    if (!Array.isArray(rows)) throw new TypeError('a table whose rows were not validated');
    place.add([...tableHtml(params, rows as Row[], { lang: place.lang, width: place.contentWidth, attributes: (own) => place.attributes(own), onTooWide: () => place.warn('table-too-wide', `The table's ${params.columns.length} columns do not fit the width of the page: words were broken. Turn the page ("orientation": "landscape"), or leave columns out.`, 'columns') })].join(''));
  },
};
