import root, {
  type AlternativesSchema,
  type AnySchema,
  type ArraySchema,
  type CustomHelpers,
  type ErrorReport,
  type ObjectSchema,
} from 'joi';
import type { JsonSchema } from './input.ts';
import { messages, mistakeLimit, nameFields, noItem } from './wordings.ts';

export { mistakeLimit };

/**
 * Reports a mistake: its path below the checked value (`[]` = the value itself), and the end of a sentence about it.
 */
export type Report = (path: readonly (string | number)[], problem: string) => void;

/** A hand-written check that joi can't express, with its JSON Schema. */
export interface Check {
  readonly jsonSchema: JsonSchema;
  check(value: unknown, report: Report): void;
}

type Groups = readonly (readonly string[])[];

const groupsOf = (value: object, groups: Groups) => groups.filter((group) => group.some((key) => key in value));
const listed = (groups: Groups) => groups.map((group) => `\`${group.join('`/`')}\``).join(', ');

/** Validates items until there are enough mistakes. A list that is too long gets only that one mistake. */
function eachItem(values: readonly unknown[], helpers: RuleHelpers, item: ItemSchema): unknown {
  const maxItems = helpers.schema.$_getRule('max')?.args.limit ?? Infinity;
  if (values.length > maxItems) return values;
  const errors = helpers.errorsArray();
  const ancestors = [values, ...(helpers.state.ancestors as unknown[])];
  const valid = values.slice();
  for (let index = 0; index < values.length && errors.length < mistakeLimit; index += 1) {
    const state = (helpers.state as LocalState).localize([...(helpers.state.path ?? []), index], ancestors, item);
    const result = item.$_validate(values[index], state, helpers.prefs) as unknown as ItemResult;
    if (result.errors) for (const error of result.errors) errors.push(error);
    else valid[index] = result.value;
  }
  return errors.length > 0 ? errors : valid;
}

/**
 * joi with additional rules: `checked` (a hand-written check with its own JSON Schema), and for objects `exactlyOne`
 * (alternatives that, unlike `xor` of joi, appear in the JSON Schema) and `also`. Its `items` stop at `mistakeLimit`,
 * where those of joi report millions of mistakes.
 */
const extended = root.extend(
  {
    type: 'checked',
    base: root.any(),
    messages: { 'checked.self': '{{#label}} {{#problem}}', 'checked.inside': '{{#problem}}' },
    jsonSchema: (schema: AnySchema) => ({ ...checkOf(schema).jsonSchema }),
    validate: (value: unknown, helpers: CustomHelpers & { schema: AnySchema }) => {
      const errors: ErrorReport[] = [];
      checkOf(helpers.schema).check(value, (path, problem) => {
        if (errors.length < mistakeLimit) errors.push(located(helpers, path, problem));
      });
      return errors.length > 0 ? { value, errors } : { value };
    },
  } as never,
  { type: 'string', base: root.string(), messages: messages.string },
  {
    type: 'array',
    base: root.array(),
    messages: messages.array,
    rules: {
      each: {
        method(this: Adding, item: AnySchema) {
          const added = this.$_addRule({ name: 'each', args: { item } });
          added.$_mutateRegister(item);
          return added;
        },
        args: ['item'],
        validate: (values: readonly unknown[], helpers: RuleHelpers, { item }: { item: ItemSchema }) =>
          eachItem(values, helpers, item),
        jsonSchema: (
          rule: { args: { item: ItemSchema } },
          schema: object,
          _only: boolean,
          mode: string,
          options: object,
        ) => ({ ...schema, items: rule.args.item.$_jsonSchema(mode, options) }),
      },
    },
    overrides: {
      items(this: { each(item: AnySchema): ArraySchema }, item: AnySchema) {
        return this.each(item);
      },
    },
  } as never,
  {
    type: 'object',
    base: root.object(),
    messages: {
      'checked.self': '{{#label}} {{#problem}}',
      'checked.inside': '{{#problem}}',
      'object.exactlyOne': '{{#label}} must have exactly one of {{#groups}}',
    },
    rules: {
      exactlyOne: {
        method(this: { $_addRule(rule: object): unknown }, groups: Groups) {
          return this.$_addRule({ name: 'exactlyOne', args: { groups } });
        },
        args: ['groups'],
        validate: (value: object, helpers: CustomHelpers, { groups }: { groups: Groups }) =>
          groupsOf(value, groups).length === 1 ? value : helpers.error('object.exactlyOne', { groups: listed(groups) }),
        jsonSchema: (rule: { args: { groups: Groups } }, schema: object) => ({
          ...schema,
          oneOf: rule.args.groups.map((group) =>
            group.length === 1 ? { required: group } : { anyOf: group.map((key) => ({ required: [key] })) },
          ),
        }),
      },
      also: {
        method(this: { $_addRule(rule: object): unknown }, check: WholeCheck) {
          return this.$_addRule({ name: 'also', args: { check } });
        },
        args: ['check'],
        validate: (value: object, helpers: RuleHelpers, { check }: { check: WholeCheck }) => {
          const errors = helpers.errorsArray();
          check(value, (path, problem) => {
            if (errors.length < mistakeLimit) errors.push(located(helpers, path, problem));
          });
          return errors.length > 0 ? errors : value;
        },
      },
    },
  } as never,
) as typeof root & { checked(): AnySchema };

