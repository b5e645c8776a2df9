import { supportedLocale } from '../../input/supported-locale.ts';

/** How a value is written, in the words of `format` in tables: `number:2`, `percent`, `currency:EUR`, `date:long`. */
export type Format =
  | { readonly kind: 'number' | 'percent'; readonly decimals: number | undefined }
  | { readonly kind: 'currency'; readonly currency: string; readonly decimals: number | undefined }
  | {
      readonly kind: 'date' | 'time' | 'datetime';
      readonly style: DateStyle;
      /** Of the IANA; UTC unless given. */ readonly zone?: string;
    };

/** Lengths of dates and times, as `Intl.DateTimeFormat` has them. */
export type DateStyle = 'short' | 'medium' | 'long' | 'full';

/** Syntax of `format` in a request. */
export const formatSyntax =
  /^(?:(?:number|percent)(?::\d{1,2})?|integer|currency:[A-Z]{3}(?::\d{1,2})?|(?:date|time|datetime)(?::(?:short|medium|long|full))?)$/;

/** Description of `format`, for the reference. */
export const formatDescription =
  '`number`, `number:2` (decimals), `integer`, `percent` (0.12 is 12 %), `percent:1`, `currency:EUR`, ' +
  '`currency:EUR:0`, `date`, `time`, `datetime`, each of these with `:short`, `:medium` (default), `:long` or ' +
  '`:full`. Written as the language of the operation has it, times in UTC. A value that is no number or no RFC ' +
  '3339 date stays as it is.';

/** The format of a text that `formatSyntax` let through. */
export function parseFormat(text: string): Format {
  const [kind = '', ...options] = text.split(':');
  const decimals = (option: string | undefined) => (option === undefined ? undefined : Math.min(Number(option), 20));
  if (kind === 'integer') return { kind: 'number', decimals: 0 };
  if (kind === 'currency') return { kind, currency: options[0] ?? '', decimals: decimals(options[1]) };
  if (kind === 'date' || kind === 'time' || kind === 'datetime')
    return { kind, style: (options[0] ?? 'medium') as DateStyle };
  return { kind: kind as 'number' | 'percent', decimals: decimals(options[0]) };
}

/** True for formats that are set flush right. */
export function isNumeric({ kind }: Format): boolean {
  return kind === 'number' || kind === 'percent' || kind === 'currency';
}

const digits = (decimals: number | undefined) =>
  decimals === undefined
    ? { maximumFractionDigits: 3 }
    : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };

type NumberFormat = Exclude<Format, { kind: 'date' | 'time' | 'datetime' }>;

function numberFormat(lang: string, format: NumberFormat): Intl.NumberFormat {
  if (format.kind === 'currency')
    return new Intl.NumberFormat(lang, {
      style: 'currency',
      currency: format.currency,
      ...(format.decimals !== undefined && digits(format.decimals)),
    });
  return new Intl.NumberFormat(lang, {
    style: format.kind === 'percent' ? 'percent' : 'decimal',
    ...digits(format.decimals),
  });
}

function dateFormat(
  lang: string,
  { kind, style, zone = 'UTC' }: Extract<Format, { style: DateStyle }>,
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(lang, {
    timeZone: zone,
    ...(kind === 'time' ? {} : { dateStyle: style }),
    ...(kind === 'date' ? {} : { timeStyle: style }),
  });
}

/** Maximum number of Intl formatters that are cached. */
const maxFormatters = 256;
const formatters = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

/** A formatter of a locale, made once: Intl takes a third of a millisecond to set one up. */
function cached<T extends Intl.DateTimeFormat | Intl.NumberFormat>(locale: string, format: Format, make: () => T): T {
  const key = `${locale} ${JSON.stringify(format)}`;
  const known = formatters.get(key);
  if (known) return known as T;
  if (formatters.size >= maxFormatters) formatters.clear();
  const made = make();
  formatters.set(key, made);
  return made;
}

/** The long date that was formatted last: most requests of a day have the same. */
let lastLongDate = { lang: '', day: NaN, text: '' };
const millisecondsPerDay = 86_400_000;

/** A date in the words of a language, in UTC. */
export function longDate(lang: string, date: Date): string {
  const day = Math.floor(date.getTime() / millisecondsPerDay);
  if (lastLongDate.lang !== lang || lastLongDate.day !== day) {
    const locale = supportedLocale(lang);
    const format = { kind: 'date', style: 'long' } as const;
    const text = cached(locale, format, () => dateFormat(locale, format)).format(date);
    lastLongDate = { lang, day, text };
  }
  return lastLongDate.text;
}

/** The number in a value: a number, or a string that contains only one. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(value)
    ? Number(value)
    : undefined;
}

/** A date or time of RFC 3339, or milliseconds since 1970. */
export function dateOf(value: unknown): Date | undefined {
  const date =
    typeof value === 'number'
      ? new Date(value)
      : typeof value === 'string' &&
          /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/i.test(value)
        ? new Date(/[T ]/.test(value) && !/(?:Z|[+-]\d\d:\d\d)$/i.test(value) ? `${value}Z` : value)
        : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}

/**
 * Returns a function that writes values in the format; a value that does not suit the format is returned unchanged.
 * Build it once for a column.
 */
export function formatter(format: Format, lang: string): (value: string | number | boolean) => string {
  const locale = supportedLocale(lang);
  if (format.kind === 'date' || format.kind === 'time' || format.kind === 'datetime') {
    const intl = cached(locale, format, () => dateFormat(locale, format));
    return (value) => {
      const date = dateOf(value);
      return date ? intl.format(date) : String(value);
    };
  }
  const intl = cached(locale, format, () => numberFormat(locale, format as NumberFormat));
  return (value) => {
    // A text stays a text, because Intl formats more digits than a number has.
    if (numberOf(value) === undefined) return String(value);
    return intl.format(typeof value === 'string' ? (value.trim() as Intl.StringNumericLiteral) : (value as number));
  };
}
