import { Worker } from 'node:worker_threads';
import type { ZlibOptions } from 'node:zlib';
import { codeRangeSizeMb, extension, IdleWorker } from './idle-worker.ts';

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

/**
 * MiB of the thread's own heap, of which it uses 10: zlib's memory and the bytes are outside of it. V8 ends the whole
 * process where a heap is too small, so that there is much to spare.
 */
const heap = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4, codeRangeSizeMb };

/**
 * A thread that compresses, one job after the other. It starts with the first job, ends without jobs, and does not
 * prevent the end of the process. Where it ends before its jobs do, they reject, and the next job starts another.
 *
 * zlib's own asynchronous functions use a thread of libuv's pool for every 16 kB of output, and account for memory in a
 * way that causes garbage collections: with them, compressing in the background takes as long as without.
 */
export class DeflateThread {
  readonly #thread = new IdleWorker(
    () => this.#open(),
    (error) => this.#reject(error),
  );
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** `deflateSync` of zlib, on the thread. Bytes with a memory of their own are given up. */
  deflate(bytes: Uint8Array, options: ZlibOptions): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const id = (this.#lastId += 1);
      const { buffer } = bytes;
      const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
      const worker = this.#thread.wake();
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      try {
        worker.postMessage({ id, bytes, options } satisfies DeflateJob, isWhole ? [buffer] : []);
      } catch (error) {
        this.#end(id);
        throw error;
      }
    });
  }

  #open(): Worker {
    const worker = new Worker(new URL(`./deflate-worker${extension}`, import.meta.url), {
      execArgv: [],
      resourceLimits: heap,
    });
    worker.on('message', ({ id, bytes }: Deflated) => {
      this.#waiting.get(id)?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      this.#end(id);
    });
    return worker;
  }

  #end(id: number): void {
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#thread.rest();
  }

  #reject(error: Error): void {
    const jobs = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of jobs) reject(error);
  }
}
