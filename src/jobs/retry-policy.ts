import { BrowserGone } from '../browser/launch/browser-gone.ts';
import { AppError } from '../problems.ts';
import { KeyLost } from './request-seal.ts';

/** What becomes of a job whose attempt failed. */
export interface Verdict {
  /** What it fails with: now, or when it may not be tried again. */
  readonly problem: AppError;
  /** `null` = it has failed; else it is tried again, and `counts` says whether this was an attempt. */
  readonly again: { readonly counts: boolean } | null;
  /** True where the log should have the cause. */
  readonly logged: boolean;
}

/**
 * Judges a failure. What the content or the service did wrong would come out the same again, so the job has failed. A
 * browser that ended may have been ended by the content: tried again, and counted; where that is certain, the problem
 * is none of status 503. Load, and a store that can not be reached, are no fault of the job: tried again for as long as
 * it takes. A request that only an earlier process could read never runs.
 */
export function verdictOn(error: unknown): Verdict {
  if (
    error instanceof BrowserGone ||
    (error instanceof AppError && error.status === 503 && error.cause instanceof BrowserGone)
  )
    return { problem: browserGone(error), again: { counts: true }, logged: false };
  if (!(error instanceof AppError))
    return {
      problem: new AppError(
        'internal-error',
        'Something went wrong in the service. The log has it under the id of the job.',
        { cause: error },
      ),
      again: null,
      logged: true,
    };
  if (error instanceof KeyLost) return { problem: error, again: null, logged: false };
  if (error.status === 503) return { problem: error, again: { counts: false }, logged: false };
  return { problem: error, again: null, logged: error.status === 500 };
}

function browserGone(cause: Error): AppError {
  return new AppError('render-failed', 'The browser ended every time that it printed this content.', { cause });
}
