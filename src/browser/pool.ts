import { createPool, type Pool } from 'generic-pool';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { FairQueue, type Leave } from '../fair-queue.ts';
import type { Log } from '../log.ts';
import { AppError } from '../problems.ts';
import type { Supply } from './network/supply.ts';
import type { PrintJob } from './print-job.ts';
import { BrowserGone } from './launch/browser-gone.ts';
import { startAll, startWithPatience } from './start-workers.ts';
import { Successor } from './successor.ts';
import type { Worker } from './worker.ts';

/** Prints one job on the worker that was lent, with the resources in `supply`. Returns the PDF file. */
export type Print = (job: PrintJob, supply: Supply) => Promise<Uint8Array>;

/** The fixed set of workers. Every render borrows one for as long as it prints. */
export interface Pages {
  /** Lends a worker to `work`: `overloaded` when the queue is full. Its page is emptied after `work` has answered. */
  use<T>(context: Context, work: (print: Print) => Promise<T>): Promise<T>;
  /** Lends an idle worker that no request waits for; `null` at once where there is none. */
  spare<T>(context: Context, work: (print: Print) => Promise<T>): Promise<T> | null;
  /** Number of idle workers that no request waits for. */
  idle(): number;
  /** True once every worker has started, and while at least one is fit. */
  ready(): boolean;
  /** Resolves when every worker has started, or was tried once. */
  readonly started: Promise<unknown>;
  /** Number of workers, and of those that can print now. */
  workers(): { readonly wanted: number; readonly fit: number };
  /** `Chromium/156.0.8078.79` */
  readonly version: string;
  stop(): Promise<void>;
}

/** How a pool lends its workers. */
export type Lending = Pick<Pages, 'use' | 'spare' | 'idle'>;

/** Size and queue of a pool, and the function that starts a worker. */
export interface PoolOptions {
  readonly workers: number;
  /** Requests that may wait for a worker. */
  readonly queue: number;
  /** Milliseconds after which a waiting request is answered with `overloaded`. */
  readonly patience: number;
  readonly start: () => Promise<Worker>;
  readonly log: Log;
}

/** Time in which a fault that ended one browser is found in the others, so that none of them is lent again. */
const beforeRetryMs = 200;

/**
 * Starts all workers at once, and waits for one. Rejects with the error of the first where that does not start. Later a
 * worker that does not start is tried again for as long as the service runs.
 */
export async function openPages({ workers, queue, patience, start, log }: PoolOptions): Promise<Pages> {
  const stopped = new AbortController();
  const { first, others } = await startAll(start, workers);
  const version = (await first.version).replace('HeadlessChrome', 'Chromium');
  const started: Promise<Worker | null>[] = [Promise.resolve(first), ...others];
  const alive = new Set<Worker>();
  let complete = false;
  const successor = new Successor({
    start,
    started: () => replaceUnfit(),
    failed: (error) => log.error({ err: error }, 'a browser that was to replace another one did not start'),
  });
  const create = async () => {
    const worker = (await started.shift()) ?? successor.take() ?? (await startWithPatience(start, log, stopped.signal));
    alive.add(worker);
    complete ||= alive.size >= workers;
    void worker.gone.then(() => {
      alive.delete(worker);
      replaceUnfit();
    });
    return worker;
  };
  const pool = createPool<Worker>(
    {
      create,
      destroy: (worker) => worker.kill(),
      validate: (worker) => Promise.resolve(worker.fit && !successor.replaces(worker)),
    },
    // Not first in, first out: what the page that printed last needs is still in the caches of its CPU.
    { min: workers, max: workers, acquireTimeoutMillis: patience, testOnBorrow: true, fifo: false },
  );
  const replaceUnfit = () => {
    if (!stopped.signal.aborted) testIdle(pool, log);
  };
  const places = new FairQueue({ places: workers, waiting: queue, patienceMs: patience });
  const shared: Shared = { pool, places, replaceUnfit };
  return {
    use: (context, work) => use(shared, context, work),
    spare(context, work) {
      const leave = pool.available > pool.pending ? shared.places.enterNow(context.principal.client) : null;
      return leave && lend(shared, { borrowed: borrow(pool, context.signal), leave }, context, work);
    },
    idle: () => pool.available - pool.pending,
    started: Promise.all(others),
    ready: () => complete && [...alive].some(({ fit }) => fit),
    workers: () => ({ wanted: workers, fit: [...alive].filter(({ fit }) => fit).length }),
    version,
    async stop() {
      stopped.abort();
      const ended = new AbortController();
      const late = sleep(stopPatience, 'late', { signal: ended.signal, ref: false }).catch(() => 'in time');
      const all = Promise.all([pool.drain().then(() => pool.clear()), successor.stop()]);
      const drained = await Promise.race([all, late]);
      ended.abort();
      if (drained === 'late') log.warn({}, 'browsers were stopped while something still held them');
      await Promise.all([...alive].map((worker) => worker.kill()));
    },
  };
}

