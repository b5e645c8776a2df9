import type { ObjectSchema } from 'joi';
import { bounded, invalidRequest, joiOptions, jsonSchemaOf, mistakesOf, pointer, type Input } from './input.ts';
import type { Mistake } from '../problems.ts';
import { mistakeLimit, checkCombinations } from './fields.ts';

/**
 * The input of a tool that takes documents. It reports all mistakes at once, also those in combinations of
 * options, which joi does not check when an option by itself is wrong.
 */
export function documentInput<I>(schema: ObjectSchema<I>): Input<I> {
  return {
    jsonSchema: jsonSchemaOf(schema),
    validate: (body) =>
      bounded(body, () => {
        const result = schema.validate(body, joiOptions);
        if (!result.error) return result.value;
        const mistakes = mistakesOf(result.error);
        throw invalidRequest([...mistakes, ...combinationMistakes(schema, body, mistakes)].slice(0, mistakeLimit));
      }),
  };
}

/** The mistakes in combinations of options that joi did not report. */
function combinationMistakes(schema: ObjectSchema, body: unknown, reported: readonly Mistake[]): Mistake[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const found: Mistake[] = [];
  checkCombinations(schema, body, (path, problem) => {
    const place = pointer(path);
    if (!reported.some((mistake) => mistake.pointer === place && mistake.message.endsWith(problem)))
      found.push({ pointer: place, message: problem });
  });
  return found;
}
