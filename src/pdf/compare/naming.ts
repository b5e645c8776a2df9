import { AppError } from '../../problems.ts';

/** Says which of the two documents, 1 or 2, a problem is about. */
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
