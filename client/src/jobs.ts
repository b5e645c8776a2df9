import { jsonOf, type Json } from './answer.ts';
import { jsonBody, multipartBody } from './body.ts';
import { sleep } from './deadline.ts';
import { ColophonJobCancelledError, ColophonProblem } from './errors.ts';
import type { components } from './generated/api.ts';
import {
  toolRoutes,
  type ToolAnswer,
  type ToolDefault,
  type ToolFormat,
  type ToolInput,
  type ToolName,
} from './generated/tools.ts';
import { sentInput } from './input.ts';
import type { ApprovableOptions, CallOptions } from './options.ts';
import { acceptOf, answerOf } from './representation.ts';
import { retryAfterMs } from './retry.ts';
import type { Transport } from './transport.ts';

/** A job as the service describes it. */
export type JobRecord = components['schemas']['Job'];

/** Options of the submission of a job. */
export interface SubmitOptions extends ApprovableOptions {
  /** How long the result is stored, such as `24h`. */
  readonly retain?: components['schemas']['Retain'] | undefined;
}

/** Options of the wait for a job. */
export interface WaitOptions extends CallOptions {
  /** Called with the state after each poll: `status`, `progress.percent`, `progress.stage`. */
  readonly onProgress?: ((job: JobRecord) => void) | undefined;
}

/** Which jobs are listed. */
export interface ListOptions extends CallOptions {
  readonly status?: JobRecord['status'] | undefined;
  /** 1 to 100; 50 unless given. */
  readonly limit?: number | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
}

const path = '/api/v1/jobs';
const pollMs = 1000; // where the service names no time

/** Jobs: work that outlives its request. */
export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Submits a call of a tool. The service has stored the job when this resolves. */
  async submit<T extends ToolName>(tool: T, input: ToolInput<T>, options: SubmitOptions = {}): Promise<Job<T>> {
    const { options: fields, parts } = await sentInput(input, toolRoutes[tool].parts);
    const request = { tool, input: fields, ...(options.retain !== undefined && { retain: options.retain }) };
    const body = parts.length > 0 ? multipartBody(request, parts) : jsonBody(request);
    const sent = { method: 'POST', path, accept: 'application/json', body, idempotency: 'always' } as const;
    return new Job<T>(this.#transport, await jsonOf<JobRecord>(await this.#transport.send(sent, options)));
  }

  /** A job that was submitted earlier. */
  async get(id: string, options: CallOptions = {}): Promise<Job> {
    return new Job(this.#transport, await recordOf(this.#transport, id, options));
  }

  /** A page of the jobs of the client, the newest first. */
  async list({ status, limit, cursor, ...options }: ListOptions = {}): Promise<{ jobs: Job[]; next: string | null }> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ status, limit, cursor }))
      if (value !== undefined) query.set(name, String(value));
    const address = `${path}?${query.toString()}`;
    const reading = await this.#transport.send({ method: 'GET', path: address, accept: 'application/json' }, options);
    const { jobs, next } = await jsonOf<components['schemas']['JobList']>(reading);
    return { jobs: jobs.map((record) => new Job(this.#transport, record)), next };
  }

  /** All jobs of the client, the newest first; the pages are fetched as they are needed. */
  async *all(options: Omit<ListOptions, 'cursor'> = {}): AsyncGenerator<Job, void, undefined> {
    let cursor: string | null = null;
    do {
      const page: { jobs: Job[]; next: string | null } = await this.list({
        ...options,
        ...(cursor !== null && { cursor }),
      });
      yield* page.jobs;
      cursor = page.next;
    } while (cursor !== null);
  }
}

/** One job. `T` is its tool, where that is known. */
export class Job<T extends ToolName = ToolName> {
  readonly id: string;
  readonly #transport: Transport;
  #record: JobRecord;
  #nextPollMs: number;

  constructor(transport: Transport, record: JobRecord | Json<JobRecord>) {
    this.#transport = transport;
    this.id = record.id;
    this.#record = record;
    this.#nextPollMs = 'meta' in record ? (retryAfterMs(record.meta.headers) ?? pollMs) : 0;
  }

  /** The last known state. */
  get record(): JobRecord {
    return this.#record;
  }

  /** The present state. */
  async refresh(options: CallOptions = {}): Promise<JobRecord> {
    const record = await recordOf(this.#transport, this.id, options);
    this.#record = record;
    this.#nextPollMs = retryAfterMs(record.meta.headers) ?? pollMs;
    return record;
  }

  /**
   * Waits until the job has succeeded, and polls when the service asks to. A failed job throws its problem. The signal
   * ends the wait; the job goes on.
   */
  async wait({ onProgress, ...options }: WaitOptions = {}): Promise<JobRecord> {
    for (let record = this.#record; ; record = await this.refresh(options)) {
      onProgress?.(record);
      if (record.status === 'succeeded') return record;
      if (record.status === 'cancelled') throw new ColophonJobCancelledError(`Job ${this.id} was cancelled.`);
      if (record.error !== null) throw new ColophonProblem(record.error);
      await sleep(this.#nextPollMs, options.signal);
    }
  }

  /** Waits until the job has succeeded, and fetches its result, as the method of the tool would have answered. */
  async result<F extends ToolFormat<T> = ToolFormat<T> & ToolDefault<T>>({
    as,
    ...options
  }: WaitOptions & { readonly as?: F | undefined } = {}): Promise<ToolAnswer<T, F>> {
    const { tool } = await this.wait(options);
    const accept = acceptOf(toolRoutes[tool as ToolName].formats, as);
    const request = { method: 'GET', path: `${path}/${encodeURIComponent(this.id)}/result`, accept } as const;
    return answerOf(await this.#transport.send(request, options), accept);
  }

  /** Stops the work and deletes the job with its result. */
  async cancel(options: CallOptions = {}): Promise<void> {
    const address = `${path}/${encodeURIComponent(this.id)}`;
    const request = { method: 'DELETE', path: address, accept: '*/*', idempotency: 'always' } as const;
    const { response } = await this.#transport.send(request, options);
    await response.body?.cancel();
  }
}

async function recordOf(transport: Transport, id: string, options: CallOptions): Promise<Json<JobRecord>> {
  const request = { method: 'GET', path: `${path}/${encodeURIComponent(id)}`, accept: 'application/json' } as const;
  return jsonOf<JobRecord>(await transport.send(request, options));
}
