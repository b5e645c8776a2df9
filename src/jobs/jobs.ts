import type { Principal } from '../context.ts';
import { AppError } from '../problems.ts';
import type { Guards } from '../store/facets/guards.ts';
import type { Job, JobFile, JobStore } from '../store/facets/jobs.ts';
import { isJobId, newJobId } from './job-id.ts';
import { toStored } from './stored-principal.ts';

/** What a client asks for, checked already. */
export interface Submission {
  readonly tool: string;
  readonly principal: Principal;
  /** The tool's own body, as JSON in UTF-8. */
  readonly request: Uint8Array;
  readonly files: readonly JobFile[];
  /** Milliseconds that the result is kept once the job has ended. */
  readonly retain: number;
}

/** The jobs of a deployment, as clients see them. A job of another client is not there. */
export interface Jobs {
  /**
   * Throws AppError `overloaded` where this client may queue no more: to be called before anything is stored for one
   * more.
   */
  checkRoom(client: string): Promise<void>;
  /** Queues a job. Throws AppError `overloaded`. */
  submit(submission: Submission, guards?: Guards<Job>): Promise<Job>;
  /** Throws AppError `job-not-found`, or `job-result-expired` once it has been kept for as long as was asked for. */
  find(client: string, id: string): Promise<Job>;
  /** A job that has succeeded, or failed for good. Throws also AppError `job-not-finished`. */
  finished(client: string, id: string): Promise<Job>;
  /** Stops and deletes it, whatever its status; `null` = there is none. */
  remove(client: string, id: string, guards?: Guards<Job | null>): Promise<Job | null>;
}

interface JobsDeps {
  readonly store: JobStore;
  /** Jobs that may be queued. */
  readonly limit: number;
  /** Stops the work of a job at once where it runs in this process; another one learns it with its next renewal. */
  readonly abort: (id: string) => void;
}

export function createJobs({ store, limit, abort }: JobsDeps): Jobs {
  async function find(client: string, id: string): Promise<Job> {
    const job = isJobId(id) ? await store.find(client, id, Date.now()) : null;
    if (job === null) throw jobNotFound();
    if (job.expiresAt !== null && job.expiresAt <= Date.now())
      throw new AppError(
        'job-result-expired',
        `The result of this job was kept until ${new Date(job.expiresAt).toISOString()}.`,
      );
    return job;
  }
  return {
    find,
    checkRoom: (client) => store.checkRoom(client, limit),
    submit: ({ principal, ...asked }, guards) =>
      store.submit(
        { ...asked, id: newJobId(), client: principal.client, principal: toStored(principal), createdAt: Date.now() },
        limit,
        guards,
      ),
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

export function jobNotFound(): AppError {
  return new AppError('job-not-found', 'There is no job of this id.');
}
