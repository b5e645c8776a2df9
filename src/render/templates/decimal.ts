import { numberOf } from './format.ts';
import { withoutEnd } from '../../without-end.ts';

/**
 * A decimal number, exactly: `units` / 10 ** `scale`. Money is added and multiplied in it, so that 0.1 + 0.2 is 0.3.
 */
export interface Decimal {
  readonly units: bigint;
  /** Digits behind the point, 0 or more. */
  readonly scale: number;
}

/** More digits than this, before or behind the point, are no quantity of anything. */
const maxDigits = 400;

const syntax = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/**
 * The decimal value of a number, or of a text that contains only a number. `undefined` for other values, and for more
 * than 400 digits.
 */
export function decimalOf(value: unknown): Decimal | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    (numberOf(value) === undefined ? null : syntax.exec(String(value).trim())) ?? [];
  const scale = fraction.length - Number(exponent);
  if (whole + fraction === '' || whole.length + fraction.length > maxDigits || Math.abs(scale) > maxDigits)
    return undefined;
  const units = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Units of `decimal` at a scale that is no smaller than its own. */
const unitsAt = ({ units, scale }: Decimal, at: number) => units * 10n ** BigInt(at - scale);

/** The exact sum. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

/** The number with the opposite sign. */
export const negate = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale });

/** The exact product. */
export const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale });

/** Below, at or above 0 as a is below, at or above b. */
export function compare(a: Decimal, b: Decimal): number {
  const { units } = add(a, negate(b));
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

/** A quotient rounded to an integer, halves away from zero (as invoices are rounded). */
function quotient(dividend: bigint, divisor: bigint): bigint {
  const [top, bottom] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor];
  const size = top < 0n ? -top : top;
  const rounded = (size * 2n + bottom) / (bottom * 2n);
  return top < 0n ? -rounded : rounded;
}

/** With at most that many decimals, halves away from zero. */
export function round(decimal: Decimal, decimals: number): Decimal {
  if (decimal.scale <= decimals) return decimal;
  return { units: quotient(decimal.units, 10n ** BigInt(decimal.scale - decimals)), scale: decimals };
}

/** a / b with that many decimals; `b` is not 0. */
export function divide(a: Decimal, b: Decimal, decimals: number): Decimal {
  return {
    units: quotient(a.units * 10n ** BigInt(decimals + b.scale), b.units * 10n ** BigInt(a.scale)),
    scale: decimals,
  };
}

/** True where a decimal has more digits than anything needs. */
export const isTooLong = ({ units, scale }: Decimal): boolean =>
  scale > maxDigits || units.toString().length > maxDigits;

function textOf({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const fraction = withoutEnd(digits.slice(digits.length - scale), /0/);
  const sign = units < 0n ? '-' : '';
  const decimals = scale === 0 || fraction === '' ? '' : `.${fraction}`;
  return `${sign}${digits.slice(0, digits.length - scale)}${decimals}`;
}

/** The number with exactly this value, or its text where no number has it. */
export function plainOf(decimal: Decimal): number | string {
  const text = textOf(decimal);
  const again = decimalOf(Number(text));
  return again !== undefined && compare(again, decimal) === 0 ? Number(text) : text;
}
