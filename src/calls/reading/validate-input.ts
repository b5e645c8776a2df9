import { invalidRequest, sentenceOf, type Input } from '../../input/input.ts';
import { AppError, type Mistake } from '../../problems.ts';
import type { Placed } from './place-documents.ts';
import { inQuery } from './query-options.ts';

/** The valid request. Collects all mistakes: those of the body's form first, then those of its fields. */
export function validated(input: Input<unknown>, { body, mistakes, parameters = [] }: Placed): Promise<unknown> {
  return together(mistakes, () => naming(parameters, () => input.validate(body)));
}

/** Runs a check; the mistakes that it finds in options of a query name their parameters. */
function naming<T>(parameters: readonly string[], check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AppError) || parameters.length === 0) throw error;
    const errors = error.errors.map((mistake) => inQuery(mistake, parameters));
    const { slug, message, extra, headers, cause } = error;
    const detail = message === sentenceOf(error.errors) ? sentenceOf(errors) : message;
    throw new AppError(slug, detail, { errors, extra, headers, cause });
  }
}

/**
 * Runs a check, and reports its mistakes together with those that were found before. Throws the error of the check, or
 * AppError `invalid-request`.
 */
export async function together<T>(mistakes: readonly Mistake[], check: () => Promise<T> | T): Promise<T> {
  if (mistakes.length === 0) return check();
  try {
    await check();
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400) throw error;
    throw invalidRequest([...mistakes, ...error.errors]);
  }
  throw invalidRequest(mistakes);
}
