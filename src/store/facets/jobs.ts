import type { PlainAppError } from '../../problems.ts';
import { sizeOf, type Blob } from './blobs.ts';
import type { Guards } from './guards.ts';

/** The states of a job; the last three are final (docs/spec/jobs-and-sessions.md). */
export const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
/** The state of a job. */
export type JobStatus = (typeof jobStatuses)[number];

/**
 * A file that a job brought. With `field: "jobResult"` it is the result of another job that the request names, and
 * `filename` is the id of that job.
 */
export interface JobFile {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  readonly blob: Blob;
}

/** A job as it is submitted. */
export interface NewJob {
  readonly id: string;
  readonly client: string;
  readonly tool: string;
  /** The principal that submitted it, as JSON. */
  readonly principal: string;
  /** The body of the tool, as JSON in UTF-8; the driver decides whether it becomes a blob. */
  readonly request: Uint8Array;
  readonly files: readonly JobFile[];
  /** Milliseconds that the result is stored after the job has ended. */
  readonly retain: number;
  readonly createdAt: number;
}

/** A job that ran without the queue, so that it has no request to be run again. */
export type KeptJob = Omit<NewJob, 'request' | 'files'>;

/** The result of a job. */
export interface JobOutcome {
  /** The media type of the answer that the synchronous route gives by default. */
  readonly contentType: string;
  /** The length of that answer in bytes. */
  readonly bytes: number;
  /** The SHA-256 of that answer in hex. */
  readonly sha256: string;
  /** The pieces from which any representation of the result is made. */
  readonly parts: readonly Blob[];
  /** Further facts of the result, as JSON in UTF-8. */
  readonly about: Uint8Array;
}

/** The record of a job. */
export interface Job {
  readonly id: string;
  readonly client: string;
  readonly tool: string;
  readonly status: JobStatus;
  /** 0 to 100; 0 again when the job is queued again. */
  readonly percent: number;
  /** The current stage, or the last one. */
  readonly stage: string | null;
  /** Runs that count as attempts, among them the current one. */
  readonly attempts: number;
  readonly createdAt: number;
  /** The start of the last run. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /**
   * The time at which the result and the record expire; `null` until the job has ended. For `goneFor` after that,
   * `find` still returns the record, without its outcome.
   */
  readonly expiresAt: number | null;
  readonly problem: PlainAppError | null;
  /** `null` unless the job has succeeded and has not expired. */
  readonly outcome: JobOutcome | null;
}

/** The record of a job in a list: its outcome without the pieces of the result. */
export interface ListedJob extends Omit<Job, 'outcome'> {
  readonly outcome: Pick<JobOutcome, 'contentType' | 'bytes' | 'sha256'> | null;
}

/** A job of a list, after which the next page begins. It may have been deleted meanwhile. */
export interface ListPlace {
  readonly createdAt: number;
  readonly id: string;
}

/** One page of the list of the jobs of a client. */
export interface JobPage {
  readonly client: string;
  /** `null` = jobs of every status. */
  readonly status: JobStatus | null;
  /** `null` = from the newest job. */
  readonly after: ListPlace | null;
  readonly limit: number;
}

/**
 * The right to run a job. It is lost when the lease has run out and the job was queued again. `attempt` distinguishes
 * the claims of a job: it grows with each claim, also with one that did not count (`giveBack`), so it may exceed
 * `attempts`.
 */
export interface JobClaim {
  readonly id: string;
  readonly attempt: number;
}

/** A claimed job, with everything that its run needs. */
export interface ClaimedJob extends JobClaim, Omit<NewJob, 'id'> {}

/** The progress of a job, as its worker reports it. */
export interface JobProgress extends JobClaim {
  /** 0 to 100. */
  readonly percent: number;
  readonly stage: string | null;
}

/**
 * Milliseconds for which an ended job or session is reported as gone (410). After that it is reported as unknown (404).
 */
