import type { Reading } from './answer.ts';
import type { Body, Sending } from './body.ts';
import { deadlineOf, sleep, type Deadline } from './deadline.ts';
import { ColophonConnectionError, ColophonProblem, problemOf } from './errors.ts';
import type { ApprovableOptions, ColophonOptions } from './options.ts';
import { delayBefore, isPassing, retryAfterMs, retryPolicy, type RetryPolicy } from './retry.ts';

/** A request, apart from what all requests have. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From `/api/v1` on, with its query. */
  readonly path: string;
  readonly accept: string;
  readonly body?: Body;
  readonly headers?: Readonly<Record<string, string>>;
  /** `always` for calls that change something; `optional` for tools, which answer the same each time. */
  readonly idempotency?: 'always' | 'optional';
}

/** Sends requests: authentication, attempts, the time limit, problems. */
export class Transport {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  readonly #policy: RetryPolicy;
  readonly #idempotency: boolean;
  readonly #fetch: typeof fetch;

  constructor(options: ColophonOptions) {
    const { baseUrl, key, timeoutMs = 120_000, retry = {}, idempotency = true, headers = {} } = options;
    const { protocol, href, search, hash, username, password } = new URL(baseUrl);
    if (!/^https?:$/.test(protocol) || [search, hash, username, password].some((part) => part !== ''))
      throw new TypeError('baseUrl is an http or https address without a query, a fragment or a password.');
    this.#base = href.endsWith('/') ? href.slice(0, -1) : href;
    this.#headers = { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
    this.#timeoutMs = timeoutMs;
    this.#policy = retryPolicy(retry);
    this.#idempotency = idempotency;
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init)); // as it is at the time of the call
  }

  /** The successful answer; its body is not read yet. */
  async send(request: Request, options: ApprovableOptions = {}): Promise<Reading> {
    const deadline = deadlineOf(options.timeoutMs ?? this.#timeoutMs, options.signal);
    const headers = this.#headersOf(request, options);
    try {
      return await this.#attempts(1, { request, headers, deadline });
    } finally {
      deadline.done();
    }
  }

  async #attempts(first: number, call: Call): Promise<Reading> {
    const { signal } = call.deadline;
    for (let attempt = first; ; attempt += 1) {
      const failure = await this.#attempt(call);
      if (failure instanceof Response) return { response: failure, again: this.#again(attempt + 1, call) };
      signal.throwIfAborted();
      const delayMs = isWorthRepeating(failure) ? this.#delay(attempt + 1, call, failure) : null;
      if (delayMs === null) throw failure;
      await sleep(delayMs, signal);
    }
  }

  /** The successful answer, or why there is none. An abort, and an error of what is to be sent, are thrown. */
  async #attempt(call: Call): Promise<Response | ColophonProblem | ColophonConnectionError> {
    const { signal } = call.deadline;
    signal.throwIfAborted();
    const over = new AbortController();
    const sources: unknown[] = [];
    try {
      const response = await this.#exchange(call, { ended: over.signal, broken: (error) => sources.push(error) });
      if (response.ok) return response;
      const problem = await problemOf(response, retryAfterMs(response.headers));
      over.abort();
      return problem;
    } catch (cause) {
      over.abort(); // not every platform cancels what it was sending
      signal.throwIfAborted();
      if (sources.length > 0) throw sources[0];
      return new ColophonConnectionError(`${this.#base} did not answer: ${causeOf(cause)}`, { cause });
    }
  }

  async #exchange({ request, headers, deadline: { signal } }: Call, sending: Sending): Promise<Response> {
    const body = await request.body?.make(sending);
    return this.#fetch(`${this.#base}${request.path}`, {
      method: request.method,
      headers,
      signal,
      ...(body !== undefined && { body: body as Blob, ...(body instanceof ReadableStream && { duplex: 'half' }) }),
    });
  }

  #delay(attempt: number, { request }: Call, failure: ColophonProblem | ColophonConnectionError): number | null {
    if (request.body?.replayable === false) return null;
    return delayBefore(attempt, failure instanceof ColophonProblem ? failure.retryAfterMs : null, this.#policy);
  }

  /** How an answer that broke off is requested again: with the same key, after a delay, and within the attempts. */
  #again(attempt: number, call: Call): (() => Promise<Reading>) | null {
    const delayMs = delayBefore(attempt, null, this.#policy);
    if (delayMs === null || call.request.body?.replayable === false) return null;
    return async () => {
      await sleep(delayMs, call.deadline.signal);
      return this.#attempts(attempt, call);
    };
  }

  #headersOf({ method, accept, body, headers, idempotency }: Request, options: ApprovableOptions): Headers {
    const { idempotencyKey, requestId, approval } = options;
    const keyed = method !== 'GET' && (idempotency === 'always' || this.#idempotency);
    const key = idempotencyKey ?? (keyed ? randomKey() : undefined);
    return new Headers({
      ...this.#headers,
      accept,
      ...headers,
      ...(body && { 'content-type': body.contentType }),
      // Of a stream with a known end; platforms that set it themselves ignore it.
      ...(body?.size !== undefined && { 'content-length': String(body.size) }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(requestId !== undefined && { 'x-request-id': requestId }),
      ...(approval !== undefined && { approval }),
    });
  }
}

interface Call {
  readonly request: Request;
  readonly headers: Headers;
  readonly deadline: Deadline;
}

function isWorthRepeating(failure: ColophonProblem | ColophonConnectionError): boolean {
  return failure instanceof ColophonConnectionError || isPassing(failure.status, failure.slug);
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Node.js puts the reason into `cause`. */
function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof Error && cause.message !== '' ? cause.message : (error as Error).message;
}
