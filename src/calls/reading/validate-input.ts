import { invalidRequest, type Input } from '../../input/input.ts';
import { AppError, type Mistake } from '../../problems.ts';
import type { Placed } from './place-documents.ts';

/** The valid request. Collects all mistakes: those of the body's form first, then those of its fields. */
export function validated(input: Input<unknown>, { body, mistakes }: Placed): Promise<unknown> {
  return together(mistakes, () => input.validate(body));
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
