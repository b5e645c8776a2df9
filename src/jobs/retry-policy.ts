import { BrowserGone } from '../browser/launch/browser-gone.ts';
import { AppError } from '../problems.ts';
import { ProcessGone } from '../threads/process-end.ts';
import { KeyLost } from './request-seal.ts';

/** The decision on a job whose attempt failed. */
export interface Verdict {
  /** The problem with which the job fails, now or after its last attempt. */
  readonly problem: AppError;
  /** `null` = the job has failed. Otherwise it is tried again, and `counts` is true when this run was an attempt. */
  readonly again: { readonly counts: boolean } | null;
  /** True when the cause is to be logged. */
  readonly logged: boolean;
}

/**
 * Decides on a failed attempt.
 *
 * A mistake in the content or in the service would happen again, so the job fails. A browser or a process for documents
 * that ended may have been ended by the content, so the job is tried again and the attempt counts; after the last
 * attempt the problem has no status 503, because the content may be the cause. Load and an unreachable store are not
 * caused by the job, so it is tried again without a count. A job whose request can't be decrypted any more fails.
 */
export function verdictOn(error: unknown): Verdict {
  if (
    error instanceof BrowserGone ||
    (error instanceof AppError && error.status === 503 && error.cause instanceof BrowserGone)
  )
    return { problem: browserGone(error), again: { counts: true }, logged: false };
  if (error instanceof AppError && error.cause instanceof ProcessGone)
    return { problem: processGone(error), again: { counts: true }, logged: false };
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
  const { extra = {} } = cause instanceof AppError ? cause : {};
  return new AppError('render-failed', 'The browser ended every time that it printed this content.', { cause, extra });
}

function processGone({ cause, extra }: AppError): AppError {
  return new AppError(
    'limit-exceeded',
    'The process that worked on the document was ended every time, usually because the machine has too little memory.',
    { cause, extra },
  );
}
