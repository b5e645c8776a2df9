import { AppError } from '../../problems.ts';

/** Runs an action for a document, 1 or 2, and names the document in its problems. */
export async function naming<T>(document: number, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.slug, `Document ${document}: ${error.message}`, {
      errors: error.errors,
      extra: { ...error.extra, document },
      cause: error,
    });
  }
}
