import type { Context } from '../context.ts';
import type { Log } from '../log.ts';
import { AppError } from '../problems.ts';
import { Stages } from '../stages.ts';
import type { ClaimedJob, JobClaim, JobOutcome, JobProgress, JobStore } from '../store/facets/jobs.ts';
import { retryStoreCall } from './retry-store-call.ts';
import { trackProgress } from './progress.ts';
import { fromStored } from './stored-principal.ts';
import { verdictOn } from './retry-policy.ts';

/**
 * Runs the tool of a job. Resolves when the blobs of the result are in the store. Rejects as the tool does, and stops
 * when the signal of the context aborts.
 */
export type Work = (job: ClaimedJob, context: Context) => Promise<JobOutcome>;

/** Abort reason: the job was deleted or claimed by another worker. */
export class ClaimLost extends Error {}

/** Abort reason: the service stops, and the run has outlasted the grace. */
export class Stopping extends Error {}

/** One attempt at a job. */
export interface Run extends JobClaim {
  progress(): JobProgress;
  abort(reason: Error): void;
  /** Resolves when the job has ended, was given back or is lost. Never rejects. */
  readonly done: Promise<void>;
}

interface RunDeps {
  readonly store: JobStore;
  readonly work: Work;
  /** Milliseconds that the work may take. */
  readonly timeout: number;
  readonly log: Log;
}

/** Milliseconds until a job is tried again. The pause grows with each claim. */
const firstPauseMs = 1000;
const maxPauseMs = 30_000;

/** The problem that `giveBack` requires. No client sees it, because a stop does not count as an attempt. */
const stopped = new AppError('shutting-down', 'The service stopped before the job was done.').toPlain();

type Ended = 'succeeded' | 'failed' | 'given back' | 'lost';

/** Starts an attempt at a claimed job. */
export function startRun(job: ClaimedJob, deps: RunDeps): Run {
  const claim: JobClaim = { id: job.id, attempt: job.attempt };
  const released = new AbortController();
  const late = new AbortController();
  const progress = trackProgress();
  const stages = new Stages(progress.listener);
  const context = {
    requestId: job.id,
    principal: fromStored(job.principal),
    signal: AbortSignal.any([released.signal, late.signal]),
    log: deps.log,
    stages,
  };
  return {
    ...claim,
    progress: () => ({ ...claim, percent: progress.percent, stage: progress.stage }),
    abort: (reason) => released.abort(reason),
    done: attempt({ job, context, late, released: released.signal }, deps).then(
      (ended) =>
        deps.log.info(
          {
            tool: job.tool,
            client: job.client,
            attempt: job.attempt,
            ended,
            stages: Object.fromEntries(
              stages.times.map(({ name, milliseconds }) => [name, Math.round(milliseconds * 10) / 10]),
            ),
          },
          'job',
        ),
      (error: unknown) => deps.log.error({ err: error }, 'the result of a job could not be stored'),
    ),
  };
}

interface Attempt {
  readonly job: ClaimedJob;
  readonly context: Context;
  /** Aborts the work after its timeout; the claim is still valid then. */
  readonly late: AbortController;
  /** Aborts when the claim is lost or must be given back. */
  readonly released: AbortSignal;
}

/**
 * Runs the work and stores its result. Rejects when the result can't be stored; then the lease runs out, and the job is
 * claimed again.
 */
async function attempt(under: Attempt, deps: RunDeps): Promise<Ended> {
  const { job, context, late, released } = under;
  const timer = setTimeout(
    () =>
      late.abort(
        new AppError('request-timeout', `The job was not done within ${deps.timeout / 1000} s and was stopped.`),
      ),
    deps.timeout,
  );
  try {
    const outcome = await Promise.race([deps.work(job, context), rejection(context.signal)]);
    clearTimeout(timer);
    return (await retryStoreCall(() => deps.store.succeed(job, outcome, Date.now()), released)) ? 'succeeded' : 'lost';
  } catch (error) {
    return await conclude(under, context.signal.aborted ? context.signal.reason : error, deps);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends the job of a failed attempt, or gives it back. */
async function conclude({ job, released }: Attempt, error: unknown, { store, log }: RunDeps): Promise<Ended> {
  if (error instanceof ClaimLost) return 'lost';
  if (error instanceof Stopping)
    return (await store.giveBack(job, { notBefore: Date.now(), counts: false, problem: stopped }, Date.now()))
      ? 'given back'
      : 'lost';
  const { problem, again, logged } = verdictOn(error);
  if (logged) log.error({ err: problem.cause ?? problem }, 'a job failed');
  if (again === null)
    return (await retryStoreCall(() => store.fail(job, problem.toPlain(), Date.now()), released)) ? 'failed' : 'lost';
  const pause = Math.min(job.attempt * firstPauseMs, maxPauseMs);
  return (await retryStoreCall(
    () =>
      store.giveBack(
        job,
        { notBefore: Date.now() + pause, counts: again.counts, problem: problem.toPlain() },
        Date.now(),
      ),
    released,
  ))
    ? 'given back'
    : 'lost';
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
