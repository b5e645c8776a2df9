import { parse } from 'csv-parse/sync';
import { AppError } from '../../../problems.ts';
import { also, checked, exactlyOne, joi } from '../../../render/fields.ts';
import { formatDescription, formatSyntax } from '../../../render/format.ts';
import { length } from '../../../render/length.ts';
import type { Operation } from '../../../render/operation.ts';
import { checkGrid } from '../../../render/table/grid.ts';
import { checkRows, rowsSchema } from '../../../render/table/rows.ts';
import { tableClass, tableHtml } from '../../../render/table/table-html.ts';
import { keyOf, mostColumns, type AddTable, type Row } from '../../../render/table/table-params.ts';

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

/** CSV by RFC 4180: quoted fields may have line breaks. The first line names the columns, in any order. Throws AppError `invalid-request`. */
function rowsOfCsv(csv: string, { columns }: AddTable, pointer: string): Row[] {
  const wrong = (message: string) => new AppError('invalid-request', `${message} (at \`${pointer}\`).`, { errors: [{ pointer, message }] });
  let records: string[][];
  try {
    records = parse(csv, { bom: true, skip_empty_lines: true, relax_column_count: false });
  } catch (error) {
    throw wrong(`\`csv\` can not be read: ${error instanceof Error ? error.message : 'not CSV'}`);
  }
  const [headings = [], ...rows] = records;
  const places = columns.map((one) => headings.indexOf(keyOf(one)));
  const missing = columns.map(keyOf).filter((_, index) => places[index] === -1);
  if (missing.length > 0) throw wrong(`\`csv\` has no column ${missing.map((name) => `'${name}'`).join(', ')}; its first line names ${headings.map((name) => `'${name}'`).join(', ')}`);
  return rows.map((row) => Object.fromEntries(headings.map((name, index) => [name, row[index] ?? ''])));
}

export const addTable: Operation<AddTable> = {
  name: 'add_table',
  tier: 'core',
  summary: 'Adds a table from rows or CSV, with repeated headers, groups, totals and formats.',
  flows: true,
  schema: also(exactlyOne(
    joi.object({
      columns: joi.array().items(joi.string().allow('').max(2000), column).min(1).max(mostColumns).required(),
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
  ), checkGrid),
  example: { columns: ['Item', { header: 'Price', key: 'price', format: 'currency:EUR', footer: 'sum' }], rows: [['Bolt', 4.5], ['Nut', 3]], caption: 'Parts', zebra: true },
  compose(_document, params, place) {
    const rows = params.csv === undefined ? (params.rows ?? []) : rowsOfCsv(params.csv, params, place.pointer('csv'));
    place.add([...tableHtml(params, rows, place.lang, place.attributes({ class: tableClass(params) }))].join(''));
  },
};
