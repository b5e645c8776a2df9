import type { ObjectSchema } from 'joi';
import { bounded, invalidRequest, joiOptions, jsonSchemaOf, mistakesOf, pointer, type Input } from './input.ts';
import type { Mistake } from '../problems.ts';
import { mistakeLimit, mistakesTogether } from './fields.ts';

/**
 * The input of a tool that takes documents: every mistake at once, those of options taken together too, where joi stops
 * at those of each.
 */
export function documentInput<I>(schema: ObjectSchema<I>): Input<I> {
  return {
    jsonSchema: jsonSchemaOf(schema),
    validate: (body) =>
      bounded(body, () => {
        const result = schema.validate(body, joiOptions);
        if (!result.error) return result.value;
        const mistakes = mistakesOf(result.error);
        throw invalidRequest([...mistakes, ...together(schema, body, mistakes)].slice(0, mistakeLimit));
      }),
  };
}

/** What joi did not get to tell. */
function together(schema: ObjectSchema, body: unknown, told: readonly Mistake[]): Mistake[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const found: Mistake[] = [];
  mistakesTogether(schema, body, (path, problem) => {
    const place = pointer(path);
    if (!told.some((mistake) => mistake.pointer === place && mistake.message.endsWith(problem)))
      found.push({ pointer: place, message: problem });
  });
  return found;
}
