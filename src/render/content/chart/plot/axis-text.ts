import { supportedLocale } from '../../../../input/supported-locale.ts';
import { formatter, parseFormat } from '../../../templates/format.ts';
import { axisNumbers, rangeOf } from '../numbers.ts';

/** How numbers are written. */
export type Write = (value: number) => string;

interface Style {
  readonly format: string | undefined;
  readonly lang: string;
}

/** Decimals that labels of values have, by the size of the largest. */
const decimalsFor = (size: number) => (size >= 1000 ? 0 : size >= 100 ? 1 : size >= 0.1 ? 2 : 4);

/**
 * How values in labels are written: in `format`, as the axis has them where it shortens them, else with few decimals,
 * of which trailing zeros are left out.
 */
export function labelNumbers(values: readonly number[], style: Style): Write {
  if (style.format !== undefined) return formatter(parseFormat(style.format), style.lang);
  const range = rangeOf(values);
  const size = range ? Math.max(Math.abs(range.least), Math.abs(range.largest)) : 0;
  if (size >= 1e6 || (size > 0 && size < 1e-3)) return axisNumbers(values, style);
  const intl = new Intl.NumberFormat(supportedLocale(style.lang), { maximumFractionDigits: decimalsFor(size) });
  return (value) => intl.format(value || 0);
}
