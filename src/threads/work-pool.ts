import { createPool, type Pool } from 'generic-pool';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../problems.ts';
import type { WorkTask } from './work-messages.ts';
import type { RunOptions, WorkProcess } from './work-process.ts';

export interface WorkPoolOptions {
  readonly count: number;
  /** Tasks that may wait. */
  readonly queue: number;
  readonly start: () => Promise<WorkProcess>;
}

/** Longest pause between two attempts to start a process. Milliseconds. */
const longestPauseMs = 5000;

/** A fixed number of processes for tasks; one that ends, or holds much after a task, is replaced. */
export class WorkPool {
  readonly #pool: Pool<WorkProcess>;
  readonly #alive = new Set<WorkProcess>();
  readonly #stopped = new AbortController();

  constructor({ count, queue, start }: WorkPoolOptions) {
    const create = async (): Promise<WorkProcess> => {
      const started = await startWithPatience(start, this.#stopped.signal);
      if (this.#stopped.signal.aborted) {
        started.kill();
        return never();
      }
      this.#alive.add(started);
      void started.gone.then(() => this.#alive.delete(started));
      return started;
    };
    const destroy = (ended: WorkProcess): Promise<void> => {
      ended.kill();
      return ended.gone;
    };
    this.#pool = createPool(
      { create, destroy, validate: (one) => Promise.resolve(one.fit) },
      { min: count, max: count, maxWaitingClients: queue, testOnBorrow: true },
    );
  }

  /**
   * Runs one task. Rejects with AppError `overloaded` where too many wait, with the reason of `signal`, and with what
   * WorkProcess rejects with.
   */
  async run(task: WorkTask, options: RunOptions): Promise<unknown> {
    const lent = await this.#borrow(options.signal);
    try {
      return await lent.run(task, options);
    } finally {
      void this.#giveBack(lent);
    }
  }

  /** The processes, those that work among them. */
  processes(): readonly WorkProcess[] {
    return [...this.#alive];
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#pool.drain().catch(() => undefined); // it starts no process from now on
    for (const one of this.#alive) one.kill();
    await Promise.all([...this.#alive].map(({ gone }) => gone));
  }

  /**
   * generic-pool can not take a waiting task out of its queue: one that is aborted leaves at once, and its process goes
   * back as it comes.
   */
  #borrow(signal: AbortSignal): Promise<WorkProcess> {
    signal.throwIfAborted();
    const lent = this.#pool.acquire();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason as Error);
        lent.then(
          (process) => this.#pool.release(process),
          () => undefined,
        );
      };
      signal.addEventListener('abort', leave, { once: true });
      lent
        .then(resolve, (cause: unknown) => reject(overloaded(cause)))
        .finally(() => signal.removeEventListener('abort', leave));
    });
  }

  async #giveBack(lent: WorkProcess): Promise<void> {
    await (lent.fit ? this.#pool.release(lent) : this.#pool.destroy(lent));
  }
}

/** A `create` that rejects at once makes generic-pool try again without end or pause. */
async function startWithPatience(start: () => Promise<WorkProcess>, stopped: AbortSignal): Promise<WorkProcess> {
  for (let pauseMs = 200; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await start();
    } catch {
      await sleep(pauseMs, undefined, { signal: stopped }).catch(never);
    }
  }
}

/** What a pool that has stopped waits for: a rejection would make it try again. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}

function overloaded(cause: unknown): AppError {
  return new AppError(
    'overloaded',
    'Every process for work on documents is busy and the queue is full. Try again in a few seconds.',
    { headers: { 'Retry-After': '2' }, cause },
  );
}
