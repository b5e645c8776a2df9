import type { HelperDelegate, HelperOptions } from 'handlebars';
import { supportedLocale } from '../../../input/supported-locale.ts';
import type { NewReference } from '../../typeset/references/reference-html.ts';
import type { Budget } from './budget.ts';
import type { Labels } from './label-texts.ts';
import { Memory } from './memory.ts';

/** One filling of a template: the context of its helpers. */
export interface Filling {
  readonly budget: Budget;
  /** How numbers and dates are written where a helper has no `locale=`. */
  readonly locale: string;
  readonly labels: Labels;
  /** The HTML of another operation (`table`, `chart`, `barcode`), or its mistakes. */
  readonly embed: Embed;
  /** The HTML of a reference. */
  readonly refer: (reference: NewReference) => string;
}

/**
 * Composes an operation for a helper with this name, from its fields. Returns its HTML, or the mistakes in the fields.
 */
export type Embed = (
  helper: string,
  fields: Readonly<Record<string, unknown>>,
) => { readonly html: string } | { readonly mistakes: readonly string[] };

/** One call of a helper: `{{name ...values key=option}}`. */
export interface Call {
  readonly values: readonly unknown[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly filling: Filling;
  /** The data at this place of the template, and at its root. */
  readonly context: unknown;
  readonly root: unknown;
  /** The options of Handlebars: the blocks of `{{#name}}` and the data of their loops. */
  readonly blocks: HelperOptions;
  /** Reports a mistake in the call to the author of the template. */
  readonly refuse: (reason: string) => never;
}

/** A helper: the number of its values, the names of its options, and its function. */
export interface Helper {
  readonly values: readonly [min: number, max: number];
  /** `null`: any. */
  readonly options: readonly string[] | null;
  run(call: Call): unknown;
}

/** A call of a helper that makes no sense, and its line. */
export class HelperMistake extends Error {
  readonly lineNumber: number | undefined;

  constructor(reason: string, lineNumber: number | undefined) {
    super(reason);
    this.lineNumber = lineNumber;
  }
}

/** The options that Handlebars passes to a helper, with fields that its types leave out. */
export type Handed = HelperOptions & {
  readonly name: string;
  readonly loc?: { readonly start: { readonly line: number } };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The own field of an object, or `undefined`. */
export const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

function checkCall({ values, options }: Helper, call: Call): void {
  const [min, max] = values;
  const given = call.values.length;
  if (given < min || given > max)
    call.refuse(
      `takes ${min === max ? min : max === Infinity ? `${min} or more` : `${min} to ${max}`} ` +
        `${max === 1 ? 'value' : 'values'}, and got ${given}`,
    );
  const unknown = options === null ? undefined : Object.keys(call.options).find((name) => !options.includes(name));
  if (unknown !== undefined)
    call.refuse(
      'has no option ' +
        `\`${unknown.slice(0, 40)}\`${options?.length === 0 ? '' : `; it has ${options?.join(', ') ?? ''}`}`,
    );
}

/**
 * The helper as Handlebars calls it. A bare `{{date}}` (or `{{#list}}`, by `block`) is the field of that name where the
 * data has one, because such field names are common.
 */
export function delegate(name: string, helper: Helper, filling: Filling, block: HelperDelegate): HelperDelegate {
  return function (this: unknown, ...given: unknown[]) {
    const handed = given.pop() as Handed;
    const options = handed.hash as Record<string, unknown>;
    filling.budget.spend(1);
    const field = given.length === 0 && Object.keys(options).length === 0 ? fieldOf(this, name) : undefined;
    if (field !== undefined)
      return typeof handed.fn === 'function' ? (block.call(this, field, handed) as unknown) : field;
    const call: Call = {
      values: given,
      options,
      filling,
      context: this,
      root: (handed.data as { readonly root?: unknown } | undefined)?.root,
      blocks: handed,
      refuse: (reason) => {
        throw new HelperMistake(`\`${name}\` ${reason}`, handed.loc?.start.line);
      },
    };
    checkCall(helper, call);
    return helper.run(call);
  };
}

/** A value as a message may repeat it. */
export const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Array.isArray(value)
      ? 'a list'
      : 'an object'
    : `'${String(value).slice(0, 60)}'`;

/** An option that is a text, or `undefined`. */
export function textOption({ options, refuse }: Call, name: string): string | undefined {
  const value = options[name];
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : refuse(`wants a text as \`${name}\`, not ${shown(value)}`);
}

const locales = new Memory<string>();

/** `locale=` of the call, else the template's; one that Intl knows. */
export function localeOf(call: Call): string {
  const locale = textOption(call, 'locale') ?? call.filling.locale;
  return locales.recall(locale, () => supportedLocale(locale));
}
