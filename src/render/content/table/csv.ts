import { CsvError, parse } from 'csv-parse/sync';
import type { Report } from '../../../input/fields.ts';
import { quoted } from './check-table.ts';
import { didYouMean } from '../../../near-names.ts';
import { foundColumns } from './found-columns.ts';
import { readableHeaders } from './readable-header.ts';
import {
  groupKeyOf,
  isRich,
  keyOf,
  maxColumns,
  type AddTable,
  type Cell,
  type Column,
  type Row,
} from './table-params.ts';

/** Maximum number of characters in the first line of CSV. */
const longestHeadings = 100_000;

/** The headings that are compared with a misspelled one. */
const maxCompared = 100;

/** Separators of fields: a comma (RFC 4180), and those of spreadsheets in languages with a decimal comma. */
const delimiters = [',', ';', '\t'] as const;

const fieldCount = (count: number) => `${count} ${count === 1 ? 'field' : 'fields'}`;

/** How a text of CSV cannot be read, by the code of csv-parse, as the end of a sentence. */
const unreadable: Readonly<Record<string, (line: number, fields: number, wanted: number) => string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: (line, fields, wanted) =>
    `has ${fieldCount(fields)} in line ${line} and ${fieldCount(wanted)} in its first line; a field that contains the ` +
    'separator must be in double quotes',
  CSV_QUOTE_NOT_CLOSED: (line) => `has a double quote that is never closed, opened in line ${line}`,
  INVALID_OPENING_QUOTE: (line) =>
    `has a double quote inside a field in line ${line}; put the field in double quotes, and double those inside`,
  CSV_INVALID_CLOSING_QUOTE: (line) =>
    `has text after the closing double quote of a field in line ${line}; double the quotes inside a field`,
};

/** The members of an error of csv-parse. Of a quote that is never closed, `bytes` come before its separator. */
interface Unreadable {
  readonly code: string;
  readonly lines?: number;
  readonly bytes?: number;
  readonly record?: readonly string[];
}

/** The line of the first double quote behind these bytes. */
function lineOfQuote(csv: string, bytes: number): number {
  const text = Buffer.from(csv);
  return text.subarray(0, text.indexOf('"', bytes)).toString().split('\n').length;
}

/** The mistake of CSV that cannot be read. Lines count from 1, the headings included. */
function mistakeOf(error: unknown, csv: string, wanted: () => number): string {
  if (!(error instanceof CsvError)) return 'can not be read as CSV';
  const { code, lines = 1, bytes = 0, record } = error as Unreadable;
  const sentence = unreadable[code];
  const fields = record?.length ?? 0;
  const line = code === 'CSV_QUOTE_NOT_CLOSED' ? lineOfQuote(csv, bytes) : lines;
  return sentence?.(line, fields, fields > 0 ? wanted() : 0) ?? `can not be read as CSV at line ${line}`;
}

/** Records of CSV (RFC 4180: quoted fields may contain line breaks), or its mistake. */
function recordsOf(csv: string, delimiter: string, to?: number): string[][] | string {
  try {
    return parse(csv, { bom: true, delimiter, skip_empty_lines: true, ...(to !== undefined && { to }) });
  } catch (error) {
    return mistakeOf(error, csv, () => recordsOf(csv, delimiter, 1)[0]?.length ?? 0);
  }
}

/** The fields of the first line with this separator, or the mistake of the line. */
function headingsOf(csv: string, delimiter: string): string[] | string {
  const records = recordsOf(csv.slice(0, longestHeadings), delimiter, 1);
  return typeof records === 'string' ? records : (records[0] ?? []);
}

/** The end of a sentence that suggests the heading nearest to a name. */
function nearHeading(csv: string, name: string, delimiter: string): string {
  const headings = headingsOf(csv, delimiter);
  return typeof headings === 'string' ? '' : didYouMean(name, headings.slice(0, maxCompared));
}

/** Headings of columns that are missing in CSV with this separator. */
function missingHeadings(csv: string, keys: readonly string[], delimiter: string): string[] {
  const headings = headingsOf(csv, delimiter);
  return typeof headings === 'string' ? [...keys] : keys.filter((key) => !headings.includes(key));
}

/** The separator with which the first line has the most fields. */
function likelyDelimiter(csv: string): string {
  const count = (delimiter: string) => {
    const headings = headingsOf(csv, delimiter);
    return typeof headings === 'string' ? 0 : headings.length;
  };
  return delimiters.reduce<string>((best, one) => (count(one) > count(best) ? one : best), delimiters[0]);
}

