import { mistakeLimit } from '../../input/fields.ts';
import { pointer } from '../../input/input.ts';
import { didYouMean } from '../../near-names.ts';
import type { Mistake } from '../../problems.ts';
import { compare, decimalOf } from './decimal.ts';
import { dateOf } from './format.ts';
import { meantField } from './meant-field.ts';
import type { DataSchema } from './template-schema.ts';

type Path = readonly (string | number)[];

/** What a check of data finds. */
export interface Findings {
  readonly mistakes: Mistake[];
  /** Fields that the template does not have, where they probably mean one that the data does not have. */
  readonly unused: Mistake[];
}

interface Check extends Findings {
  readonly definitions: Readonly<Record<string, DataSchema>>;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each type: whether a value has it, and its name with an article. */
const types: Readonly<Record<string, readonly [is: (value: unknown) => boolean, name: string]>> = {
  object: [isFields, 'an object'],
  array: [Array.isArray, 'a list'],
  string: [(value) => typeof value === 'string', 'a text'],
  integer: [Number.isInteger, 'a whole number'],
  number: [(value) => typeof value === 'number', 'a number'],
  boolean: [(value) => typeof value === 'boolean', '`true` or `false`'],
};

/** Texts that a format refuses. An empty text is an absent value. */
const formats: Readonly<Record<string, (text: string) => boolean>> = {
  decimal: (text) => text !== '' && decimalOf(text) === undefined,
  date: (text) => text !== '' && !isCalendarDate(text),
  'calendar-date': (text) => /^\d{4}-\d{1,2}-\d{1,2}(?:$|[T ])/.test(text) && !isCalendarDate(text),
};

/** True for a number, or a text that is one, above a limit. */
function isAbove(value: unknown, limit: number): boolean {
  const [number, most] = [decimalOf(value), decimalOf(limit)];
  return number !== undefined && most !== undefined && compare(number, most) > 0;
}

/** `Date` takes 31 February for 3 March, so the day is compared. */
function isCalendarDate(text: string): boolean {
  const day = dateOf(text.slice(0, 10));
  return dateOf(text) !== undefined && day?.toISOString().startsWith(text.slice(0, 10)) === true;
}

const patterns = new Map<string, RegExp>();

function matches(text: string, pattern: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known.test(text);
}

const shown = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.slice(0, 40)}'`
    : isFields(value)
      ? 'an object'
      : Array.isArray(value)
        ? 'a list'
        : String(value);

const typesOf = ({ type = [] }: DataSchema): readonly string[] => (typeof type === 'string' ? [type] : type);

/** The end of a sentence about a value by itself, or `undefined` where it is right. */
function mistakeOf(value: unknown, schema: DataSchema): string | undefined {
  const allowed = typesOf(schema);
  const kind = schema.title ?? allowed.map((type) => types[type]?.[1] ?? type).join(' or ');
  if (allowed.length > 0 && !allowed.some((type) => types[type]?.[0](value)))
    return `must be ${kind}, not ${shown(value)}`;
  if (schema.format === 'date' && typeof value === 'number' && dateOf(value) === undefined)
    return `must be ${kind}, not ${shown(value)}`;
  if (schema.maximum !== undefined && isAbove(value, schema.maximum)) return `must be ${kind}, not ${shown(value)}`;
  if (typeof value !== 'string') return undefined;
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return `must be one of ${schema.enum.join(', ')}, not ${shown(value)}${didYouMean(value, schema.enum)}`;
  const wrong = formats[schema.format ?? '']?.(value) ?? false;
  return wrong || (schema.pattern !== undefined && !matches(value, schema.pattern))
    ? `must be ${kind}, not ${shown(value)}`
    : undefined;
}

const isAbsent = (value: unknown) => value === undefined || value === null;

/** The field of an object; an inherited one is absent. */
const fieldOf = (value: Fields, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);

function checkFields(value: Fields, { properties = {}, required = [] }: DataSchema, path: Path, check: Check): void {
  const missing = Object.keys(properties).filter((name) => isAbsent(fieldOf(value, name)));
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  for (const name of required.filter((one) => missing.includes(one))) {
    const near = unknown.slice(0, mistakeLimit).find((other) => meantField(other, [name]) !== null);
    const meant = near === undefined ? '' : `; the data has \`${near}\`, which the template does not know`;
    check.mistakes.push({ pointer: pointer([...path, name]), message: `\`${name}\` is required${meant}` });
  }
  for (const name of unknown.slice(0, mistakeLimit)) {
    const near = meantField(name, missing);
    if (near !== null && !required.includes(near) && check.unused.length < mistakeLimit)
      check.unused.push({ pointer: pointer([...path, name]), message: near });
  }
  for (const [name, schema] of Object.entries(properties))
    if (!missing.includes(name)) checkValue(value[name], schema, [...path, name], check);
}

/** `null` is an absent value. */
function checkValue(value: unknown, given: DataSchema, path: Path, check: Check): void {
  if (isAbsent(value) || check.mistakes.length >= mistakeLimit) return;
  const schema = given.$ref === undefined ? given : (check.definitions[given.$ref.replace('#/$defs/', '')] ?? {});
  const mistake = mistakeOf(value, schema);
  const name = path.at(-1) ?? '';
  const label = typeof name === 'number' ? `${String(path.at(-2))}[${name}]` : name;
  if (mistake !== undefined) check.mistakes.push({ pointer: pointer(path), message: `\`${label}\` ${mistake}` });
  else if (isFields(value)) checkFields(value, schema, path, check);
  else if (Array.isArray(value) && schema.items)
    for (const [index, item] of value.entries()) checkValue(item, schema.items, [...path, index], check);
}

/** Finds every mistake in the data of a template, up to a hundred, with pointers below `path`. */
export function checkData(data: unknown, schema: DataSchema, path: Path): Findings {
  const check = { mistakes: [], unused: [], definitions: schema.$defs ?? {} };
  checkValue(data, schema, path, check);
  return check;
}
