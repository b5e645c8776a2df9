import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';

/**
 * Closes the opened parts of the service once, in reverse order. A part that takes longer than `patienceMs` to close is
 * logged, and does not delay the others further.
 */
export class Cleanup {
  readonly #closers: { readonly source: string; readonly close: () => Promise<unknown> }[] = [];
  readonly #log: Log;
  readonly #patienceMs: number;

  constructor(log: Log, patienceMs: number) {
    this.#log = log;
    this.#patienceMs = patienceMs;
  }

  /** Registers how `part` is closed, and returns it. */
  add<T>(part: T, close: (part: T) => Promise<unknown>): T {
    this.#closers.push({ source: String(close), close: () => close(part) });
    return part;
  }

  /** Closes all parts. Rejects with the error of the first that fails. */
  async run(): Promise<void> {
    for (let next = this.#closers.pop(); next !== undefined; next = this.#closers.pop()) {
      const closed = new AbortController();
      const late = sleep(this.#patienceMs, 'late', { signal: closed.signal, ref: false }).catch(() => 'in time');
      if ((await Promise.race([next.close(), late])) === 'late')
        this.#log.error({ close: next.source }, 'a part of the service did not stop in time');
      closed.abort();
    }
  }
}
