import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { codeRangeSizeMb, extension, IdleWorker } from '../../../filters/idle-worker.ts';
import type { ScanJob, ScannedStream } from './scan-messages.ts';

/** MiB of the thread's own heap, of which it uses 20. V8 ends the whole process where a heap is too small. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, codeRangeSizeMb };

type Receive = (stream: ScannedStream) => void;

/**
 * A thread that scans object streams while this one reads the document. This one never waits for it: what the thread
 * has scanned is there or not.
 */
export class ScanThread {
  readonly #thread = new IdleWorker(
    () => this.#open(),
    () => this.#close(),
  );
  readonly #receivers = new Map<number, Receive>();
  #results: MessagePort | null = null;
  #lastId = 0;

  /**
   * Begins a job, and returns its number. The memory of `stored` is given up. `receive` is called by `collect`. Throws
   * where no thread can start.
   */
  begin(job: Omit<ScanJob, 'id'>, receive: Receive): number {
    const id = (this.#lastId += 1);
    this.#thread.wake().postMessage({ ...job, id } satisfies ScanJob, [job.stored.buffer]);
    this.#receivers.set(id, receive);
    this.#thread.rest();
    return id;
  }

  /** Takes what has been scanned. */
  collect(): void {
    if (this.#results === null) return;
    let received = receiveMessageOnPort(this.#results);
    for (; received !== undefined; received = receiveMessageOnPort(this.#results)) {
      const stream = received.message as ScannedStream;
      this.#receivers.get(stream.id)?.(stream);
    }
  }

  /** Ends a job. Streams that are scanned afterwards are dropped. */
  end(id: number): void {
    this.#receivers.delete(id);
    this.collect();
  }

  #open(): Worker {
    const { port1, port2 } = new MessageChannel();
    this.#results = port1;
    return new Worker(new URL(`./scan-worker${extension}`, import.meta.url), {
      execArgv: [],
      resourceLimits: heap,
      workerData: port2,
      transferList: [port2],
    });
  }

  #close(): void {
    this.#results?.close();
    this.#results = null;
  }
}
