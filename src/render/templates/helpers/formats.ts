import { decimalOf } from '../decimal.ts';
import { dateOf, formatter, numberOf, type DateStyle, type Format } from '../format.ts';
import { fieldOf, localeOf, shown, textOption, type Call, type Helper } from './call.ts';
import { Memory } from './memory.ts';

type Value = string | number | boolean;

/** Formatters by locale and format: Intl is slow to set up. */
const formatters = new Memory<(value: Value) => string>();

const formatterFor = (format: Format, locale: string) =>
  formatters.recall(`${locale} ${JSON.stringify(format)}`, () => formatter(format, locale));

/** `decimals=`, 0 to 20, or `undefined`. */
export function decimalsOf({ options, refuse }: Call): number | undefined {
  const { decimals } = options;
  if (decimals === undefined || decimals === null) return undefined;
  const number = numberOf(decimals);
  return number !== undefined && Number.isInteger(number) && number >= 0 && number <= 20
    ? number
    : refuse(`wants 0 to 20 as \`decimals\`, not ${shown(decimals)}`);
}

/** `currency=`, else `currency` at the root of the data, or `undefined`; always one that Intl takes. */
export function currencyOf(call: Call): string | undefined {
  const currency = textOption(call, 'currency') ?? fieldOf(call.root, 'currency');
  if (currency === undefined || currency === null) return undefined;
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
    ? currency
    : call.refuse(`wants a currency of ISO 4217 such as "EUR", not ${shown(currency)}`);
}

/** A value in a format; nothing where there is none, and itself where the format does not suit it, as in tables. */
function written(call: Call, format: Format): string {
  const [value] = call.values;
  if (value === undefined || value === null) return '';
  return typeof value === 'object'
    ? call.refuse(`wants a number or a text, not ${shown(value)}`)
    : formatterFor(format, localeOf(call))(value as Value);
}

/**
 * Spaces in place of the decimal point (U+2008) and the decimals (U+2007) that a number lacks; they have the widths of
 * a point and of digits. Right-aligned numbers are then aligned at the point.
 */
function padding({ values: [value], options: { pad }, refuse }: Call): string {
  if (pad === undefined || pad === null || value === undefined || value === null) return '';
  const wanted = numberOf(pad);
  if (wanted === undefined || !Number.isInteger(wanted) || wanted < 0 || wanted > 20)
    return refuse(`wants 0 to 20 as \`pad\`, not ${shown(pad)}`);
  const scale = Math.min(decimalOf(value)?.scale ?? 0, 3);
  return scale >= wanted ? '' : (scale === 0 ? '\u2008' : '') + '\u2007'.repeat(wanted - scale);
}

/** Refuses a text that is no number, which a letter would show as an amount. An empty text is nothing, and written so. */
function checkNumber({ values: [value], refuse }: Call): void {
  if (typeof value === 'string' && value.trim() !== '' && numberOf(value) === undefined)
    refuse(`wants a number, not ${shown(value)}`);
}

const numeric = (kind: 'number' | 'percent'): Helper => ({
  values: [1, 1],
  options: ['decimals', 'pad', 'locale'],
  run: (call) => {
    checkNumber(call);
    return written(call, { kind, decimals: decimalsOf(call) }) + padding(call);
  },
});

const styles: readonly DateStyle[] = ['short', 'medium', 'long', 'full'];

function styleOf(call: Call): DateStyle {
  const style = textOption(call, 'style') ?? 'medium';
  return (
    styles.find((one) => one === style) ?? call.refuse(`wants ${styles.join(', ')} as \`style\`, not ${shown(style)}`)
  );
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function zoneOf(call: Call): string | undefined {
  const zone = textOption(call, 'zone');
  return zone === undefined || isZone(zone)
    ? zone
    : call.refuse(`knows no time zone ${shown(zone)}; one is called "Europe/Berlin"`);
}

/** A date without a time is the same day everywhere: `zone` changes only values with a time. */
const temporal = (kind: 'date' | 'time' | 'datetime'): Helper => ({
  values: [1, 1],
  options: ['style', 'zone', 'locale'],
  run: (call) => {
    const [value] = call.values;
    const zone = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? undefined : zoneOf(call);
    return written(call, { kind, style: styleOf(call), ...(zone !== undefined && { zone }) });
  },
});

/** The word for a number of things, by the plural rules of the language (CLDR); `{n}` in it is the number. */
function plural(call: Call): string {
  const [count] = call.values;
  const number = numberOf(count ?? 0) ?? call.refuse(`wants a number, not ${shown(count)}`);
  const locale = localeOf(call);
  const form =
    textOption(call, new Intl.PluralRules(locale).select(number)) ??
    textOption(call, 'other') ??
    call.refuse('needs the option `other`, for every number without its own word');
  return form.replaceAll('{n}', formatterFor({ kind: 'number', decimals: undefined }, locale)(number));
}

/** The helpers that write a value in a language: numbers, money, dates, words by number. */
export const formats: Readonly<Record<string, Helper>> = {
  number: numeric('number'),
  percent: numeric('percent'),
  money: {
    values: [1, 1],
    options: ['currency', 'decimals', 'locale'],
    run: (call) => {
      const decimals = decimalsOf(call);
      checkNumber(call);
      return written(call, {
        kind: 'currency',
        decimals,
        currency: currencyOf(call) ?? call.refuse('needs `currency`, or a `currency` at the root of the data'),
      });
    },
  },
  date: temporal('date'),
  time: temporal('time'),
  datetime: temporal('datetime'),
  plural: { values: [1, 1], options: ['zero', 'one', 'two', 'few', 'many', 'other', 'locale'], run: plural },
  isNumber: { values: [1, 1], options: [], run: ({ values: [value] }) => typeof value === 'number' },
  isDate: { values: [1, 1], options: [], run: ({ values: [value] }) => dateOf(value) !== undefined },
};
