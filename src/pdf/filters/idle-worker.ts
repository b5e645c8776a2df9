import type { Worker } from 'node:worker_threads';

/** The extension of modules: `.ts` when the sources run directly, `.js` when they are built. */
export const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/**
 * MiB that V8 reserves for the compiled code of a thread (`resourceLimits` of a worker). By default it reserves up to
 * 512, and the kernel counts them towards the memory of a process for documents.
 */
export const codeRangeSizeMb = 16;

/** Milliseconds without work until a thread ends, so that its memory is free. */
const idleMs = 30_000;

/**
 * A thread that starts when it is needed, and ends after a while without work. It does not prevent the end of the
 * process, unless its user calls `ref` of the worker.
 */
export class IdleWorker {
  readonly #open: () => Worker;
  readonly #ended: (error: Error) => void;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  /** `ended` is called once for each thread that has ended, for any reason. */
  constructor(open: () => Worker, ended: (error: Error) => void) {
    this.#open = open;
    this.#ended = ended;
  }

  /** The thread, which stays until `rest`. It starts where none runs. */
  wake(): Worker {
    clearTimeout(this.#idle);
    return (this.#worker ??= this.#start());
  }

  /** Ends the thread after a while, unless `wake` comes first. */
  rest(): void {
    const worker = this.#worker;
    if (worker === null) return;
    worker.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(worker, new Error('the thread had no work')), idleMs).unref();
  }

  #start(): Worker {
    const worker = this.#open();
    worker.on('messageerror', (error) => this.#end(worker, error));
    worker.on('error', (error) => this.#end(worker, error));
    worker.on('exit', () => this.#end(worker, new Error('the thread has ended')));
    worker.unref();
    return worker;
  }

  #end(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    clearTimeout(this.#idle);
    void worker.terminate();
    this.#ended(error instanceof Error ? error : new Error(String(error)));
  }
}
