import { randomUUID } from 'node:crypto';
import type { Log } from '../log.ts';
import { AppError } from '../problems.ts';
import type { JobStore } from '../store/facets/jobs.ts';
import { ClaimLost, startRun, Stopping, type Run, type Work } from './run.ts';
import { startPolling } from './polling-loop.ts';

/** The parts and limits of a runner. */
export interface RunnerOptions {
  readonly store: JobStore;
  readonly work: Work;
  /** The number of jobs that run at once. */
  readonly slots: number;
  /** Milliseconds after which the jobs of a process that has not renewed its claims go to another process. */
  readonly lease: number;
  /** Milliseconds that one run of a job may take. */
  readonly timeout: number;
  readonly log: Log;
}

/** The jobs that run in this process. */
export interface Runner {
  /** Stops a deleted job; does nothing when it does not run here. */
  abort(id: string): void;
  /** Stops claiming, waits up to `grace` milliseconds for the running jobs, and gives the rest back. */
  stop(grace: number): Promise<void>;
}

/**
 * Milliseconds between two polls of the queue. A job without a notice (for example, one that was queued again) waits
 * for that time at most.
 */
const pollMs = 500;
const maxPauseMs = 5000;

/** The problem of a job whose processes died or froze too often. */
const lost = new AppError(
  'internal-error',
  'Two processes that ran the job ended or stopped responding before it was done. It is not started again.',
).toPlain();

/** Claims jobs while there are free slots, runs them, and renews their claims. */
export function runJobs({ store, work, slots, lease, timeout, log }: RunnerOptions): Runner {
  const worker = randomUUID();
  const running = new Map<string, Run>();
  let stopping = false;

  async function claim(): Promise<void> {
    while (running.size < slots && !stopping) {
      const job = await store.claim(worker, Date.now() + lease, Date.now(), lost);
      if (job === null) return;
      const run = startRun(job, { store, work, timeout, log: log.child({ job: job.id }) });
      running.set(job.id, run);
      void run.done.then(() => {
        if (running.get(job.id) === run) running.delete(job.id);
        claiming.wake();
      });
    }
  }
  async function renew(): Promise<void> {
    const runs = [...running.values()];
    if (runs.length === 0) return;
    for (const { id, attempt } of await store.renew(
      runs.map((run) => run.progress()),
      Date.now() + lease,
    )) {
      const run = running.get(id);
      if (run?.attempt === attempt) run.abort(new ClaimLost());
    }
  }

  const claiming = startPolling(claim, { everyMs: pollMs, maxPauseMs, log, failure: 'jobs can not be claimed' });
  const renewMs = Math.min(pollMs, lease / 4);
  const renewing = startPolling(renew, {
    everyMs: renewMs,
    maxPauseMs: renewMs,
    log,
    failure: 'claims of jobs can not be renewed',
  });
  const unsubscribe = store.onQueued(() => claiming.wake());

  return {
    abort: (id) => running.get(id)?.abort(new ClaimLost()),
    async stop(grace) {
      stopping = true;
      unsubscribe();
      await claiming.stop();
      const cutOff = setTimeout(() => {
        for (const run of running.values()) run.abort(new Stopping());
      }, grace);
      await Promise.all([...running.values()].map((run) => run.done));
      clearTimeout(cutOff);
      await renewing.stop();
    },
  };
}
