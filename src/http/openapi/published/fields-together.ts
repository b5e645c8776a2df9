import { type JsonSchema, isSchema } from '../../../input/input.ts';

/** Where an object has its rule while other things get names. */
const ruleKey = 'x-together';

/** An object whose alternatives only say which of its fields belong together sets them apart: they are no types. */
export function withRuleApart(schema: JsonSchema): JsonSchema {
  const { oneOf, anyOf, dependentRequired, ...object } = schema;
  const rule = Object.fromEntries(
    Object.entries({ oneOf, anyOf, dependentRequired }).filter(([, value]) => value !== undefined),
  );
  if (!isSchema(schema.properties) || Object.keys(rule).length === 0) return schema;
  return { ...object, [ruleKey]: rule };
}

/**
 * The object with its rule as a condition that always holds: validators follow it, and what makes clients leaves it
 * out, where it would make types without a name of the alternatives.
 */
export function withRule(schema: JsonSchema): JsonSchema {
  const { [ruleKey]: rule, ...object } = schema;
  return rule === undefined ? schema : { ...object, if: {}, then: rule };
}
