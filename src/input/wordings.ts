import type { ValidationErrorItem } from 'joi';
import { didYouMean, isAbbreviation } from '../near-names.ts';
import { foreignName, foreignValue } from './foreign-names.ts';

type Context = Readonly<Record<string, unknown>>;

/** The number of mistakes that a schema reports for one value; a body of a million wrong cells gets no more. */
export const mistakeLimit = 100;

/** Messages for lists and texts in place of those of joi. */
export const messages = {
  array: {
    'array.min': '{{#label}} must have at least {{#limit}} {if(#limit == 1, "item", "items")}',
    'array.max': '{{#label}} has more than the {{#limit}} items that are allowed',
  },
  string: { 'string.pattern.base': '{{#label}} is not of the form that it has to have' },
};

/** The number of names that a message lists. */
const maxListed = 30;

/** Longer lists of values are left out of a message that suggests one of them. */
const maxListedLength = 300;

/** Longer values are not repeated in a message. */
const maxShown = 40;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The names that a schema knows at a place, as far as they are texts. */
const namesOf = (known: unknown): string[] => (Array.isArray(known) ? (known as unknown[]).filter(isText) : []);

/** A field that the schema does not have. `known`: the fields that it has, see `nameFields`. */
function unknownField({ child, known, missing }: Context, message: string): string {
  const names = namesOf(known);
  const abbreviated = namesOf(missing).find((name) => isAbbreviation(String(child), name));
  if (abbreviated !== undefined) return `${message}; did you mean \`${abbreviated}\`?`;
  const near = didYouMean(String(child), names);
  const meaning = near === '' ? foreignName(String(child), names) : undefined;
  if (meaning !== undefined) return `${message}: ${meaning}`;
  if (near !== '' || names.length === 0 || names.length > maxListed) return message + near;
  return `${message}; the fields are ${names.map((name) => `\`${name}\``).join(', ')}`;
}

interface KnownField {
  readonly key: string;
  readonly schema: { readonly _flags: { readonly presence?: string } };
}

interface ObjectType {
  readonly $_terms: { readonly keys?: readonly KnownField[] | null };
  readonly $_createError: (this: ObjectType, ...report: ErrorReport) => unknown;
}

type ErrorReport = [code: string, value: unknown, local: object, ...rest: unknown[]];

const namesFields = new Set(['object.unknown', 'object.base']);

/**
 * Lets the errors of the type of `object` about unknown fields, and about values that are no objects, have the fields that
 * the schema knows as `known`. Of an object with unknown fields, `missing` are the fields that it lacks.
 */
export function nameFields(object: object): void {
  const type = Object.getPrototypeOf(object) as ObjectType;
  const create = type.$_createError;
  const createNaming = function (this: ObjectType, ...[code, value, local, ...rest]: ErrorReport): unknown {
    if (!namesFields.has(code)) return create.call(this, code, value, local, ...rest);
    const fields = this.$_terms.keys ?? [];
    const known = fields.map(({ key }) => key);
    const [whole = {}] = (rest[0] as { readonly ancestors?: readonly object[] } | undefined)?.ancestors ?? [];
    const required = fields.filter(({ key, schema }) => schema._flags.presence === 'required' && !(key in whole));
    const missing = code === 'object.unknown' ? required.map(({ key }) => key) : [];
    return create.call(this, code, value, { ...local, known, missing }, ...rest);
  };
  Object.assign(type, { $_createError: createNaming });
}

/** A value that is none of those allowed. Where one is near, a long list of the others is left out. */
function unknownValue({ value, valids, label }: Context, listed: string): string {
  const names = namesOf(valids);
  const message = listed.replace(/\[([^[\]]*)\]$/, '$1');
  const near = isText(value) ? (meantValue(value, names) ?? '') : '';
  if (near === '' || names.length <= maxListed) return message + near;
  return `\`${String(label)}\` has no value '${String(value).slice(0, maxShown)}'${near}`;
}

/** The end of a sentence that suggests one of a few values: a similar one, the only one that begins so, or a synonym. */
function meantValue(value: string, names: readonly string[]): string | undefined {
  const near = didYouMean(value, names);
  if (near !== '') return near;
  const longer = value.length < 2 ? [] : names.filter((name) => name.startsWith(value.toLowerCase()));
  const other = longer.length === 1 ? longer[0] : foreignValue(value, names);
  return other === undefined ? undefined : `; did you mean \`${other}\`?`;
}

/** What a value is in place of an object. */
const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : isText(value) ? 'a text' : value === null ? 'null' : `a ${typeof value}`;

/** A value in place of an object: what it is, and the fields of the object. */
function noObject({ value, known }: Context, message: string): string {
  const names = namesOf(known);
  const subject = message.replace(/ must be of type object$/, ` must be an object, not ${kindOf(value)}`);
  if (names.length === 0 || names.length > maxListed) return subject;
  const listed = names.map((name) => `\`${name}\``).join(', ');
  return `${subject}; ${names.length === 1 ? 'its field is' : 'its fields are'} ${listed}`;
}

/** A text in place of a value of another type that it would be without its quotes. */
function quoted(kind: RegExp) {
  return ({ value }: Context, message: string): string =>
    isText(value) && kind.test(value) ? `${message}, not a text; write ${value.trim()} without quotes` : message;
}

/** The message of an item of a list that may hold only these names. Many names are left out where one is near. */
export function noItem(item: unknown, names: readonly string[]): string {
  const near = isText(item) ? (meantValue(item, names) ?? '') : '';
  const few = near === '' || names.join(', ').length <= maxListedLength;
  return few
    ? `an item must be one of ${names.join(', ')}${near}`
    : `there is no '${String(item).slice(0, maxShown)}'${near}`;
}

/** How the message of a mistake goes on, by joi's name of it. */
const wordings: Readonly<Record<string, (context: Context, message: string) => string>> = {
  'object.unknown': unknownField,
  'object.base': noObject,
  'any.only': unknownValue,
  'number.base': quoted(/^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/),
  'boolean.base': ({ value }, message) =>
    quoted(/^(?:true|false)$/)({ value }, message.replace(/ must be a boolean$/, ' must be true or false')),
};

/** The message of a mistake that joi found, with what a person needs to correct it. */
export function worded({ type, context }: ValidationErrorItem, message: string): string {
  return wordings[type]?.(context ?? {}, message) ?? message;
}
