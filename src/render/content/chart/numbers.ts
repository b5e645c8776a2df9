import { supportedLocale } from '../../../input/supported-locale.ts';
import { formatter, parseFormat } from '../../templates/format.ts';
import { isPoint, numberAt, type Chart, type Value } from './chart-params.ts';

/** All numbers of a chart on its value axis. */
export function valuesOf({ series }: Chart): number[] {
  return series
    .flatMap(({ data }) => data.map((value) => (isPoint(value) ? value[1] : numberAt(value))))
    .filter((value): value is number => value !== null);
}

/** The smallest and the largest value; `null` for an empty list. Takes any length, unlike `Math.min(...)`. */
export function rangeOf(values: readonly Value[]): { readonly least: number; readonly largest: number } | null {
  let [least, largest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value === null) continue;
    if (value < least) least = value;
    if (value > largest) largest = value;
  }
  return least <= largest ? { least, largest } : null;
}

/** Removes rounding errors of binary fractions: 0.1 + 0.2 is 0.3. */
const tidy = (value: number) => Number(value.toPrecision(12));

/**
 * Returns a function that writes the numbers of an axis: in `format`, else abbreviated for millions, and as powers of
 * ten for unreadably long ones.
 */
export function axisNumbers(
  values: readonly number[],
  { format, lang }: { readonly format: string | undefined; readonly lang: string },
): (value: number) => string {
  if (format !== undefined) return formatter(parseFormat(format), lang);
  const range = rangeOf(values);
  const size = range ? Math.max(Math.abs(range.least), Math.abs(range.largest)) : 0;
  const notation = size >= 1e15 || (size > 0 && size < 1e-4) ? 'scientific' : size >= 1e6 ? 'compact' : 'standard';
  const intl = new Intl.NumberFormat(supportedLocale(lang), {
    notation,
    maximumSignificantDigits: notation === 'standard' ? 12 : 4,
  });
  const zero = new Intl.NumberFormat(supportedLocale(lang)).format(0);
  return (value) => (tidy(value) === 0 ? zero : intl.format(tidy(value)));
}

/** Returns how single values are written: in `format`, else in full. */
export function plainNumbers({
  format,
  lang,
}: {
  readonly format: string | undefined;
  readonly lang: string;
}): (value: number) => string {
  if (format !== undefined) return formatter(parseFormat(format), lang);
  const intl = new Intl.NumberFormat(supportedLocale(lang), { maximumSignificantDigits: 15 });
  return (value) => intl.format(value || 0);
}

/** Shares in percent; with one decimal where whole percents would be too coarse. */
export function shareNumbers(lang: string, decimals: number): (share: number) => string {
  const intl = new Intl.NumberFormat(supportedLocale(lang), {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return (share) => intl.format(share);
}
