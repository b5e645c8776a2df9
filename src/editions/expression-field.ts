import type { AnySchema } from 'joi';
import { checked, type Report } from '../input/fields.ts';

/**
 * The length of a regular expression. Hand-written expressions are shorter, and reading one takes time on the thread
 * that all requests share.
 */
const longestExpression = 500;

/** A field with a regular expression in RE2 syntax. `mistakeIn` answers the end of a sentence about it, or null. */
export function expressionField(description: string, mistakeIn: (expression: string) => string | null): AnySchema {
  return checked({
    jsonSchema: { type: 'string', minLength: 1, maxLength: longestExpression, description },
    check(value: unknown, report: Report) {
      if (typeof value !== 'string') report([], 'must be a string');
      else if (value === '' || value.length > longestExpression)
        report([], `must have 1 to ${longestExpression} characters`);
      else {
        const mistake = mistakeIn(value);
        if (mistake !== null) report([], mistake);
      }
    },
  });
}
