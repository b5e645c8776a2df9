import { type JsonSchema, isSchema } from '../../../input/input.ts';

/** The key under which the rule of an object is stored while schemas get names. */
const ruleKey = 'x-together';

/**
 * Moves aside the alternatives of an object that only state which fields belong together, because they are no types.
 */
export function withRuleApart(schema: JsonSchema): JsonSchema {
  const { oneOf, anyOf, dependentRequired, ...object } = schema;
  const rule = Object.fromEntries(
    Object.entries({ oneOf, anyOf, dependentRequired }).filter(([, value]) => value !== undefined),
  );
  if (!isSchema(schema.properties) || Object.keys(rule).length === 0) return schema;
  return { ...object, [ruleKey]: rule };
}

/**
 * Adds the rule of an object as a condition that always holds. Validators follow it. Generators of clients ignore it;
 * from the alternatives they would make types without a name.
 */
export function withRule(schema: JsonSchema): JsonSchema {
  const { [ruleKey]: rule, ...object } = schema;
  return rule === undefined ? schema : { ...object, if: {}, then: rule };
}
