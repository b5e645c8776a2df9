import { invalidRequest, pointer } from '../../../input/input.ts';
import { AppError, type Mistake } from '../../../problems.ts';
import { also, checked, either, exactlyOne, joi, type Report } from '../../../input/fields.ts';
import { formatField } from '../../../render/templates/format-field.ts';
import { length, points } from '../../../input/length.ts';
import { fontSize } from '../../../render/compose/text-style.ts';
import { densities } from '../../../render/model/types/density.ts';
import type { Operation } from '../../../render/model/operation.ts';
import type { OperationContext } from '../../../render/plan/operation-context.ts';
import { typeSize, type Fit } from '../../../render/content/table/fit.ts';
import { checkTable, misspelledColumns } from '../../../render/content/table/check-table.ts';
import { checkCsv, tableOfCsv } from '../../../render/content/table/csv.ts';
import { fieldsOf, foundColumns, keysOf } from '../../../render/content/table/found-columns.ts';
import { maxCells } from '../../../render/content/table/grid.ts';
import { checkRows, rowsSchema } from '../../../render/content/table/rows.ts';
import { joined, tableHtml } from '../../../render/content/table/table-html.ts';
import {
  groupKeyOf,
  keyOf,
  maxColumns,
  type AddTable,
  type Column,
  type Row,
  type TableLayout,
} from '../../../render/content/table/table-params.ts';
import { carriedColumns, carrySchema, checkCarry } from '../../../render/typeset/carry/carry-options.ts';
import { noteCells } from '../../../render/content/table/note-cells.ts';
import { footnotesField } from '../../../render/typeset/footnotes/footnote-options.ts';
import { withTotalLabel } from '../../../render/content/table/total-label.ts';
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
    format: formatField('"number:2", "percent", "currency:EUR" or "date:long"'),
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

function checkTogether(table: object, report: Report): void {
  checkTable(table, report);
  checkCsv(table, report);
}

/** A table whose columns and rows are known. */
interface Known {
  readonly columns: readonly (string | Column)[];
  readonly rows: readonly Row[];
}

/** The columns and rows of a table. Throws AppError `invalid-request` where its CSV cannot be read. */
function contentOf(params: AddTable, context: OperationContext): Known {
  const { csv, rows = [], columns } = params;
  if (csv === undefined)
    return {
      columns: columns ?? foundColumns(rows, fieldsOf(keysOf(rows, maxColumns) ?? []), groupKeyOf(params.groupBy)),
      rows,
    };
  const table = tableOfCsv(csv, params);
  if (typeof table === 'string')
    throw invalidRequest([{ pointer: context.pointer('csv'), message: `\`csv\` ${table}` }]);
  return table;
}

/** The table as it is set. */
function layoutOf(params: AddTable, { columns }: Known, lang: string): TableLayout {
  const { groupBy } = params;
  return {
    ...params,
    columns: withTotalLabel({ ...params, columns }, lang),
    groupBy: typeof groupBy === 'string' ? { key: groupBy, newPage: false } : (groupBy ?? null),
    carry: carriedColumns(params.carry, columns.map(keyOf), lang),
  };
}

/** Throws AppError `limit-exceeded` for a table with too many cells. */
function refuseHuge({ columns, rows }: Known, csv: string | undefined, context: OperationContext): void {
  if (rows.length * columns.length <= maxCells) return;
  const message = `the table has ${rows.length} rows of ${columns.length} columns; ${maxCells} cells are allowed`;
  throw new AppError('limit-exceeded', `The table is too large: ${message}.`, {
    errors: [{ pointer: context.pointer(csv === undefined ? 'rows' : 'csv'), message }],
  });
}

/** Throws AppError `invalid-request` for carried columns that a table without `columns` does not have. */
function refuseUnknownCarry({ columns }: Known, { carry }: AddTable, context: OperationContext): void {
  const mistakes: Mistake[] = [];
  checkCarry(columns.map(keyOf), carry, (path, message) =>
    mistakes.push({ pointer: `${context.pointer()}${pointer(path)}`, message }),
  );
  if (mistakes.length > 0) throw invalidRequest(mistakes);
}

