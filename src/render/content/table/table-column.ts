import { cssLength } from '../../../input/length.ts';
import { isRightToLeft } from '../../compose/direction.ts';
import { plainOf } from '../../templates/decimal.ts';
import { formatter, isNumeric, numberOf, parseFormat } from '../../templates/format.ts';
import { mayRefer } from '../../typeset/references/reference.ts';
import { decimalAligner } from './decimal-point.ts';
import { cellAt, type PlacedRow } from './grid.ts';
import type { Reading } from './localized-number.ts';
import { isRich, type Align, type Column, type Plain } from './table-params.ts';
import { aggregate, isAggregate } from './totals.ts';

/** A column of a table with its defaults filled in. */
export interface SettledColumn {
  readonly lang: string;
  readonly header: string;
  readonly width: string | undefined;
  readonly align: Align | undefined;
  readonly numeric: boolean;
  /** True when each of its cells stands on one line, as numbers always do. */
  readonly nowrap: boolean;
  /** True when it has words that are too long for any column: these may break at any character. */
  readonly anywhere: boolean;
  /** A text, or the name of an aggregate. */
  readonly footer: string | undefined;
  /** The footer of the whole table, where it is an aggregate; else ''. */
  readonly total: string;
  /** Formats a value as text. */
  readonly write: (value: Plain) => string;
  /** Reads the number of a value. */
  readonly read: (value: unknown) => Reading;
  /** HTML of a text of the request. */
  readonly text: (text: string) => string;
  /** HTML of a formatted text. */
  readonly set: (text: string) => string;
}

const asText = (value: Plain) => (value === null ? '' : String(value));
/** For right-to-left languages, where the sign of a bare number would appear after it. */
const asTextRightToLeft = (value: Plain) =>
  numberOf(value) !== undefined && /^\s*[-+]/.test(String(value)) ? `\u200e${String(value).trim()}` : asText(value);
/** True when all values of a column are numbers, apart from empty cells. */
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

/** The formatted texts of a column, without cells of HTML. */
function* textsOf(rows: readonly PlacedRow[], column: number, write: SettledColumn['write']): Generator<string> {
  for (const row of rows) {
    const cell = cellAt(row, column) ?? null;
    if (!isRich(cell)) yield write(cell);
    else if (cell.html === undefined) yield write(cell.text ?? null);
  }
}

/** Text of an aggregate: a count is not in the format of the column. */
export const formatAggregate = (footer: string, value: number | string | null, write: SettledColumn['write']) =>
  footer === 'count' ? asText(value) : write(value);

/** The number in a localized text, so that the cells of a column with an aggregate have the format of its total. */
function asNumber(value: Plain, read: SettledColumn['read']): Plain {
  const number = typeof value === 'string' && value.trim() !== '' ? read(value) : 'none';
  return typeof number === 'object' ? plainOf(number) : value;
}

/** Aligned numbers, and texts with references, which are no numbers. */
const orReference =
  (aligned: SettledColumn['set'], text: SettledColumn['text']): SettledColumn['set'] =>
  (value) =>
    mayRefer(value) ? text(value) : aligned(value);

/** Fills in the defaults of the column at `index`; `rows` decide whether it is numeric. */
export function settleColumn(
  column: string | Column,
  index: number,
  rows: readonly PlacedRow[],
  { lang, read, text }: Pick<SettledColumn, 'lang' | 'read' | 'text'>,
): SettledColumn {
  const given: Column = typeof column === 'string' ? { header: column } : column;
  const format = given.format === undefined ? undefined : parseFormat(given.format);
  const formatted = format && formatter(format, lang);
  const totalled = isAggregate(given.footer) && given.footer !== 'count';
  const inFormat = (value: Plain) => (value === null ? '' : (formatted?.(value) ?? ''));
  const write: SettledColumn['write'] = formatted
    ? totalled
      ? (value) => inFormat(asNumber(value, read))
      : inFormat
    : isRightToLeft(lang)
      ? asTextRightToLeft
      : asText;
  const decimal = given.align === 'decimal';
  const numeric = decimal || given.numeric === true || (format ? isNumeric(format) : onlyNumbers(rows, index));
  const total = isAggregate(given.footer)
    ? formatAggregate(given.footer, aggregate(given.footer, rows, index, read), write)
    : '';
  return {
    lang,
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
    text,
    set: decimal
      ? orReference(
          decimalAligner([...textsOf(rows, index, write), total], { lang, formatted: formatted !== undefined }),
          text,
        )
      : text,
  };
}
