import type { Context } from '../context.ts';
import type { Log } from '../log.ts';
import { AppError } from '../problems.ts';
import { Stages } from '../stages.ts';
import type { ClaimedJob, JobClaim, JobOutcome, JobProgress, JobStore } from '../store/facets/jobs.ts';
import { insist } from './retry-store-call.ts';
import { trackProgress } from './progress.ts';
import { fromStored } from './stored-principal.ts';
import { verdictOn } from './retry-policy.ts';

/**
 * What a job comes to. Its blobs are in the store when it resolves; it rejects as the tool does, and stops when the
 * signal of the context aborts.
 */
export type Work = (job: ClaimedJob, context: Context) => Promise<JobOutcome>;

/** Why a run is stopped whose job is no longer its own: deleted, or claimed by another. */
export class ClaimLost extends Error {}

/** Why a run is stopped that goes past the grace of a stop. */
export class Stopping extends Error {}

/** One attempt at a job. */
export interface Run extends JobClaim {
  progress(): JobProgress;
  abort(reason: Error): void;
  /** Resolves when the job has ended, was given back or is lost; never rejects. */
  readonly done: Promise<void>;
}

interface RunDeps {
  readonly store: JobStore;
  readonly work: Work;
  /** Milliseconds. */
  readonly timeout: number;
  readonly log: Log;
}

/** Milliseconds before a job is tried again: longer with each claim. */
const firstPause = 1000;
const longestPause = 30_000;

/** Not told to anybody: a stop does not count as an attempt. */
const stopped = new AppError('shutting-down', 'The service stopped before the job was done.').toPlain();

type Ended = 'succeeded' | 'failed' | 'given back' | 'lost';

/** Starts an attempt. */
export function startRun(job: ClaimedJob, deps: RunDeps): Run {
  const claim: JobClaim = { id: job.id, attempt: job.attempt };
  const given = new AbortController();
  const late = new AbortController();
  const progress = trackProgress();
  const stages = new Stages(progress.listener);
  const context = {
    requestId: job.id,
    principal: fromStored(job.principal),
    signal: AbortSignal.any([given.signal, late.signal]),
    log: deps.log,
    stages,
  };
  return {
    ...claim,
    progress: () => ({ ...claim, percent: progress.percent, stage: progress.stage }),
    abort: (reason) => given.abort(reason),
    done: attempt({ job, context, late, given: given.signal }, deps).then(
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
      (error: unknown) => deps.log.error({ err: error }, 'what became of a job could not be stored'),
    ),
  };
}

interface Attempt {
  readonly job: ClaimedJob;
  readonly context: Context;
  /** Stops the work when its time is over; the claim is still good then. */
  readonly late: AbortController;
  /** Aborted when the claim is lost, or is to be given up. */
  readonly given: AbortSignal;
}

/**
 * Works and stores what came of it. Rejects where that can not be stored: the lease runs out then, and the job is
 * claimed again.
 */
async function attempt(under: Attempt, deps: RunDeps): Promise<Ended> {
  const { job, context, late, given } = under;
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
    return (await insist(() => deps.store.succeed(job, outcome, Date.now()), given)) ? 'succeeded' : 'lost';
  } catch (error) {
    return await conclude(under, context.signal.aborted ? context.signal.reason : error, deps);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends or gives back a job whose attempt came to nothing. */
async function conclude({ job, given }: Attempt, error: unknown, { store, log }: RunDeps): Promise<Ended> {
  if (error instanceof ClaimLost) return 'lost';
  if (error instanceof Stopping)
    return (await store.giveBack(job, { notBefore: Date.now(), counts: false, problem: stopped }, Date.now()))
      ? 'given back'
      : 'lost';
  const { problem, again, logged } = verdictOn(error);
  if (logged) log.error({ err: problem.cause ?? problem }, 'a job failed');
  if (again === null)
    return (await insist(() => store.fail(job, problem.toPlain(), Date.now()), given)) ? 'failed' : 'lost';
  const pause = Math.min(job.attempt * firstPause, longestPause);
  return (await insist(
    () =>
      store.giveBack(
        job,
        { notBefore: Date.now() + pause, counts: again.counts, problem: problem.toPlain() },
        Date.now(),
      ),
    given,
  ))
    ? 'given back'
    : 'lost';
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
