import { AppError } from '../problems.ts';

/** The queued jobs of a full queue. */
interface FullQueue {
  /** The number of jobs of the client that submits another. */
  readonly own: number;
  /** The number of other clients with queued jobs. */
  readonly others: number;
  /** The number of jobs that may be queued. */
  readonly limit: number;
}

/**
 * True when the client may still queue jobs in a full queue: it has fewer than its share, which is the limit divided by
 * the number of clients with queued jobs. `fair-queue.ts` has the same rule.
 */
export function isWithinShare({ own, others, limit }: FullQueue): boolean {
  return own < limit / (others + 1);
}

/** The problem of a job that finds no room in the queue. */
export function queueIsFull(): AppError {
  return new AppError('overloaded', 'No more jobs can be queued. Try again when some have run.', {
    headers: { 'Retry-After': '5' },
  });
}