export const goneFor = 24 * 3_600_000;
/** The largest number of attempts at a job. */
export const maxAttempts = 3;
/**
 * The largest number of runs of a job that end because their process died or froze. The job itself may be the cause.
 */
export const maxLostRuns = 2;

/** The queue of jobs and their records. */
export interface JobStore {
  /** Throws AppError `overloaded` when `limit` jobs are queued already and the client has its share of them. */
  checkRoom(client: string, limit: number): Promise<void>;
  /** Queues a job; throws as `checkRoom` does. Rejects when a blob of `files` is missing. */
  submit(job: NewJob, limit: number, guards?: Guards<Job>): Promise<Job>;
  /**
   * Adds a job that has succeeded already: the result of a call that did not wait in the queue. It expires `retain`
   * after `createdAt`. Rejects when a blob of the outcome is missing.
   */
  keep(job: KeptJob, outcome: JobOutcome): Promise<Job>;
  /** A job of this client; `null` = there is none, or it has been gone for longer than `goneFor`. */
  find(client: string, id: string, now: number): Promise<Job | null>;
  /**
   * Jobs of a client that have not expired, by `createdAt`, the newest first. Jobs of one millisecond are in the reverse
   * order of their submission. A later page repeats no job and misses none, whatever is submitted or deleted meanwhile.
   */
  list(page: JobPage, now: number): Promise<readonly ListedJob[]>;
  /**
   * Claims the job of the earliest turn, and among those the one that has waited longest; `null` = none is queued.
   * Turns are start times of fair queueing, as in `fair-queue.ts`: the jobs of a client have consecutive turns, and a
   * client without queued jobs starts at the turn that is being served.
   *
   * Before that, jobs whose worker died (their lease has run out) are queued again at their old place. The last of
   * `maxLostRuns` or of `maxAttempts` fails the job, with `lost` as its problem.
   */
  claim(worker: string, leaseUntil: number, now: number, lost: PlainAppError): Promise<ClaimedJob | null>;
  /**
   * Extends the leases of the running jobs of a worker and stores their progress. Resolves with the lost claims, whose
   * jobs were deleted or claimed by another worker.
   */
  renew(running: readonly JobProgress[], leaseUntil: number): Promise<readonly JobClaim[]>;
  /**
   * Ends a job with its result, and deletes its request and files. `false` = the claim was lost, and nothing has
   * changed. Rejects when a blob of the outcome is missing.
   */
  succeed(claim: JobClaim, outcome: JobOutcome, now: number): Promise<boolean>;
  /** Ends a job with a problem, and deletes its request and files; `false` = the claim was lost. */
  fail(claim: JobClaim, problem: PlainAppError, now: number): Promise<boolean>;
  /**
   * Queues a job again at its old place, not before `notBefore`. With `counts` the run was an attempt, and after the
   * last attempt the job fails with `problem`. `false` = the claim was lost.
   */
  giveBack(
    claim: JobClaim,
    again: { readonly notBefore: number; readonly counts: boolean; readonly problem: PlainAppError },
    now: number,
  ): Promise<boolean>;
  /**
   * Deletes the record and the result, whatever the status; a worker that runs the job loses its claim. Resolves with
   * the job before the deletion, without its outcome; `null` = there is none.
   */
  remove(client: string, id: string, now: number, guards?: Guards<Job | null>): Promise<Job | null>;
  /** The numbers of queued and running jobs. */
  count(): Promise<{ readonly queued: number; readonly running: number }>;
  /**
   * Calls `listener` when a job may be ready to claim, also one of another process where the driver can notice it.
   * Returns a function that ends the subscription.
   */
  onQueued(listener: () => void): () => void;
}

/** The bytes that the files of a job add to the storage of its client; results of other jobs are counted with those. */
export function ownBytes(files: readonly JobFile[]): number {
  return sizeOf(files.filter(({ field }) => field !== 'jobResult').map(({ blob }) => blob));
}
