import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';

const require = createRequire(import.meta.url);

/** The engine of expressions, loaded with the first one: its tables of characters take 15 ms. */
export const re2 = (): typeof RE2JS => (require('re2js') as { RE2JS: typeof RE2JS }).RE2JS;

/**
 * The mistake in an expression, or null. RE2 syntax has no backreferences and no look-around, so that matching takes
 * linear time.
 */
export function expressionMistake(expression: string): string | null {
  try {
    re2().compile(expression);
    return null;
  } catch (error) {
    if (error instanceof Error)
      return `is not a regular expression in RE2 syntax (${error.message.replace(/\s+/g, ' ').slice(0, 200)})`;
    throw error;
  }
}
