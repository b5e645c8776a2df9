import Handlebars, { type HelperDelegate, type HelperOptions } from 'handlebars';
import { numberOf } from '../format.ts';
import { fieldOf, HelperMistake, shown, type Call, type Filling, type Handed, type Helper } from './call.ts';

const own = Handlebars.helpers;

/** The block, each of its turns counted, and what all of them together give. */
function counted({ fn, ...rest }: HelperOptions, { budget }: Filling): HelperOptions {
  let length = 0;
  const turn: Handlebars.TemplateDelegate = (context: unknown, options) => {
    budget.spend(1);
    const html = fn(context, options);
    length += html.length;
    budget.checkLength(length);
    return html;
  };
  return { ...rest, fn: turn };
}

/**
 * The `each` of Handlebars and its `{{#name}}`, which loops over lists, both within the budget; and the treatment of
 * unknown names.
 */
export function loops(filling: Filling): Record<'each' | 'blockHelperMissing' | 'helperMissing', HelperDelegate> {
  const each: HelperDelegate = function (this: unknown, ...given: unknown[]) {
    const options = given.pop() as Handed;
    const [list] = given;
    if (given.length !== 1)
      throw new HelperMistake(
        '`each` takes one list, as in `{{#each items}}`, or `{{#each items as |item|}}` with a name for its items',
        options.loc?.start.line,
      );
    return own.each?.call(this, list, counted(options, filling)) as string;
  };
  return {
    each,
    blockHelperMissing(this: unknown, value: unknown, options: HelperOptions) {
      if (Array.isArray(value) && value.length > 0) return each.call(this, value, options) as string;
      return own.blockHelperMissing?.call(this, value, options) as string;
    },
    /** `{{name}}` without a value in the data prints nothing; `{{name 1}}` is an unknown helper. */
    helperMissing(...given: unknown[]) {
      const { name, loc } = given.at(-1) as Handed;
      if (given.length > 1) throw new HelperMistake(`there is no helper \`${name}\``, loc?.start.line);
      return undefined;
    },
  };
}

/**
 * A list's items by the value of a field, in order of appearance:
 * `{{#each (group lines "depot") as |one|}}{{one.key}}: {{one.items.length}}{{/each}}`.
 */
function group({ values: [list, field], filling, refuse }: Call): unknown {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list) || typeof field !== 'string') return refuse('wants a list and the name of a field');
  filling.budget.spend(list.length);
  const groups = Map.groupBy(list as unknown[], (item) => fieldOf(item, field) ?? '');
  return [...groups].map(([key, items]) => ({ key, items }));
}

const maxTurns = 1000;

/** `{{#times 8}}<i></i>{{/times}}`; `@index` counts from 0. */
function times(call: Call): string {
  const count = numberOf(call.values[0]);
  if (count === undefined || !Number.isInteger(count) || count < 0 || count > maxTurns)
    return call.refuse(`wants 0 to ${maxTurns}, not ${shown(call.values[0])}`);
  const turns = Array.from({ length: count }, () => call.context);
  return own.each?.call(call.context, turns, counted(call.blocks, call.filling)) as string;
}

/** Helpers for groups and repetition, by name. */
export const blocks: Readonly<Record<string, Helper>> = {
  group: { values: [2, 2], options: [], run: group },
  times: { values: [1, 1], options: [], run: times },
};
