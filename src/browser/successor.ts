import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from './worker.ts';

/** Milliseconds until the next attempt after one that failed. */
const retryMs = 5_000;

/** How a successor is started, and who learns that it can print. */
export interface SuccessorOptions {
  readonly start: () => Promise<Worker>;
  readonly started: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The worker that takes the place of a worn one. It starts while all others print, because the pool would have one page
 * less for a second; there is one at a time, so that workers that are worn together are replaced one after the other.
 */
export class Successor {
  readonly #options: SuccessorOptions;
  readonly #stopped = new AbortController();
  #starting: Promise<void> | null = null;
  #worker: Worker | null = null;
  /** Successors of workers that are being removed, until the pool takes them. */
  readonly #promised: Worker[] = [];

  constructor(options: SuccessorOptions) {
    this.#options = options;
  }

  /** True where the successor takes the place of `worker`, which is to be removed. Starts one for a worn worker. */
  replaces({ worn }: Worker): boolean {
    if (!worn) return false;
    const worker = fitOrNull(this.#worker);
    this.#worker = null;
    if (worker !== null) {
      this.#promised.push(worker);
      return true;
    }
    if (!this.#stopped.signal.aborted) this.#starting ??= this.#start().finally(() => (this.#starting = null));
    return false;
  }

  /** A successor for a worker that was removed, which belongs to the caller from now on; `null` where none is there. */
  take(): Worker | null {
    const promised = fitOrNull(this.#promised.shift() ?? null);
    if (promised !== null) return promised;
    const worker = fitOrNull(this.#worker);
    this.#worker = null;
    return worker;
  }

  /** Ends a successor that nobody has taken, also one that is just starting. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#starting;
    await Promise.all([this.#worker, ...this.#promised].map(async (worker) => worker?.kill()));
  }

  async #start(): Promise<void> {
    try {
      this.#worker = await this.#options.start();
      if (!this.#stopped.signal.aborted) this.#options.started();
    } catch (error) {
      this.#options.failed(error);
      await sleep(retryMs, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => undefined);
    }
  }
}

/** Returns a worker that can print. Any other worker is ended, which removes its browser and its folder. */
function fitOrNull(worker: Worker | null): Worker | null {
  if (worker === null || worker.fit) return worker;
  void worker.kill();
  return null;
}
