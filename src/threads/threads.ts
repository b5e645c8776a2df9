import { Piscina } from 'piscina';
import { AppError, type PlainAppError } from '../problems.ts';

/** What a task module's function answers: its value, or the AppError that it threw as plain data. */
export type TaskAnswer<T> = { readonly value: T } | { readonly error: PlainAppError };

/** The CPU pool: PDF work and composing run here and never on the main thread. */
export interface Threads {
  /**
   * Runs the exported function `name` of the module at `module` with `input` (structured clone; what is in `transfer` moves).
   * Aborting `signal` kills the thread and rejects with the signal's reason; a thread that outgrows its memory is `limit-exceeded`.
   */
  run<T>(module: URL, name: string, input: unknown, options: { signal: AbortSignal; transfer?: ArrayBuffer[] }): Promise<T>;
  stop(): Promise<void>;
}

/**
 * `count` threads at most; each may hold `megabytes` of JavaScript heap (Buffers are not capped: callers limit bytes and pixels).
 * One thread is kept warm, because the first task of a cold one waits for its modules.
 */
export function createThreads(count: number, megabytes: number): Threads {
  const pool = new Piscina({
    minThreads: count,
    maxThreads: count,
    idleTimeout: 60_000,
    maxQueue: 'auto',
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    filename: new URL(`./idle${extension}`, import.meta.url).href,
  });
  return {
    async run<T>(module: URL, name: string, input: unknown, { signal, transfer = [] }: { signal: AbortSignal; transfer?: ArrayBuffer[] }) {
      signal.throwIfAborted();
      const answer = await work<TaskAnswer<T>>(pool, { filename: module.href, name, signal, transferList: transfer }, input);
      if ('error' in answer) throw AppError.fromPlain(answer.error);
      return answer.value;
    },
    stop: () => pool.destroy(),
  };
}

/** `.ts` when the sources run as they are, `.js` when built: task modules are named at run time, where no compiler rewrites. */
export const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

async function work<T>(pool: Piscina, options: NonNullable<Parameters<Piscina['run']>[1]>, input: unknown): Promise<T> {
  try {
    return (await pool.run(input, options)) as T;
  } catch (cause) {
    const signal = options.signal as AbortSignal;
    if (signal.aborted) throw signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause });
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new AppError('limit-exceeded', 'The document needs more memory than one request may use.', { cause });
    }
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
