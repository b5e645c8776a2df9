import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../problems.ts';

const firstPauseMs = 250;
const maxPauseMs = 5000;

/**
 * Calls the store until it is reachable (it rejects with AppError `not-ready` before), with longer and longer pauses.
 * Rejects with any other error at once, and with the reason of `signal` when that aborts between two calls.
 */
export async function retryStoreCall<T>(store: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, maxPauseMs)) {
    signal.throwIfAborted();
    try {
      return await store();
    } catch (error) {
      if (!(error instanceof AppError) || error.slug !== 'not-ready') throw error;
    }
    await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
