import { ColophonTimeoutError } from './errors.ts';

/** The signal of a call: it is aborted by the caller, or when the time is over. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Ends the time limit; the caller's signal still counts. */
  done(): void;
}

/** A deadline after so many milliseconds; 0 is none. */
export function deadlineOf(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const late = new AbortController();
  const expire = () => late.abort(new ColophonTimeoutError(`There was no answer within ${timeoutMs} ms.`));
  const timer = timeoutMs > 0 ? setTimeout(expire, timeoutMs) : undefined;
  return {
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    done: () => clearTimeout(timer),
  };
}

/** Waits, unless the signal is aborted: then it throws the reason. */
export function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the reason is the caller's own
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
