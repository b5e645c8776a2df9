import type { Readable } from 'node:stream';
import type { PlainAppError } from '../problems.ts';

/**
 * What must survive a crash, as small facets. A driver (sqlite/ for one machine, postgres/ for many) implements all of
 * them over one set of blobs; `test/store/` holds the one suite that every driver passes. Times and durations are
 * milliseconds, times since the epoch.
 *
 * What every facet keeps to: a call that has resolved is durable; a call that rejects has changed nothing. A store that
 * can't be reached, or has no room left, rejects with AppError `not-ready` (503, with `Retry-After`).
 */
export interface Store {
  readonly idempotency: IdempotencyStore;
  readonly jobs: JobStore;
  readonly sessions: SessionStore;
  readonly approvals: ApprovalStore;
  readonly rates: RateStore;
  readonly storage: StorageStore;
  readonly blobs: BlobStore;
  /** Resolves when the store can be written to (readiness): a row and a file. */
  check(): Promise<void>;
  /**
   * Deletes what has expired, and blobs that nothing refers to; returns how many rows went. Safe from several processes
   * at once.
   */
  sweep(now: number): Promise<number>;
  close(): Promise<void>;
}

/** Bytes that are kept under their own digest. */
export interface Blob {
  /** SHA-256 in lower-case hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Large values, content-addressed, in a folder that all nodes share. A blob exists before the row that names it is
 * committed, and is removed only when no row names it and it has been left alone for a while (`sweep` of the store).
 */
export interface BlobStore {
  /**
   * Writes aside, flushes, renames, flushes the folder: durable when it resolves, nothing half-written when it rejects.
   * Equal content is stored once.
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Blob>;
  /**
   * All of it, in memory of its own (it may be transferred to a thread). Rejects when it is missing or is not what its
   * digest says.
   */
  read(blob: Blob): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * The same as a stream, for one that is too large for memory. The digest is checked before it resolves: it rejects as
   * `read` does. Whoever gets the stream reads it to its end or destroys it.
   */
  open(blob: Blob): Promise<Readable>;
}

/** An answer as it is kept for a replay: the body, and the headers that describe it. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface IdempotencyScope {
  readonly client: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

/** What `begin` found: `started` = it is ours to run; the others as in docs/spec/requests.md. */
export type IdempotencyState =
  | { readonly state: 'started'; readonly claim: string }
  | { readonly state: 'running' }
  | { readonly state: 'conflict' }
  | { readonly state: 'finished'; readonly answer: StoredAnswer };

export interface IdempotencyStore {
  /**
   * Claims the key for a request with this fingerprint, atomically, or says what is there.
   * A claim whose holder died (its lease ran out without `renew`) is free again.
   */
  begin(scope: IdempotencyScope, fingerprint: string, leaseUntil: number, now: number): Promise<IdempotencyState>;
  /** Extends the lease of a claim that is still running. */
  renew(scope: IdempotencyScope, claim: string, leaseUntil: number): Promise<void>;
  /** Keeps the answer until `expiresAt`; does nothing when the claim was lost, or its answer is kept already. */
  finish(scope: IdempotencyScope, claim: string, answer: StoredAnswer, expiresAt: number): Promise<void>;
  /** Gives the key back: the next request with it runs. */
  release(scope: IdempotencyScope, claim: string): Promise<void>;
}

/**
 * What is committed in one transaction with the work that it guards: the answer of an `Idempotency-Key`, and the single
 * use of an approval. The work is not done (nothing is written) when the claim was lost meanwhile (AppError
 * `idempotency-in-progress`), or the approval has been used (AppError `approval-invalid`).
 */
export interface Guards<T> {
  readonly keep?: {
    readonly scope: IdempotencyScope;
    readonly claim: string;
    readonly expiresAt: number;
    /** The answer of this request, given what the work came to. */
    answer(result: T): StoredAnswer;
  };
  readonly approval?: { readonly id: string; readonly expiresAt: number };
}

export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/**
 * A document or other file that a job brought, or (`field: "jobResult"`, named by the id) the result of another job
 * that it names.
 */
export interface JobFile {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  readonly blob: Blob;
}

export interface NewJob {
  readonly id: string;
  readonly client: string;
  readonly tool: string;
  /** Who submitted it, as JSON. */
  readonly principal: string;
  /** The tool's own body, as JSON in UTF-8; the driver decides whether it is a blob. */
  readonly request: Uint8Array;
  readonly files: readonly JobFile[];
  /** How long the result is kept once the job has ended. */
  readonly retain: number;
  readonly createdAt: number;
}

/** What a job came to. */
export interface JobOutcome {
  /**
   * Of the answer that the synchronous route gives by default: its type, its length in bytes, and its SHA-256 in hex.
   */
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The pieces that any representation of the result is made of. */
  readonly parts: readonly Blob[];
  /** What else is told of it, as JSON in UTF-8. */
  readonly about: Uint8Array;
}

export interface Job {
  readonly id: string;
  readonly client: string;
  readonly tool: string;
  readonly status: JobStatus;
  /** 0 to 100; 0 again when it is queued again. */
  readonly percent: number;
  /** The stage that it is in, or was in last. */
  readonly stage: string | null;
  /** Runs so far that count, the one under way included. */
  readonly attempts: number;
  readonly createdAt: number;
  /** Of the last run. */
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /**
   * When result and record go; `null` until it has ended. For `goneFor` after that, `find` still answers it, without
   * its outcome.
   */
  readonly expiresAt: number | null;
  readonly problem: PlainAppError | null;
  /** Only of a job that succeeded and has not expired. */
  readonly outcome: JobOutcome | null;
}

/**
 * The right to run a job, until its lease has run out and the job was queued again. `attempt` tells this claim from
 * every other one of the job: it grows with each, also where the one before did not count (`giveBack`), so it may be
 * more than `attempts`.
 */
export interface JobClaim {
  readonly id: string;
  readonly attempt: number;
}

export interface ClaimedJob extends JobClaim, Omit<NewJob, 'id'> {}

/** What a worker tells of a job that it runs. */
export interface JobProgress extends JobClaim {
  readonly percent: number;
  readonly stage: string | null;
}

/** For so long after its end a job or session says that it is gone (410); then it never was (404). */
export const goneFor = 24 * 3_600_000;
/** The most times that a job is started. */
export const maxAttempts = 3;
/** The most runs of a job that end because their process died or froze: the job itself may be the cause. */
export const maxLostRuns = 2;

export interface JobStore {
  /** Throws AppError `overloaded` when `limit` are queued already, and the client has its share of them. */
  checkRoom(client: string, limit: number): Promise<void>;
  /** Queues a job; throws as `checkRoom` does. Rejects when a blob of `files` is missing. */
  submit(job: NewJob, limit: number, guards?: Guards<Job>): Promise<Job>;
  /** The job, of this client; `null` = there is none, or it has been gone for longer than `goneFor`. */
  find(client: string, id: string, now: number): Promise<Job | null>;
  /**
   * The job of the earliest turn, and of those the one that has waited longest, now running under a lease. Turns are
   * start times of fair queueing, as in `fair-queue.ts`: the jobs of a client have turns one after the other, and a
   * client that comes anew has the turn that is being served. Before that, what died with its worker (its lease has run
   * out) is queued again, at its old place, or has failed where that is the last of `maxLostRuns` or of `maxAttempts`
   * (with `lost` as its problem).
   */
  claim(worker: string, leaseUntil: number, now: number, lost: PlainAppError): Promise<ClaimedJob | null>;
  /**
   * Extends the leases of what a worker runs and tells their progress; answers those that it has lost (deleted, or
   * claimed by another).
   */
  renew(running: readonly JobProgress[], leaseUntil: number): Promise<readonly JobClaim[]>;
  /**
   * Ends a job; `false` = the claim was lost, and nothing has changed. Its request and files go; rejects when a blob of
   * the outcome is missing.
   */
  succeed(claim: JobClaim, outcome: JobOutcome, now: number): Promise<boolean>;
  fail(claim: JobClaim, problem: PlainAppError, now: number): Promise<boolean>;
  /**
   * Queues a job again at its old place, not before `notBefore`; `counts` = it was an attempt, and after the last the
   * job fails with `problem`.
   */
  giveBack(
    claim: JobClaim,
    again: { readonly notBefore: number; readonly counts: boolean; readonly problem: PlainAppError },
    now: number,
  ): Promise<boolean>;
  /**
   * Deletes record and result, whatever its status; whoever runs it loses its claim. The job as it was, without its
   * outcome; `null` = there is none.
   */
  remove(client: string, id: string, now: number, guards?: Guards<Job | null>): Promise<Job | null>;
  /** How many are queued and running. */
  count(): Promise<{ readonly queued: number; readonly running: number }>;
  /**
   * Calls `listener` when there may be a job to claim, also one of another process where the driver can tell; returns
   * how to stop that.
   */
  onQueued(listener: () => void): () => void;
}

export interface NewSession {
  readonly id: string;
  readonly client: string;
  /** `document` and `output` of the session, as JSON. */
  readonly document: string;
  readonly output: string;
  /** How long it may be unused. */
  readonly ttl: number;
  readonly now: number;
}

export interface Session {
  readonly id: string;
  readonly client: string;
  readonly document: string;
  readonly output: string;
  readonly ttl: number;
  /** 0 when opened; one more with every change. */
  readonly revision: number;
  /** How many operations it holds, and their bytes as JSON in UTF-8. */
  readonly operations: number;
  readonly bytes: number;
  /** The fields of the last `set_font`, as JSON; `null` = none yet. */
  readonly font: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When it ends unless it is used before; past it (`expired`) it says so for `goneFor`. */
  readonly expiresAt: number;
}

export interface SessionAppend {
  readonly client: string;
  readonly id: string;
  /** The operation, as JSON in UTF-8; the driver decides whether it is a blob. */
  readonly operation: Uint8Array;
  /** The active font from here on, as JSON; `null` = unchanged. */
  readonly font: string | null;
  /** The change is made only at one of these revisions; `null` = at any. */
  readonly ifMatch: readonly number[] | null;
  readonly limits: { readonly operations: number; readonly bytes: number };
  readonly now: number;
}

/** `index` is the place of the operation, from 0. */
export type Appended =
  | { readonly state: 'appended'; readonly revision: number; readonly index: number; readonly expiresAt: number }
  | { readonly state: 'missing' | 'expired' | 'mismatch' }
  | { readonly state: 'full'; readonly limit: 'operations' | 'bytes' };

export interface SessionStore {
  open(session: NewSession, guards?: Guards<Session>): Promise<Session>;
  /**
   * The session of this client; `use` extends its life. One that has expired is answered as it is (`expiresAt` is past)
   * for `goneFor`, then `null`.
   */
  find(client: string, id: string, now: number, use: boolean): Promise<Session | null>;
  /** Appends in one order, however many ask at once; nothing is kept by `guards` unless it was appended. */
  append(append: SessionAppend, guards?: Guards<Extract<Appended, { state: 'appended' }>>): Promise<Appended>;
  /**
   * The first `count` operations, in order, as they were given. Throws AppError `session-not-found` when it has fewer
   * (it was deleted meanwhile, or has expired).
   */
  operations(id: string, count: number): Promise<readonly Uint8Array[]>;
  /** Deletes it and what it holds; `false` = there is none. */
  remove(client: string, id: string, now: number, guards?: Guards<boolean>): Promise<boolean>;
}

/** The answer of an `Idempotency-Key`, as it is kept together with the approval that it took. */
export type StoredWithApproval = Omit<NonNullable<Guards<never>['keep']>, 'answer'> & { readonly answer: StoredAnswer };

export interface ApprovalStore {
  /** True when it has been used: asked before work begins, so that it need not be done in vain. `use` alone decides. */
  isUsed(id: string): Promise<boolean>;
  /**
   * Uses an approval up; `false` = it has been used before. Remembered until `expiresAt`. The answer is kept in the
   * same transaction: neither is done when its claim was lost meanwhile (AppError `idempotency-in-progress`), or the
   * approval has been used.
   */
  use(id: string, expiresAt: number, keep?: StoredWithApproval): Promise<boolean>;
}

/**
 * What a client has stored: inputs of jobs until they end, their results, stored answers, and operations of sessions.
 */
export interface StorageStore {
  /** Bytes. Counted anew where they are half of `limitBytes` or more; else the count may be a second old. */
  usedBytes(client: string, limitBytes: number): Promise<number>;
  /** When the first of them expire; `null` = none do. */
  nextExpiry(client: string, now: number): Promise<number | null>;
}

/** Bytes of blobs together. */
export function sizeOf(blobs: readonly Blob[]): number {
  return blobs.reduce((sum, { size }) => sum + size, 0);
}

/** The files of a job that are its own; results of other jobs that it names are stored with those. */
export function ownBytes(files: readonly JobFile[]): number {
  return sizeOf(files.filter(({ field }) => field !== 'jobResult').map(({ blob }) => blob));
}

/** What a request found: `retryAfter` are the whole seconds until the oldest request of the window has left it. */
export interface Taken {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly retryAfter: number;
}

export interface RateStore {
  /**
   * Takes one of `limit` within any stretch of `window` under each key; one that is refused takes nothing. Answers in
   * the order of `takes`, and stops at the first that refuses.
   */
  take(
    takes: readonly { readonly key: string; readonly limit: number }[],
    window: number,
    now: number,
  ): Promise<readonly Taken[]>;
}
