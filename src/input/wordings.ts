import type { ValidationErrorItem } from 'joi';
import { didYouMean } from '../near-names.ts';
import { foreignName } from './foreign-names.ts';

type Context = Readonly<Record<string, unknown>>;

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

/** Longer values are not repeated in a message. */
const maxShown = 40;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The names that a schema knows at a place, as far as they are texts. */
const namesOf = (known: unknown): string[] => (Array.isArray(known) ? (known as unknown[]).filter(isText) : []);

/** A field that the schema does not have. `known`: the fields that it has, see `nameFields`. */
function unknownField({ child, known }: Context, message: string): string {
  const names = namesOf(known);
  const near = didYouMean(String(child), names);
  const meaning = near === '' ? foreignName(String(child), names) : undefined;
  if (meaning !== undefined) return `${message}: ${meaning}`;
  if (near !== '' || names.length === 0 || names.length > maxListed) return message + near;
  return `${message}; the fields are ${names.map((name) => `\`${name}\``).join(', ')}`;
}

interface ObjectType {
  readonly $_terms: { readonly keys?: readonly { readonly key: string }[] | null };
  readonly $_createError: (this: ObjectType, ...report: ErrorReport) => unknown;
}

type ErrorReport = [code: string, value: unknown, local: object, ...rest: unknown[]];

/** Lets the errors of the type of `object` about unknown fields have the fields that the schema knows as `known`. */
export function nameFields(object: object): void {
  const type = Object.getPrototypeOf(object) as ObjectType;
  const create = type.$_createError;
  const createNaming = function (this: ObjectType, ...[code, value, local, ...rest]: ErrorReport): unknown {
    const known = code === 'object.unknown' ? { known: this.$_terms.keys?.map(({ key }) => key) } : {};
    return create.call(this, code, value, { ...local, ...known }, ...rest);
  };
  Object.assign(type, { $_createError: createNaming });
}

/** A value that is none of those allowed. Where one is near, a long list of the others is left out. */
function unknownValue({ value, valids, label }: Context, listed: string): string {
  const names = namesOf(valids);
  const message = listed.replace(/\[([^[\]]*)\]$/, '$1');
  const near = isText(value) ? didYouMean(value, names) : '';
  if (near === '' || names.length <= maxListed) return message + near;
  return `\`${String(label)}\` has no value '${String(value).slice(0, maxShown)}'${near}`;
}

/** A text in place of a value of another type that it would be without its quotes. */
function quoted(kind: RegExp) {
  return ({ value }: Context, message: string): string =>
    isText(value) && kind.test(value) ? `${message}, not a text; write ${value.trim()} without quotes` : message;
}

/** The message of an item of a list that may hold only these names. */
export const noItem = (item: unknown, names: readonly string[]): string =>
  `an item must be one of ${names.join(', ')}${isText(item) ? didYouMean(item, names) : ''}`;

/** How the message of a mistake goes on, by joi's name of it. */
const wordings: Readonly<Record<string, (context: Context, message: string) => string>> = {
  'object.unknown': unknownField,
  'any.only': unknownValue,
  'number.base': quoted(/^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/),
  'boolean.base': quoted(/^(?:true|false)$/),
};

/** The message of a mistake that joi found, with what a person needs to correct it. */
export function worded({ type, context }: ValidationErrorItem, message: string): string {
  return wordings[type]?.(context ?? {}, message) ?? message;
}
