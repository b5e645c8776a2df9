import { createPool, type Pool } from 'generic-pool';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../problems.ts';
import type { WorkTask } from './work-messages.ts';
import type { RunOptions, WorkProcess } from './work-process.ts';

/** The size of one lane. `count` is its number of processes, and `start` starts one and waits until it is ready. */
export interface WorkPoolOptions {
  readonly count: number;
  /** The number of tasks that may wait. */
  readonly queue: number;
  readonly start: () => Promise<WorkProcess>;
}

/** The longest pause between two attempts to start a process, in milliseconds. */
const longestPauseMs = 5000;

/** A fixed number of processes for tasks. A process that has ended is replaced. */
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
      void started.gone.then(() => {
        this.#alive.delete(started);
        if (!this.#stopped.signal.aborted) this.#testIdle();
      });
      return started;
    };
    const destroy = (ended: WorkProcess): Promise<void> => {
      ended.kill();
      return ended.gone;
    };
    this.#pool = createPool(
      { create, destroy, validate: (one) => one.wake() },
      // Not first in, first out: the process that has just worked has the most compiled code.
      { min: count, max: count, maxWaitingClients: queue, testOnBorrow: true, autostart: false, fifo: false },
    );
  }

  /** Starts all processes. Until then each starts with the first task that needs it. */
  start(): void {
    if (!this.#stopped.signal.aborted) this.#pool.start();
  }

  /**
   * Runs one task. Rejects with AppError `overloaded` when too many tasks wait, with the reason of `signal`, and with
   * the errors of WorkProcess.
   */
  async run(task: WorkTask, options: RunOptions): Promise<unknown> {
    const lent = await this.#borrow(options.signal);
    try {
      return await lent.run(task, options);
    } finally {
      void this.#giveBack(lent);
    }
  }

  /** All processes, also those that run a task. */
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
   * Takes a process from generic-pool, which can't remove a waiting task from its queue. So an aborted task leaves at
   * once, and its process is returned when it comes.
   */
  #borrow(signal: AbortSignal): Promise<WorkProcess> {
    signal.throwIfAborted();
    const lent = this.#pool.acquire();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason as Error);
        lent.then(
          (process) => this.#giveUnused(process),
          () => undefined,
        );
      };
      signal.addEventListener('abort', leave, { once: true });
      lent
        .then(resolve, (cause: unknown) => reject(overloaded(cause)))
        .finally(() => signal.removeEventListener('abort', leave));
    });
  }

  /** Borrows all idle processes, because that tests them: the pool replaces one that has ended. */
  #testIdle(): void {
    for (let count = this.#pool.available; count > 0; count -= 1)
      this.#pool.acquire().then(
        (process) => this.#giveUnused(process),
        () => undefined,
      );
  }

  async #giveUnused(lent: WorkProcess): Promise<void> {
    lent.rest();
    await this.#pool.release(lent);
  }

  async #giveBack(lent: WorkProcess): Promise<void> {
    await ((await lent.recover()) ? this.#pool.release(lent) : this.#pool.destroy(lent));
  }
}

/**
 * Retries a failed start after a pause. generic-pool would repeat a `create` that rejects at once, without end or
 * pause.
 */
async function startWithPatience(start: () => Promise<WorkProcess>, stopped: AbortSignal): Promise<WorkProcess> {
  for (let pauseMs = 200; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await start();
    } catch {
      await sleep(pauseMs, undefined, { signal: stopped }).catch(never);
    }
  }
}

/** A promise that never settles. After the stop a rejection would make the pool try again. */
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
