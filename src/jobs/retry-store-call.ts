import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../problems.ts';

const firstPause = 250;
const longestPause = 5000;

/**
 * Stores something, however long the store can not be reached (AppError `not-ready`): tries again after longer and
 * longer pauses. Rejects with any other failure at once, and with the reason of `signal` when that aborts between two
 * tries.
 */
export async function insist<T>(store: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    signal.throwIfAborted();
    try {
      return await store();
    } catch (error) {
      if (!(error instanceof AppError) || error.slug !== 'not-ready') throw error;
    }
    await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
