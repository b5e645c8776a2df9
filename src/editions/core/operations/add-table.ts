import { parse } from 'csv-parse/sync';
import { invalidRequest, pointer } from '../../../input/input.ts';
import { AppError, type Mistake } from '../../../problems.ts';
import { also, checked, either, exactlyOne, joi, type Report } from '../../../input/fields.ts';
import { formatDescription, formatSyntax } from '../../../render/templates/format.ts';
import { length } from '../../../input/length.ts';
import type { Operation } from '../../../render/model/operation.ts';
import type { OperationContext } from '../../../render/plan/operation-context.ts';
import { typeSize, type Fit } from '../../../render/content/table/fit.ts';
import { checkTable, quoted } from '../../../render/content/table/check-table.ts';
import { maxCells } from '../../../render/content/table/grid.ts';
import { checkRows, rowsSchema } from '../../../render/content/table/rows.ts';
import { joined, tableHtml } from '../../../render/content/table/table-html.ts';
import {
  isRich,
  keyOf,
  maxColumns,
  type AddTable,
  type Cell,
  type Column,
  type Row,
} from '../../../render/content/table/table-params.ts';
import { nonNumbers } from '../../../render/content/table/totals.ts';

const column = joi
  .object({
    key: joi.string().max(255).description('The field of row objects, or the CSV heading; the header unless given.'),
    header: joi.string().allow('').max(2000),
    width: length(),
    align: joi
      .string()
      .valid('left', 'center', 'right', 'decimal')
      .description(
        'Right for numbers, else left, unless given; `decimal` sets the decimal points of numbers below each other.',
      ),
    format: joi.string().pattern(formatSyntax).description(formatDescription).messages({
      'string.pattern.base': '{{#label}} must be a format such as "number:2", "percent", "currency:EUR" or "date:long"',
    }),
    footer: joi
      .string()
      .allow('')
      .max(2000)
      .description(
        'A text, or one of sum, avg, count, min, max over the column; with `groupBy` also a subtotal of each ' +
          'group. Except under `count`, each cell is empty or a number: a JSON number, or a text that is one, ' +
          'also as the language of the operation writes it ("1,234.50" in English).',
      ),
  })
  .or('key', 'header');

/** Maximum number of characters in the first line of CSV. */
const longestHeadings = 100_000;

/** Separators of fields: a comma (RFC 4180), and those of spreadsheets in languages with a decimal comma. */
const delimiters = [',', ';', '\t'] as const;

/** Records of CSV (RFC 4180: quoted fields may contain line breaks), or its mistake. */
function recordsOf(csv: string, delimiter: string, to?: number): string[][] | string {
  try {
    return parse(csv, { bom: true, delimiter, skip_empty_lines: true, ...(to !== undefined && { to }) });
  } catch (error) {
    return `can not be read: ${error instanceof Error ? error.message.slice(0, 200) : 'it is no CSV'}`;
  }
}

/** Headings of columns that are missing in CSV with this separator. */
function missingHeadings(csv: string, keys: readonly string[], delimiter: string): string[] {
  const records = recordsOf(csv.slice(0, longestHeadings), delimiter, 1);
  return typeof records === 'string' ? [...keys] : keys.filter((key) => records[0]?.includes(key) !== true);
}

/** The first separator with which the first line names all columns, else a comma. */
const delimiterOf = (csv: string, keys: readonly string[]) =>
  delimiters.find((delimiter) => missingHeadings(csv, keys, delimiter).length === 0) ?? ',';

/**
 * The mistake of the first line of CSV, which names the columns in any order. The other lines are read once, on the
 * thread that composes.
 */
function headingsProblem(csv: string, keys: readonly string[]): string | undefined {
  const records = recordsOf(csv.slice(0, longestHeadings), delimiterOf(csv, keys), 1);
  if (typeof records === 'string') return records;
  const [headings = []] = records;
  const missing = keys.filter((key) => !headings.includes(key));
  return missing.length > 0 ? `has no column ${quoted(missing)}; its first line names ${quoted(headings)}` : undefined;
}

/** Checks CSV against the columns. A value of the wrong type is reported elsewhere. */
function checkCsv(
  { csv, columns, groupBy }: { csv?: unknown; columns?: unknown; groupBy?: unknown },
  report: Report,
): void {
  if (typeof csv !== 'string' || csv === '' || !Array.isArray(columns) || columns.length > maxColumns) return;
  const keys = columns
    .filter((one) => typeof one === 'string' || isRich(one as Cell))
    .map((one) => keyOf(one as Column));
  const problem = headingsProblem(csv, keys);
  if (problem !== undefined) report(['csv'], `\`csv\` ${problem}`);
  else if (typeof groupBy === 'string' && missingHeadings(csv, [groupBy], delimiterOf(csv, keys)).length > 0)
    report(['groupBy'], `\`csv\` has no column '${groupBy.slice(0, 64)}', by which rows are grouped`);
}