/** The first separator with which the first line names all columns, else the likely one. */
const delimiterOf = (csv: string, keys: readonly string[]) =>
  delimiters.find((delimiter) => missingHeadings(csv, keys, delimiter).length === 0) ?? likelyDelimiter(csv);

/**
 * Reports the columns that the first line of CSV does not name; it may name them in any order. The other lines are read
 * once, on the thread that composes. `columns` are the keys; `null` is a column that is wrong by itself.
 */
function checkHeadings(csv: string, columns: readonly (string | null)[], report: Report): boolean {
  const delimiter = delimiterOf(
    csv,
    columns.filter((key) => key !== null),
  );
  const headings = headingsOf(csv, delimiter);
  if (typeof headings === 'string') {
    report(['csv'], `\`csv\` ${headings}`);
    return false;
  }
  const missing = [...columns.entries()].filter(([, key]) => key !== null && !headings.includes(key));
  for (const [index, key] of missing) {
    const near = didYouMean(key ?? '', headings.slice(0, maxCompared));
    report(
      ['columns', index],
      `\`csv\` has no column ${quoted([key ?? ''])}; its first line names ${quoted(headings)}${near}`,
    );
  }
  return missing.length === 0;
}

/** The mistake of a first line that makes the columns. */
function ownHeadingsProblem(csv: string): string | undefined {
  const headings = headingsOf(csv, likelyDelimiter(csv));
  if (typeof headings === 'string') return headings;
  if (headings.length === 0) return 'has no first line, which names the columns';
  return headings.length > maxColumns
    ? `names ${headings.length} columns in its first line; ${maxColumns} are allowed`
    : undefined;
}

function checkOwnHeadings(csv: string, report: Report): boolean {
  const problem = ownHeadingsProblem(csv);
  if (problem !== undefined) report(['csv'], `\`csv\` ${problem}`);
  return problem === undefined;
}

/** Checks CSV against the columns. A value of the wrong type is reported elsewhere. */
export function checkCsv(
  { csv, columns, groupBy }: { csv?: unknown; columns?: unknown; groupBy?: unknown },
  report: Report,
): void {
  if (typeof csv !== 'string' || csv === '') return;
  if (columns !== undefined && (!Array.isArray(columns) || columns.length > maxColumns)) return;
  const keys = (columns as unknown[] | undefined)?.map((one) =>
    typeof one === 'string' || isRich(one as Cell) ? keyOf(one as Column) : null,
  );
  if (!(keys === undefined ? checkOwnHeadings(csv, report) : checkHeadings(csv, keys, report))) return;
  const groupKey = groupKeyOf(groupBy);
  const delimiter =
    keys === undefined
      ? likelyDelimiter(csv)
      : delimiterOf(
          csv,
          keys.filter((key) => key !== null),
        );
  if (groupKey !== undefined && missingHeadings(csv, [groupKey], delimiter).length > 0) {
    const near = nearHeading(csv, groupKey, delimiter);
    report(['groupBy'], `\`csv\` has no column '${groupKey.slice(0, 64)}', by which rows are grouped${near}`);
  }
}

/** The content of CSV as a table. */
interface CsvTable {
  readonly columns: readonly (string | Column)[];
  /** Objects with the fields that the table uses. */
  readonly rows: Row[];
}

/** The rows of CSV and its columns: those that are given, else those of its first line. A mistake is a text. */
export function tableOfCsv(csv: string, { columns, groupBy }: AddTable): CsvTable | string {
  const records = recordsOf(csv, columns === undefined ? likelyDelimiter(csv) : delimiterOf(csv, columns.map(keyOf)));
  if (typeof records === 'string') return records;
  const [headings = [], ...lines] = records;
  const groupKey = groupKeyOf(groupBy);
  const rowsOf = (fields: readonly { key: string; index: number }[]): Row[] =>
    lines.map((line) => Object.fromEntries(fields.map(({ key, index }) => [key, line[index] ?? ''])));
  if (columns !== undefined) {
    const wanted = new Set([...columns.map(keyOf), ...(groupKey === undefined ? [] : [groupKey])]);
    return { columns, rows: rowsOf(headings.flatMap((key, index) => (wanted.has(key) ? [{ key, index }] : []))) };
  }
  const headers = readableHeaders(headings);
  const fields = headings.map((heading, index) => ({
    key: headings.indexOf(heading) === index ? heading : `${heading} ${index + 1}`,
    header: headers[index] ?? heading,
    index,
  }));
  const rows = rowsOf(fields);
  return { columns: foundColumns(rows, fields, groupKey), rows };
}
