import { invalidRequest, type Input } from '../../input/input.ts';
import { AppError, type Mistake } from '../../problems.ts';
import type { Placed } from './place-documents.ts';

/** The valid request; every mistake at once, those of the form that it came in before those of its content. */
export function validated(input: Input<unknown>, { body, mistakes }: Placed): Promise<unknown> {
  return together(mistakes, () => input.validate(body));
}

/**
 * Runs a check, and tells its mistakes together with those that were found before. Throws what it throws, or AppError
 * `invalid-request`.
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
