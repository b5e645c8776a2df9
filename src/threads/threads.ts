import { Piscina } from 'piscina';
import { AppError, type PlainAppError } from '../problems.ts';
import { Turns } from './turns.ts';

/** What a task module's function answers: its value, or the AppError that it threw as plain data. */
export type TaskAnswer<T> = { readonly value: T } | { readonly error: PlainAppError };

/** What is run apart from each other: composing runs templates of requests, which may loop; it never holds up work on pages. */
export type Lane = 'compose' | 'pages';

export interface TaskOptions {
  readonly signal: AbortSignal;
  /** `pages` unless given. */
  readonly lane?: Lane;
  /** Whose task it is: one client never has all the threads of a lane. */
  readonly client: string;
  readonly transfer?: ArrayBuffer[];
}

/** The CPU pool: PDF work and composing run here and never on the main thread. */
export interface Threads {
  /**
   * Runs the exported function `name` of the module at `module` with `input` (structured clone; what is in `transfer` moves).
   * Aborting `signal` kills the thread and rejects with the signal's reason. A task that takes longer than its lane allows, or
   * outgrows its memory, is `limit-exceeded`; one that finds the queue full is `overloaded`.
   */
  run<T>(module: URL, name: string, input: unknown, options: TaskOptions): Promise<T>;
  stop(): Promise<void>;
}

export interface ThreadsOptions {
  /** Threads of each lane, two at least. */
  readonly count: number;
  /** JavaScript heap of one thread (Buffers are not capped: callers limit bytes and pixels). */
  readonly megabytes: number;
  /** Tasks that may wait in each lane. */
  readonly queue: number;
}

/** Objects of a document live as long as its task: a young generation that holds them is collected less often. */
const youngMegabytes = 64;

/** Milliseconds of one composing; work on pages may take as long as its request. */
const composeDeadline = 15_000;

/** All threads are kept warm, because the first task of a cold one waits for its modules. */
export function createThreads({ count, megabytes, queue }: ThreadsOptions): Threads {
  const open = () =>
    new Piscina({
      minThreads: count,
      maxThreads: count,
      idleTimeout: 60_000,
      maxQueue: queue,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: youngMegabytes },
      filename: new URL(`./idle${extension}`, import.meta.url).href,
    });
  const lanes = { compose: { pool: open(), turns: new Turns(count - 1) }, pages: { pool: open(), turns: new Turns(count - 1) } };
  return {
    async run<T>(module: URL, name: string, input: unknown, { signal, lane = 'pages', client, transfer = [] }: TaskOptions) {
      const { pool, turns } = lanes[lane];
      const deadline = lane === 'compose' ? AbortSignal.timeout(composeDeadline) : null;
      const done = await turns.take(client, signal);
      try {
        const options = { filename: module.href, name, signal: deadline === null ? signal : AbortSignal.any([signal, deadline]), transferList: transfer };
        const answer = await work<TaskAnswer<T>>(pool, options, input, deadline);
        if ('error' in answer) throw AppError.fromPlain(answer.error);
        return answer.value;
      } finally {
        done();
      }
    },
    async stop() {
      await Promise.all([lanes.compose.pool.destroy(), lanes.pages.pool.destroy()]);
    },
  };
}

/** `.ts` when the sources run as they are, `.js` when built: task modules are named at run time, where no compiler rewrites. */
export const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

async function work<T>(pool: Piscina, options: NonNullable<Parameters<Piscina['run']>[1]>, input: unknown, deadline: AbortSignal | null): Promise<T> {
  try {
    return (await pool.run(input, options)) as T;
  } catch (cause) {
    if (deadline?.aborted === true) throw new AppError('limit-exceeded', `The content took longer than ${composeDeadline / 1000} s to compose.`, { cause });
    const signal = options.signal as AbortSignal;
    if (signal.aborted) throw signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause });
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new AppError('limit-exceeded', 'The document needs more memory than one request may use.', { cause });
    if (cause instanceof Error && /queue is at limit/i.test(cause.message)) throw new AppError('overloaded', 'Every thread is busy and the queue is full. Try again in a few seconds.', { cause });
    throw cause;
  }
}

/** Wraps a function as a task that a module exports for `Threads.run`: AppErrors cross the thread as plain data. */
export function task<I, O>(run: (input: I) => Promise<O> | O): (input: I) => Promise<TaskAnswer<O>> {
  return async (input) => {
    try {
      return { value: await run(input) };
    } catch (error) {
      if (error instanceof AppError) return { error: error.toPlain() };
      throw error;
    }
  };
}
