import { Worker } from 'node:worker_threads';
import type { ZlibOptions } from 'node:zlib';

/** Bytes to compress, and their number. */
export interface DeflateJob {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly options: ZlibOptions;
}

/** The compressed bytes of the job with that number. */
export interface Deflated {
  readonly id: number;
  readonly bytes: Uint8Array;
}

interface Waiting {
  readonly resolve: (deflated: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** The extension of modules: `.ts` when the sources run directly, `.js` when they are built. */
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** MiB of the thread's own heap, which has next to nothing: zlib's memory and the bytes are outside of it. */
const heap = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/**
 * A thread that compresses, one job after the other. It starts with the first job, and does not prevent the end of the
 * process. Where it ends before its jobs do, they reject, and the next job starts another.
 *
 * zlib's own asynchronous functions use a thread of libuv's pool for every 16 kB of output, and account for memory in a
 * way that causes garbage collections: with them, compressing in the background takes as long as without.
 */
export class DeflateThread {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** `deflateSync` of zlib, on the thread. Bytes with a memory of their own are given up. */
  deflate(bytes: Uint8Array, options: ZlibOptions): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const id = (this.#lastId += 1);
      this.#waiting.set(id, { resolve, reject });
      const worker = (this.#worker ??= this.#start());
      worker.ref();
      const { buffer } = bytes;
      const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
      worker.postMessage({ id, bytes, options } satisfies DeflateJob, isWhole ? [buffer] : []);
    });
  }

  /** Ends the thread where it has no jobs, and so frees its memory. */
  async rest(): Promise<void> {
    const worker = this.#worker;
    if (worker === null || this.#waiting.size > 0) return;
    this.#worker = null;
    await worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL(`./deflate-worker${extension}`, import.meta.url), {
      execArgv: [],
      resourceLimits: heap,
    });
    worker.on('message', ({ id, bytes }: Deflated) => {
      this.#waiting.get(id)?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) worker.unref();
    });
    worker.on('error', (error) => this.#ended(worker, error));
    worker.on('exit', () => this.#ended(worker, new Error('the thread that compresses has ended')));
    return worker;
  }

  #ended(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const jobs = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of jobs) reject(error instanceof Error ? error : new Error(String(error)));
  }
}
