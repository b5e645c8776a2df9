import { isAllocationFailure } from '../allocation-failure.ts';
import { FairQueue } from '../fair-queue.ts';
import { AppError, type PlainAppError } from '../problems.ts';
import type { WorkTask } from './work-messages.ts';
import { WorkPool } from './work-pool.ts';
import { OutOfMemory, ProcessGone } from './process-end.ts';
import { WorkProcess, type Progress, type RunOptions } from './work-process.ts';

/** The answer of a task: its value, or the AppError that it threw, as plain data. */
export type TaskAnswer<T> = { readonly value: T } | { readonly error: PlainAppError };

/**
 * Lanes have separate processes. Composing runs templates of requests, which may loop, so it must not delay work on
 * pages.
 */
export type Lane = 'compose' | 'pages';

/** The circumstances of one task: its lane, its client, and how it is cancelled and observed. */
export interface TaskOptions {
  readonly signal: AbortSignal;
  /** `pages` unless given. */
  readonly lane?: Lane;
  /** The client of the task. One client never has all the processes of a lane. */
  readonly client: string;
  /** Memory of `input` that is not needed after it has been sent. */
  readonly transfer?: readonly ArrayBuffer[];
  /** Receives the progress of the task, in the numbers that the task reports, a few times a second. */
  readonly progress?: Progress;
}

/**
 * The CPU pool. PDF work and composing run here and never on the main thread. Each thread has a process of its own,
 * because V8 ends all threads of a process when a large allocation of one thread fails.
 */
export interface Threads {
  /**
   * Runs the exported function `name` of the module at `module` with a structured clone of `input`; the memory in
   * `transfer` is given up. When `signal` aborts, the process is killed and the call rejects with the reason of the
   * signal. Rejects with AppError `limit-exceeded` when the task exceeds the time of its lane or its memory, and with
   * `overloaded` when the queue is full, or when something else ends the process. A task whose input has not been given
   * up runs once more in that case.
   */
  run<T>(module: URL, name: string, input: unknown, options: TaskOptions): Promise<T>;
  /** Starts the processes that do not run yet, so that later tasks do not wait for them. */
  start(): void;
  stop(): Promise<void>;
}

/** The size of the pool of processes. */
export interface ThreadsOptions {
  /** The number of processes of each lane, at least two. */
  readonly count: number;
  /** JavaScript heap of one process, in MiB. Together with Buffers, zlib and WebAssembly it may take twice that. */
  readonly megabytes: number;
  /** The number of tasks that may wait in each lane. */
  readonly queue: number;
  /** Milliseconds without a task until a process releases memory; half a minute unless given. */
  readonly releaseAfterMs?: number;
}

/** Milliseconds that composing may take. Work on pages may take as long as its request. */
const composeDeadline = 15_000;

/**
 * Makes the pool. Its processes stay warm, because the first task of a new one waits for its modules. They start with
 * `start`, or with the first task that needs one.
 */
export function createThreads({ count, queue, megabytes, releaseAfterMs = 30_000 }: ThreadsOptions): Threads {
  const main = new URL(`./work-main${extension}`, import.meta.url);
  const limits = { heapMegabytes: megabytes, bytes: 2 * megabytes * 1024 * 1024, releaseAfterMs };
  const open = () => ({
    pool: new WorkPool({ count, queue, start: () => WorkProcess.start(main, limits) }),
    turns: new FairQueue({ places: count, placesPerClient: count - 1, waiting: queue }),
  });
  const lanes = { compose: open(), pages: open() };
  return {
    async run<T>(
      module: URL,
      name: string,
      input: unknown,
      { signal, lane = 'pages', client, transfer = [], progress }: TaskOptions,
    ) {
      const { pool, turns } = lanes[lane];
      const leave = await turns.enter(client, signal);
      const deadline = lane === 'compose' ? AbortSignal.timeout(composeDeadline) : null;
      try {
        const answer = await work<TaskAnswer<T>>(
          pool,
          { module: module.href, name, input },
          { signal, deadline, transfer, progress },
        );
        if ('error' in answer) throw AppError.fromPlain(answer.error);
        return answer.value;
      } finally {
        leave();
      }
    },
    start() {
      for (const { pool } of Object.values(lanes)) pool.start();
    },
    async stop() {
      await Promise.all([lanes.compose.pool.stop(), lanes.pages.pool.stop()]);
    },
  };
}

/**
 * The extension of modules: `.ts` when the sources run directly, `.js` when they are built. Task modules are named at
 * run time, where no compiler rewrites the name.
 */
export const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

interface Working {
  readonly signal: AbortSignal;
  readonly deadline: AbortSignal | null;
  readonly transfer: readonly ArrayBuffer[];
  readonly progress: Progress | undefined;
}

async function work<T>(pool: WorkPool, task: WorkTask, { signal, deadline, transfer, progress }: Working): Promise<T> {
  const options = { signal: deadline === null ? signal : AbortSignal.any([signal, deadline]), transfer, progress };
  try {
    return (await runAgainIfGone(pool, task, options)) as T;
  } catch (cause) {
    if (signal.aborted) throw signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause });
    if (cause instanceof AppError) throw cause;
    if (deadline?.aborted === true)
      throw new AppError('limit-exceeded', `The content took longer than ${composeDeadline / 1000} s to compose.`, {
        cause,
      });
    if (cause instanceof OutOfMemory) throw outOfMemory(cause);
    if (cause instanceof ProcessGone) throw processGone(cause);
    throw cause;
  }
}

/** Runs a task, and once more where something else ends its process and its input has not been given up. */
async function runAgainIfGone(pool: WorkPool, task: WorkTask, options: RunOptions): Promise<unknown> {
  const { signal, transfer } = options;
  try {
    return await pool.run(task, options);
  } catch (cause) {
    if (!(cause instanceof ProcessGone) || signal.aborted || transfer.some(({ detached }) => detached)) throw cause;
    return await pool.run(task, options).catch((error: unknown) => {
      throw signal.aborted ? processGone(cause) : error; // the first run took a part of the time
    });
  }
}

/** Wraps a function as a task that a module exports for `Threads.run`. Its AppErrors are sent as plain data. */
export function task<I, O>(
  run: (input: I, progress: Progress) => Promise<O> | O,
): (input: I, progress: Progress) => Promise<TaskAnswer<O>> {
  return async (input, progress) => {
    try {
      return { value: await run(input, progress) };
    } catch (error) {
      if (error instanceof AppError) return { error: error.toPlain() };
      if (isAllocationFailure(error)) return { error: outOfMemory(error).toPlain() };
      throw error;
    }
  };
}

function outOfMemory(cause: unknown): AppError {
  return new AppError('limit-exceeded', 'The document needs more memory than one request may use.', { cause });
}

function processGone(cause: ProcessGone): AppError {
  return new AppError(
    'overloaded',
    'The process that worked on the document was ended, usually because the machine has too little free memory. ' +
      'Try again in a few seconds.',
    { headers: { 'Retry-After': '5' }, cause },
  );
}
