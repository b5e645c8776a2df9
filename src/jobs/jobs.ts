import type { Principal } from '../context.ts';
import { AppError } from '../problems.ts';
import type { Guards } from '../store/facets/guards.ts';
import type { Job, JobFile, JobOutcome, JobPage, JobStore, ListedJob } from '../store/facets/jobs.ts';
import { cursorOf } from './job-cursor.ts';
import { isJobId, newJobId } from './job-id.ts';
import { toStored } from './stored-principal.ts';

/** The valid submission of a client. */
export interface Submission {
  readonly tool: string;
  readonly principal: Principal;
  /** The body of the tool, as JSON in UTF-8. */
  readonly request: Uint8Array;
  readonly files: readonly JobFile[];
  /** Milliseconds that the result is stored after the job has ended. */
  readonly retain: number;
}

/** The jobs of a deployment, as clients see them. Jobs of other clients do not exist for a client. */
export interface Jobs {
  /**
   * Throws AppError `overloaded` when this client may queue no more jobs. Callers check this before they store anything
   * for a job.
   */
  checkRoom(client: string): Promise<void>;
  /** Queues a job. Throws AppError `overloaded` as `checkRoom` does. */
  submit(submission: Submission, guards?: Guards<Job>): Promise<Job>;
  /** Stores a result that was made without the queue, as a job that has succeeded. */
  keep(kept: Pick<Submission, 'tool' | 'principal' | 'retain'>, outcome: JobOutcome): Promise<Job>;
  /** The job. Throws AppError `job-not-found`, or `job-result-expired` once its retention has run out. */
  find(client: string, id: string): Promise<Job>;
  /** A page of the jobs of a client, the newest first, and the cursor of the next page; `null` = this is the last. */
  list(page: JobPage): Promise<{ readonly jobs: readonly ListedJob[]; readonly next: string | null }>;
  /** A job that has succeeded or failed. Throws as `find` does, and AppError `job-not-finished`. */
  finished(client: string, id: string): Promise<Job>;
  /** Stops and deletes the job, whatever its status; `null` = there is none. */
  remove(client: string, id: string, guards?: Guards<Job | null>): Promise<Job | null>;
}

interface JobsDeps {
  readonly store: JobStore;
  /** The number of jobs that may be queued. */
  readonly limit: number;
  /** Stops the work of a job that runs in this process. Another process notices at its next renewal. */
  readonly abort: (id: string) => void;
}

/** The jobs of one store. */
export function createJobs({ store, limit, abort }: JobsDeps): Jobs {
  async function find(client: string, id: string): Promise<Job> {
    const job = isJobId(id) ? await store.find(client, id, Date.now()) : null;
    if (job === null) throw jobNotFound();
    if (job.expiresAt !== null && job.expiresAt <= Date.now())
      throw new AppError(
        'job-result-expired',
        `The result of this job was stored until ${new Date(job.expiresAt).toISOString()}.`,
      );
    return job;
  }
  return {
    find,
    checkRoom: (client) => store.checkRoom(client, limit),
    submit: (submission, guards) => store.submit({ ...submission, ...recordOf(submission) }, limit, guards),
    keep: ({ tool, retain, principal }, outcome) => store.keep({ tool, retain, ...recordOf({ principal }) }, outcome),
    async list(page) {
      const found = await store.list({ ...page, limit: page.limit + 1 }, Date.now());
      const jobs = found.slice(0, page.limit);
      const last = jobs.at(-1);
      return { jobs, next: last && found.length > page.limit ? cursorOf(page.client, last) : null };
    },
    async finished(client, id) {
      const job = await find(client, id);
      if (job.status === 'succeeded' || job.status === 'failed') return job;
      const waits = job.status === 'cancelled' ? 'was cancelled and has no result' : `is ${job.status}`;
      throw new AppError('job-not-finished', `The job ${waits}.`, {
        headers: job.status === 'cancelled' ? {} : { 'Retry-After': '1' },
      });
    },
    async remove(client, id, guards) {
      if (!isJobId(id)) return null;
      const job = await store.remove(client, id, Date.now(), guards);
      if (job !== null) abort(id);
      return job;
    },
  };
}

/** The columns that every new job has. */
function recordOf({ principal }: Pick<Submission, 'principal'>) {
  return { id: newJobId(), client: principal.client, principal: toStored(principal), createdAt: Date.now() };
}

/** The problem of an id that no job of the client has. */
export function jobNotFound(): AppError {
  return new AppError(
    'job-not-found',
    'There is no job of this id. It was deleted, or this client never had it; POST /api/v1/jobs returns the id.',
  );
}