nameFields(extended.object());

/** Checks the parts of an object against each other. Parts that are invalid by themselves may be among them. */
type WholeCheck = (value: object, report: Report) => void;

interface RuleHelpers extends CustomHelpers {
  readonly schema: AnySchema & { $_getRule(name: 'max'): { args: { limit: number } } | undefined };
  errorsArray(): ErrorReport[];
}

/** The part of the interface for extensions that the types of joi leave out (joi, API, `any.$_...`). */
interface Adding {
  $_addRule(rule: object): { $_mutateRegister(schema: AnySchema): void };
}
type ItemSchema = AnySchema & { $_jsonSchema(mode: string, options: object): object };
interface ItemResult {
  readonly value: unknown;
  readonly errors?: readonly ErrorReport[];
}

/** A mistake at a path below the current value. */
function located(helpers: CustomHelpers, path: readonly (string | number)[], problem: string): ErrorReport {
  if (path.length === 0) return helpers.error('checked.self', { problem });
  const state = (helpers.state as LocalState).localize([...(helpers.state.path ?? []), ...path]);
  return helpers.error('checked.inside', { problem }, state);
}

interface LocalState {
  localize(
    path: readonly (string | number)[],
    ancestors?: readonly unknown[],
    schema?: AnySchema,
  ): LocalState & CustomHelpers['state'];
}

const checkOf = (schema: AnySchema): Check =>
  (schema as unknown as { $_getFlag(name: string): Check }).$_getFlag('check');

/** The joi of every schema in this project. */
export const joi: typeof root = extended;

/** A value with a hand-written check. */
export function checked(check: Check): AnySchema {
  const schema = extended.checked() as unknown as {
    $_setFlag(name: string, value: unknown, options: object): AnySchema;
  };
  return schema.$_setFlag('check', check, { clone: true });
}

/** A list of some of the names, each once. */
export function distinctNames(names: readonly string[], { min = 0 }: { readonly min?: number } = {}): AnySchema {
  return checked({
    jsonSchema: {
      type: 'array',
      items: { type: 'string', enum: names },
      uniqueItems: true,
      ...(min > 0 && { minItems: min }),
    },
    check(value, report) {
      if (!Array.isArray(value)) {
        report([], 'must be a list');
        return;
      }
      if (value.length < min) report([], `must have at least ${min} ${min === 1 ? 'item' : 'items'}`);
      if (value.length > names.length * 2) {
        report([], `has ${value.length} items; each of ${names.join(', ')} may stand in it once`);
        return;
      }
      for (const [index, item] of (value as unknown[]).entries()) {
        if (!names.includes(item as string)) report([index], noItem(item, names));
        else if (value.indexOf(item) < index) report([index], `'${item as string}' is in the list twice`);
      }
    },
  });
}

/**
 * A value that is checked as `part` if it is an object (or an array), with pointers into it, and as `other` otherwise.
 */
export function either(part: ObjectSchema | ArraySchema, other: AnySchema): AlternativesSchema {
  return extended.alternatives().conditional(part.type === 'array' ? extended.array() : extended.object().unknown(), {
    then: part,
    otherwise: other,
  });
}

/** An object in which the keys of exactly one of the groups are present. */
export function exactlyOne<T>(schema: ObjectSchema<T>, ...groups: Groups): ObjectSchema<T> {
  return (schema as unknown as { exactlyOne(groups: Groups): ObjectSchema<T> }).exactlyOne(groups);
}

/** An object whose parts are also checked against each other. The check does not appear in the JSON Schema. */
export function also<T>(schema: ObjectSchema<T>, check: WholeCheck): ObjectSchema<T> {
  return (schema as unknown as { also(check: WholeCheck): ObjectSchema<T> }).also(check);
}

/**
 * Reports the mistakes in combinations of the parts of an object. joi skips these rules when a part is invalid by
 * itself, so callers that report all mistakes call this as well.
 */
export function checkCombinations(schema: ObjectSchema, value: object, report: Report): void {
  const rules = schema as unknown as {
    $_getRule(name: 'exactlyOne'): { args: { groups: Groups } } | undefined;
    $_getRule(name: 'also'): { args: { check: WholeCheck } } | undefined;
  };
  const groups = rules.$_getRule('exactlyOne')?.args.groups;
  if (groups && groupsOf(value, groups).length !== 1) report([], `must have exactly one of ${listed(groups)}`);
  rules.$_getRule('also')?.args.check(value, report);
}
