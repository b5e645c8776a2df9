import type { Config } from '../../config/config.ts';
import { FairQueue } from '../../fair-queue.ts';

/** The queue of requests with documents. One client never holds all places. */
export function admissionQueue({ workerCount, queueLimit, queueTimeout }: Config): FairQueue {
  const places = Math.max(2, Math.min(workerCount, 8));
  return new FairQueue({
    places,
    placesPerClient: places - 1,
    waiting: queueLimit,
    patienceMs: queueTimeout,
  });
}