/** The workers, and the queue for them. */
interface Shared {
  readonly pool: Pool<Worker>;
  readonly places: FairQueue;
  /** Replaces idle workers that have ended or are worn, unless the pool is stopping. */
  readonly replaceUnfit: () => void;
}

/** A lent worker, and the place that its client occupies. */
interface Loan {
  readonly borrowed: Promise<Worker>;
  readonly leave: Leave;
}

/** Milliseconds for workers to come back when the service stops: requests and jobs have ended by then. */
const stopPatience = 10_000;

/** Borrows all idle workers, because that tests them: the pool replaces a browser that has ended, or is worn. */
function testIdle(pool: Pool<Worker>, log: Log): void {
  const idle = Array.from({ length: pool.available }, () => pool.acquire().then((worker) => pool.release(worker)));
  Promise.all(idle).catch((error: unknown) =>
    log.warn({ err: error }, 'a browser that ended could not be replaced at once'),
  );
}

async function lend<T>(
  shared: Shared,
  { borrowed, leave }: Loan,
  context: Context,
  work: (print: Print) => Promise<T>,
): Promise<T> {
  const worker = await borrowed.catch((error: unknown) => {
    leave();
    throw error;
  });
  try {
    return await work((job, supply) => worker.print(job, supply, context.signal));
  } finally {
    void giveBack(shared, worker, context.log).finally(leave);
  }
}

async function use<T>(shared: Shared, context: Context, work: (print: Print) => Promise<T>): Promise<T> {
  const { pool, places } = shared;
  const attempt = async () => {
    const loan = await context.stages.run('queue', async () => {
      const leave = await places.enter(context.principal.client, context.signal);
      const borrowed = borrow(pool, context.signal);
      await borrowed.catch(() => undefined);
      return { borrowed, leave };
    });
    return lend(shared, loan, context, work);
  };
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof BrowserGone)) throw error;
      if (attempts === error.attempts) throw error.problem();
      context.log.warn({ err: error }, 'a browser died; its render is tried once more');
    }
    await sleep(beforeRetryMs, undefined, { signal: context.signal }).catch(() => context.signal.throwIfAborted());
  }
}

/**
 * generic-pool cannot remove a waiting request from its queue: an aborted request rejects at once, and its worker is
 * returned when it comes.
 */
async function borrow(pool: Pool<Worker>, signal: AbortSignal): Promise<Worker> {
  signal.throwIfAborted();

  const lent = pool.acquire();
  return new Promise<Worker>((resolve, reject) => {
    const leave = () => {
      reject(signal.reason as Error);
      lent.then(
        (worker) => pool.release(worker),
        () => undefined,
      );
    };
    signal.addEventListener('abort', leave, { once: true });
    lent
      .then(resolve, (cause: unknown) => reject(overloaded(cause)))
      .finally(() => signal.removeEventListener('abort', leave));
  });
}

async function giveBack({ pool, replaceUnfit }: Shared, worker: Worker, log: Log): Promise<void> {
  try {
    await worker.recover();
    await (worker.fit ? pool.release(worker) : pool.destroy(worker));
    if (worker.worn) replaceUnfit(); // the next request may come much later
  } catch (error) {
    log.warn({ err: error }, 'a worker could not be used again');
    await pool.destroy(worker);
  }
}

function overloaded(cause?: unknown): AppError {
  return new AppError('overloaded', 'Every worker is busy and the queue is full. Try again in a few seconds.', {
    headers: { 'Retry-After': '2' },
    cause,
  });
}
