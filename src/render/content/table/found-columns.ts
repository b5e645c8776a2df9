import { withoutEnd } from '../../../without-end.ts';
import { isRich, type Cell, type Column, type Row } from './table-params.ts';
import { readableHeader } from './readable-header.ts';

/** Longer texts are not numbers. */
const maxCharacters = 64;
/** A number as people write it, in any language; one that begins with 0 is a code. */
const written =
  /^[-+\u2212(]?(?:(?:\p{Sc}|[A-Z]{3})\s?)?[-+\u2212]?(?:(?:[1-9]\d{0,2}(?:[.,'\u2019\s]\d{3})+|[1-9]\d*|0)(?:[.,]\d+)?|[.,]\d+)(?:e[-+]?\d+)?$/iu;
/** A unit of numbers after them. */
const unit = /^\)?\s?(?:\p{Sc}|[A-Z]{3}|[%\u2030])?\)?$/u;
const digit = /[\d]/;

/** True for a text that is a number, perhaps with a currency or a percent sign. */
function isNumberText(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters || !digit.test(trimmed)) return false;
  const number = withoutEnd(trimmed, /\D/);
  return written.test(number) && unit.test(trimmed.slice(number.length));
}

/** What stands for a missing number. */
const missing = /^(?:[-\u2013\u2014]|n\/a)?$/i;

/** True where the cells of a column are numbers, or texts that are; others are empty. */
function isNumeric(rows: readonly Row[], key: string): boolean {
  let any = false;
  for (const row of rows) {
    const cell = (row as Readonly<Record<string, Cell>>)[key];
    const value = isRich(cell) ? (cell.html ?? cell.text) : cell;
    if (value === null || value === undefined || (typeof value === 'string' && missing.test(value.trim()))) continue;
    if (typeof value !== 'number' && !(typeof value === 'string' && isNumberText(value))) return false;
    any = true;
  }
  return any;
}

/** A key that JavaScript puts before all others, whatever its place in JSON, such as a year. */
const isIndex = (key: string) => /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;

/**
 * The keys of row objects, in order of first appearance; those that are whole numbers after the others, in ascending
 * order. `null` with more than `max` of them.
 */
export function keysOf(rows: readonly unknown[], max: number): string[] | null {
  const keys = new Set<string>();
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) continue;
    for (const key in row) keys.add(key);
    if (keys.size > max) return null;
  }
  const numbers = [...keys].filter(isIndex).sort((one, other) => Number(one) - Number(other));
  return [...[...keys].filter((key) => !isIndex(key)), ...numbers];
}

/** A field of the rows, and its header. */
export interface Field {
  readonly key: string;
  readonly header: string;
}

/** The keys of rows with their headers. */
export const fieldsOf = (keys: readonly string[]): Field[] => keys.map((key) => ({ key, header: readableHeader(key) }));

/** Columns for rows without any: one for each field, without that by which rows are grouped. */
export function foundColumns(rows: readonly Row[], fields: readonly Field[], groupBy: string | undefined): Column[] {
  const shown = fields.filter(({ key }) => key !== groupBy);
  return (shown.length > 0 ? shown : fields).map((field) => ({
    ...field,
    ...(isNumeric(rows, field.key) && { align: 'right' as const, numeric: true }),
  }));
}
