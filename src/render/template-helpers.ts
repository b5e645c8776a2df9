import type { HelperDelegate, HelperOptions } from 'handlebars';
import { formatter, numberOf, supportedLocale, type Format } from './format.ts';

type Value = string | number | boolean;

const optional = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** `locale=` of the helper, else the operation's. */
function localeOf({ hash, data }: HelperOptions): string {
  const given = optional((hash as Record<string, unknown>).locale) ?? optional((data as Record<string, unknown> | undefined)?.locale);
  return supportedLocale(given ?? 'en');
}

const option = ({ hash }: HelperOptions, name: string) => (hash as Record<string, unknown>)[name];

function decimalsOf(options: HelperOptions): number | undefined {
  const decimals = numberOf(option(options, 'decimals'));
  return decimals === undefined ? undefined : Math.min(Math.max(Math.trunc(decimals), 0), 20);
}

/** A value in a format, nothing where there is none. */
function written(value: unknown, format: Format, options: HelperOptions): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? '' : formatter(format, localeOf(options))(value as Value);
}

const styles = ['short', 'medium', 'long', 'full'] as const;

function plural(count: unknown, options: HelperOptions): string {
  const number = numberOf(count) ?? 0;
  const form = option(options, new Intl.PluralRules(localeOf(options)).select(number)) ?? option(options, 'other');
  return optional(form) ?? '';
}

/** The numbers among a helper's arguments; its last is the options. */
const numbers = (values: readonly unknown[]) => values.slice(0, -1).map((value) => numberOf(value) ?? 0);

/** Binary fractions leave no dust on paper: 0.1 + 0.2 is 0.3. */
const tidy = (number: number) => Number(number.toPrecision(15));

function sum(list: unknown, field: unknown): number {
  if (!Array.isArray(list)) return 0;
  const valueOf = (item: unknown) => (typeof field === 'string' && typeof item === 'object' && item !== null && Object.hasOwn(item, field) ? (item as Record<string, unknown>)[field] : item);
  return tidy(list.reduce<number>((total, item) => total + (numberOf(valueOf(item)) ?? 0), 0));
}

/**
 * What templates can say beside Handlebars' own `if unless each with lookup`. Every helper that writes takes `locale=`.
 * `{{number v decimals=1}} {{money v currency="EUR"}} {{percent v decimals=1}} {{date v style="long"}}
 * {{plural n one="item" other="items"}} {{eq a b}} {{add a b}} {{multiply a b}} {{sum list "field"}}`
 */
export const templateHelpers: Readonly<Record<string, HelperDelegate>> = {
  number: (value: unknown, options: HelperOptions) => written(value, { kind: 'number', decimals: decimalsOf(options) }, options),
  percent: (value: unknown, options: HelperOptions) => written(value, { kind: 'percent', decimals: decimalsOf(options) }, options),
  money: (value: unknown, options: HelperOptions) => written(value, { kind: 'currency', currency: optional(option(options, 'currency')) ?? 'EUR', decimals: decimalsOf(options) }, options),
  date: (value: unknown, options: HelperOptions) => written(value, { kind: 'date', style: styles.find((style) => style === option(options, 'style')) ?? 'medium' }, options),
  plural,
  eq: (a: unknown, b: unknown) => a === b,
  add: (...values: unknown[]) => tidy(numbers(values).reduce((total, value) => total + value, 0)),
  multiply: (...values: unknown[]) => tidy(numbers(values).reduce((product, value) => product * value, 1)),
  sum,
};
