import { AppError } from '../../../src/problems.ts';
import type { ClaimedJob, JobOutcome, JobStatus, NewJob } from '../../../src/store/facets/jobs.ts';
import type { Store } from '../../../src/store/store.ts';
import { at, bytesOf } from './home.ts';

export const lost = new AppError(
  'internal-error',
  'The job was started twice, and each time its worker died.',
).toPlain();
export const broken = new AppError('invalid-pdf', 'The document is not a PDF.', {
  errors: [{ pointer: '/document', message: 'is not a PDF' }],
}).toPlain();

export function newJob(id: string, changes: Partial<NewJob> = {}): NewJob {
  return {
    id,
    client: 'acme',
    tool: 'render',
    principal: '{"client":"acme"}',
    request: bytesOf(`{"id":"${id}"}`),
    files: [],
    retain: 1000,
    createdAt: at(0),
    ...changes,
  };
}

/** Submits jobs one after the other. */
export async function submitAll(store: Store, ...ids: string[]): Promise<void> {
  for (const id of ids) await store.jobs.submit(newJob(id), 1000);
}

/** What comes from the store, with byte arrays of one kind: a driver may give Buffers. */
export function plain<T>(value: T): T {
  if (value instanceof Uint8Array) return Uint8Array.from(value) as T;
  if (Array.isArray(value)) return value.map(plain) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)])) as T;
}

/** Claims at `now` for 100 ms; fails the test when there is no job. */
export async function claimed(store: Store, now = 0, worker = 'w1'): Promise<ClaimedJob> {
  const job = await store.jobs.claim(worker, at(now + 100), at(now), lost);
  if (job === null) throw new Error('There is no job to claim.');
  return job;
}

export async function claimedId(store: Store, now: number): Promise<string | null> {
  return (await store.jobs.claim('w1', at(now + 100), at(now), lost))?.id ?? null;
}

/** The outcome of a job whose result is this text. */
export async function outcomeOf(store: Store, text: string, about = bytesOf('{"pages":1}')): Promise<JobOutcome> {
  const blob = await store.blobs.put(bytesOf(text));
  return { contentType: 'application/pdf', bytes: blob.size, sha256: blob.sha256, parts: [blob], about };
}

/** A job that has come this far at 0; all that ended did so at 10. */
export async function jobThatIs(store: Store, status: Exclude<JobStatus, 'cancelled'>, id = 'j'): Promise<void> {
  await store.jobs.submit(newJob(id), 1000);
  if (status === 'queued') return;
  const claim = await claimed(store);
  if (status === 'succeeded') await store.jobs.succeed(claim, await outcomeOf(store, `result of ${id}`), at(10));
  if (status === 'failed') await store.jobs.fail(claim, broken, at(10));
}
