import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { Json } from '../../../../support/service.ts';
import type { Node } from '../../../../support/fleet.ts';

/** An answer that says what became of a request. */
export interface Final {
  readonly status: number;
  readonly etag: string | null;
  readonly body: Buffer;
  readonly json: () => Json;
}

/** A request below a session. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or bytes. */
  readonly body?: unknown;
}

/** How long a request is sent again: longer than all nodes are away on a busy machine. */
const patienceMs = 90_000;

/** Answers that end no request: those of a service that is not ready, or where an earlier try is still under way. */
function isPassing(status: number, body: Buffer): boolean {
  return status === 503 || (status === 409 && body.includes('idempotency-in-progress'));
}

/** A client that sends a request again, to any node, until it has its answer; it loses some answers by itself. */
export class StubbornClient {
  readonly #nodes: readonly Node[];
  readonly #key: string;
  readonly #random: Random;
  /** Requests that were sent again. */
  retries = 0;
  /** True when the test is over: what is under way then fails. */
  isStopped = false;

  constructor(nodes: readonly Node[], key: string, random: Random) {
    this.#nodes = nodes;
    this.#key = key;
    this.#random = random;
  }

  /** Sends it to one node, or to any. */
  async send(sent: Sent, to?: Node): Promise<Final> {
    let last = 'none';
    for (const end = Date.now() + patienceMs; ;) {
      if (this.isStopped || Date.now() > end)
        throw new Error(`${sent.method} ${sent.path} has no answer that ends it; the last one: ${last}`);
      const node = to ?? this.#random.of(this.#nodes);
      const loses = to === undefined && this.#random.next() < 0.1;
      const answer = node?.port ? await this.#once(node.port, sent, loses ? 1 + this.#random.below(25) : 20_000) : null;
      if (answer !== null && !isPassing(answer.status, answer.body)) return answer;
      if (answer !== null) last = `${answer.status} ${answer.body.toString().slice(0, 300)}`;
      this.retries += 1;
      await sleep(5 + this.#random.below(30));
    }
  }

  /** `null` = no answer came. */
  async #once(port: number, { method, path, headers, body }: Sent, timeoutMs: number): Promise<Final | null> {
    const isBytes = body instanceof Uint8Array;
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/sessions${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(body !== undefined && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const json = () => JSON.parse(bytes.toString());
      return { status: answer.status, etag: answer.headers.get('etag'), body: bytes, json };
    } catch {
      return null;
    }
  }
}
