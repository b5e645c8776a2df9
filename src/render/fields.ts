import root, { type AlternativesSchema, type AnySchema, type ArraySchema, type CustomHelpers, type ErrorReport, type ObjectSchema } from 'joi';
import type { JsonSchema } from '../input.ts';

/** Tells of a mistake: where below the value that is checked (`[]` = the value itself), and what is wrong with it. */
export type Report = (path: readonly (string | number)[], problem: string) => void;

/** A check that joi has no words for, and the JSON Schema that says the same. */
export interface Check {
  readonly jsonSchema: JsonSchema;
  check(value: unknown, report: Report): void;
}

/** No schema reports more mistakes than this for one value: a body of a million wrong cells is told enough. */
export const mistakeLimit = 100;

type Groups = readonly (readonly string[])[];

const groupsOf = (value: object, groups: Groups) => groups.filter((group) => group.some((key) => key in value));
const listed = (groups: Groups) => groups.map((group) => `\`${group.join('`/`')}\``).join(', ');

/**
 * joi, with two words more: `checked` (a hand-written check with its own JSON Schema), and on objects
 * `exactlyOne` (alternatives that, unlike joi's own `xor`, reach the JSON Schema).
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
  {
    type: 'object',
    base: root.object(),
    messages: { 'checked.self': '{{#label}} {{#problem}}', 'checked.inside': '{{#problem}}', 'object.exactlyOne': '{{#label}} must have exactly one of {{#groups}}' },
    rules: {
      exactlyOne: {
        method(this: { $_addRule(rule: object): unknown }, groups: Groups) {
          return this.$_addRule({ name: 'exactlyOne', args: { groups } });
        },
        args: ['groups'],
        validate: (value: object, helpers: CustomHelpers, { groups }: { groups: Groups }) => (groupsOf(value, groups).length === 1 ? value : helpers.error('object.exactlyOne', { groups: listed(groups) })),
        jsonSchema: (rule: { args: { groups: Groups } }, schema: object) => ({
          ...schema,
          oneOf: rule.args.groups.map((group) => (group.length === 1 ? { required: group } : { anyOf: group.map((key) => ({ required: [key] })) })),
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

/** Checks the parts of an object against each other; parts that are wrong by themselves may reach it. */
type WholeCheck = (value: object, report: Report) => void;

interface RuleHelpers extends CustomHelpers {
  errorsArray(): ErrorReport[];
}

/** A mistake at a place below the value that is under way. */
function located(helpers: CustomHelpers, path: readonly (string | number)[], problem: string): ErrorReport {
  if (path.length === 0) return helpers.error('checked.self', { problem });
  const state = (helpers.state as LocalState).localize([...(helpers.state.path ?? []), ...path]);
  return helpers.error('checked.inside', { problem }, state);
}

interface LocalState {
  localize(path: readonly (string | number)[]): LocalState & CustomHelpers['state'];
}

const checkOf = (schema: AnySchema): Check => (schema as unknown as { $_getFlag(name: string): Check }).$_getFlag('check');

/** The joi that every schema of the renderer is made with. */
export const joi: typeof root = extended;

/** A value with a hand-written check. */
export function checked(check: Check): AnySchema {
  const schema = extended.checked() as unknown as { $_setFlag(name: string, value: unknown, options: object): AnySchema };
  return schema.$_setFlag('check', check, { clone: true });
}

/** What is an object (or an array) is checked as one, with pointers into it; anything else as `other`. */
export function either(part: ObjectSchema | ArraySchema, other: AnySchema): AlternativesSchema {
  return extended.alternatives().conditional(part.type === 'array' ? extended.array() : extended.object().unknown(), { then: part, otherwise: other });
}

/** An object in which the keys of exactly one of the groups are present. */
export function exactlyOne<T>(schema: ObjectSchema<T>, ...groups: Groups): ObjectSchema<T> {
  return (schema as unknown as { exactlyOne(groups: Groups): ObjectSchema<T> }).exactlyOne(groups);
}

/** An object whose parts are checked against each other, beside its schema; says nothing in the JSON Schema. */
export function also<T>(schema: ObjectSchema<T>, check: WholeCheck): ObjectSchema<T> {
  return (schema as unknown as { also(check: WholeCheck): ObjectSchema<T> }).also(check);
}

/**
 * What is wrong with the parts of an object taken together. joi stops before that where a part is wrong by itself;
 * a caller who is to be told everything asks here as well.
 */
export function mistakesTogether(schema: ObjectSchema, value: object, report: Report): void {
  const rules = schema as unknown as { $_getRule(name: 'exactlyOne'): { args: { groups: Groups } } | undefined; $_getRule(name: 'also'): { args: { check: WholeCheck } } | undefined };
  const groups = rules.$_getRule('exactlyOne')?.args.groups;
  if (groups && groupsOf(value, groups).length !== 1) report([], `must have exactly one of ${listed(groups)}`);
  rules.$_getRule('also')?.args.check(value, report);
}
