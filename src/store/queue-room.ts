import { AppError } from '../problems.ts';

/** Jobs that are queued while the queue is full. */
interface FullQueue {
  /** Of the client that submits one more. */
  readonly own: number;
  /** Other clients with queued jobs. */
  readonly others: number;
  readonly limit: number;
}

/**
 * A full queue has room for a client that has less than its share: the limit divided by the clients with queued jobs.
 * The rule of `fair-queue.ts`.
 */
export function isWithinShare({ own, others, limit }: FullQueue): boolean {
  return own < limit / (others + 1);
}

export function queueIsFull(): AppError {
  return new AppError('overloaded', 'No more jobs may be queued. Try again when some have run.', {
    headers: { 'Retry-After': '5' },
  });
}