/** Throws AppError `invalid-request` where a cell above a total is not a number in the language of the operation. */
function refuseNonNumbers({ columns, rows }: Known, { csv, carry }: AddTable, context: OperationContext): void {
  const mistakes = nonNumbers({ columns, carried: carry?.columns }, rows, context.lang).map(
    ({ path: [row = 0, ...path], message }): Mistake =>
      csv === undefined
        ? { pointer: `${context.pointer('rows')}${pointer([row, ...path])}`, message }
        : { pointer: context.pointer('csv'), message: `row ${Number(row) + 1} below the headings: ${message}` },
  );
  if (mistakes.length > 0) throw invalidRequest(mistakes);
}

function warnOfTight(
  { scale, turned, breaks }: Fit,
  { columns }: Known,
  context: OperationContext,
  size: number,
): void {
  const how =
    `${turned ? 'headers were turned and ' : ''}the type is ${(size * scale).toFixed(1)} ` +
    `pt${breaks ? '; words were broken' : ''}`;
  context.warn(
    'table-too-wide',
    `The table's ${columns.length} columns hardly fit the width of the page: ${how}. Turn the page ` +
      '("orientation": "landscape"), take a larger one, or leave columns out.',
    'columns',
  );
}

/** Warns of columns that stay empty, because the rows call their values otherwise. */
function warnOfMisspelled({ columns, rows }: AddTable, context: OperationContext): void {
  if (columns === undefined || rows === undefined) return;
  for (const { index, key, near } of misspelledColumns(columns, rows))
    context.warn(
      'variable-unknown',
      `No row has a value for the column '${key.slice(0, 64)}', which stays empty. Is \`${near}\` meant?`,
      `columns/${index}`,
    );
}

const groupKey = () => joi.string().max(255);

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
          .description(
            'Unless given, the first line of `csv` or the keys of the objects in `rows`, in order of first ' +
              'appearance (whole numbers such as years last) and as words ("unitPrice" is "Unit price"); columns of ' +
              'numbers are aligned to the right.',
          ),
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
        fontSize: fontSize(),
        density: joi
          .string()
          .valid(...densities)
          .description('Space around the text of cells; unless given, `document.density`.'),
        groupBy: either(
          joi.object({
            key: groupKey().required(),
            newPage: joi.boolean().default(false).description('Each group after the first begins on a new page.'),
          }),
          groupKey(),
        ).description(
          'The key of a column, or a field of row objects that at least one row has: rows of equal value ' +
            'stand together under it. A group that continues on the next page has its header there again.',
        ),
        carry: carrySchema(),
        footnotes: footnotesField(),
        totalLabel: joi
          .string()
          .allow('')
          .max(2000)
          .description(
            'Stands in the first cell of the total without a footer of its own. Unless given, "Total" in the ' +
              'language of the operation where a column has `sum` or `count` and no column has a text as its footer.',
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
  compose(document, params, context) {
    const known = contentOf(params, context);
    refuseHuge(known, params.csv, context);
    refuseUnknownCarry(known, params, context);
    refuseNonNumbers(known, params, context);
    warnOfMisspelled(params, context);
    const size = params.fontSize === undefined ? context.fontSize : points(params.fontSize);
    const layout = layoutOf(params, known, context.lang);
    const table = [
      ...tableHtml(layout, known.rows, {
        lang: context.lang,
        width: context.contentWidth,
        fontSize: size,
        density: document.density,
        text: (text) => context.text(text),
        notes: noteCells(params, known.rows, context),
        attributes: (own) => context.attributes(own),
        pointer: context.pointer(params.columns === undefined ? undefined : 'columns'),
        onTight: (fit) => warnOfTight(fit, known, context, typeSize({ fontSize: size })),
      }),
    ];
    context.add(joined(table), { table });
  },
};