function checkTogether(table: object, report: Report): void {
  checkTable(table, report);
  checkCsv(table, report);
}

/**
 * The rows of CSV as objects with the fields that the table uses. Throws AppError `invalid-request` where it cannot be
 * read.
 */
function rowsOfCsv(csv: string, { columns, groupBy }: AddTable, context: OperationContext): Row[] {
  const records = recordsOf(csv, delimiterOf(csv, columns.map(keyOf)));
  if (typeof records === 'string')
    throw invalidRequest([{ pointer: context.pointer('csv'), message: `\`csv\` ${records}` }]);
  const [headings = [], ...rows] = records;
  const wanted = new Set([...columns.map(keyOf), ...(groupBy === undefined ? [] : [groupBy])]);
  const fields = headings.flatMap((name, index) => (wanted.has(name) ? [{ name, index }] : []));
  return rows.map((row) => Object.fromEntries(fields.map(({ name, index }) => [name, row[index] ?? ''])));
}

/** Throws AppError `limit-exceeded` for a table with too many cells. */
function refuseHuge(rows: readonly Row[], { columns, csv }: AddTable, context: OperationContext): void {
  if (rows.length * columns.length <= maxCells) return;
  const message = `the table has ${rows.length} rows of ${columns.length} columns; ${maxCells} cells are allowed`;
  throw new AppError('limit-exceeded', `The table is too large: ${message}.`, {
    errors: [{ pointer: context.pointer(csv === undefined ? 'rows' : 'csv'), message }],
  });
}

/** Throws AppError `invalid-request` where a cell above a total is not a number in the language of the operation. */
function refuseNonNumbers(rows: readonly Row[], { columns, csv }: AddTable, context: OperationContext): void {
  const mistakes = nonNumbers({ columns }, rows, context.lang).map(({ path: [row = 0, ...path], message }): Mistake =>
    csv === undefined
      ? { pointer: `${context.pointer('rows')}${pointer([row, ...path])}`, message }
      : { pointer: context.pointer('csv'), message: `row ${Number(row) + 1} below the headings: ${message}` },
  );
  if (mistakes.length > 0) throw invalidRequest(mistakes);
}

function warnOfTight({ scale, breaks }: Fit, { columns }: AddTable, context: OperationContext): void {
  const how =
    `headers were turned and the type is ${(typeSize(context) * scale).toFixed(1)} ` +
    `pt${breaks ? '; words were broken' : ''}`;
  context.warn(
    'table-too-wide',
    `The table's ${columns.length} columns hardly fit the width of the page: ${how}. Turn the page ` +
      '("orientation": "landscape"), take a larger one, or leave columns out.',
    'columns',
  );
}

/** A table in the flow. A long one may be printed in parts. */
export const addTable: Operation<AddTable> = {
  name: 'add_table',
  tier: 'core',
  summary: 'Adds a table from rows or CSV, with repeated headers, groups, totals and formats.',
  flows: true,
  light: true,
  schema: also(
    exactlyOne(
      joi.object({
        columns: joi
          .array()
          .items(either(column, joi.string().allow('').max(2000)))
          .min(1)
          .max(maxColumns)
          .required(),
        rows: checked({ jsonSchema: rowsSchema, check: checkRows }),
        csv: joi
          .string()
          .description(
            'CSV, the first line naming the columns by `key` or header; fields are divided by commas, ' +
              'semicolons or tabs.',
          ),
        caption: joi.string().max(2000),
        repeatHeader: joi.boolean().default(true).description('Repeats the header on every page.'),
        zebra: joi.boolean().default(false),
        rowHeaders: joi.boolean().default(false).description('The first cell of a row is its header.'),
        splitRows: joi.boolean().default(false).description('A row may split across pages.'),
        groupBy: joi
          .string()
          .max(255)
          .description(
            'The key of a column, or a field of row objects that at least one row has: rows of equal value ' +
              'stand together under it.',
          ),
      }),
      ['rows'],
      ['csv'],
    ),
    checkTogether,
  ),
  example: {
    columns: ['Item', { header: 'Price', key: 'price', format: 'currency:EUR', footer: 'sum' }],
    rows: [
      ['Bolt', 4.5],
      ['Nut', 3],
    ],
    caption: 'Parts',
    zebra: true,
  },
  compose(_document, params, context) {
    const rows = params.csv === undefined ? (params.rows ?? []) : rowsOfCsv(params.csv, params, context);
    refuseHuge(rows, params, context);
    refuseNonNumbers(rows, params, context);
    const table = [
      ...tableHtml(params, rows, {
        lang: context.lang,
        width: context.contentWidth,
        fontSize: context.fontSize,
        attributes: (own) => context.attributes(own),
        pointer: context.pointer('columns'),
        onTight: (fit) => warnOfTight(fit, params, context),
      }),
    ];
    context.add(joined(table), { table });
  },
};
