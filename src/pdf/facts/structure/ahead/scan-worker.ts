import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { ObjectStream } from '../../../file/reading/object-stream.ts';
import { decodeFlate } from '../../../filters/flate.ts';
import { IndirectReader } from '../../../objects/indirect.ts';
import { Meter } from '../../../objects/limits.ts';
import { claim, type ScanJob, type ScannedStream } from './scan-messages.ts';
import { StreamScanner } from './stream-scanner.ts';

/** The thread of `ScanThread`. */
const results = workerData as MessagePort;

/**
 * The streams of a document, scanned from the last to the first: its reader goes from the first to the last, so that
 * they meet.
 */
class Scan {
  readonly #job: ScanJob;
  readonly #meter: Meter;
  readonly #scanner = new StreamScanner();
  #index: number;

  constructor(job: ScanJob) {
    this.#job = job;
    this.#meter = new Meter(job.limits, job.stored.length);
    this.#index = job.claims.length;
  }

  /** Scans one more stream. False where there is none left, or where a limit is exceeded: the reader reads the rest. */
  step(): boolean {
    const { claims } = this.#job;
    do this.#index -= 1;
    while (this.#index >= 0 && Atomics.compareExchange(claims, this.#index, claim.free, claim.ahead) !== claim.free);
    if (this.#index < 0) return false;
    try {
      this.#scan(this.#index);
      return true;
    } catch {
      return false;
    }
  }

  #scan(index: number): void {
    const { id, stored, starts, firsts, limits } = this.#job;
    const bytes = Buffer.from(stored.buffer).subarray(starts[index], starts[index + 1]);
    const inflated = decodeFlate(bytes, limits.streamBytes).bytes;
    this.#meter.inflated(inflated.length);
    const reader = new IndirectReader(inflated, this.#meter); // one a stream, because it remembers all names
    const stream = new ObjectStream({ num: 0, first: firsts[index] ?? 0 }, inflated, reader, this.#meter);
    const elements = this.#scanner.scan(stream);
    const content = withOwnMemory(inflated);
    const moved = [content.buffer, elements.starts.buffer, elements.records.buffer];
    results.postMessage({ id, index, content, ...elements } satisfies ScannedStream, moved);
  }
}

/** The same bytes, in memory that has nothing else, and so can be given to another thread. */
function withOwnMemory(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

/** Scans until nothing is left. Documents that come meanwhile are scanned first. */
function run(first: ScanJob): void {
  const scans = [new Scan(first)];
  for (let scan = scans.at(-1); scan !== undefined; scan = scans.at(-1)) {
    if (!scan.step()) scans.pop();
    for (let job = nextJob(); job !== null; job = nextJob()) scans.push(new Scan(job));
  }
}

function nextJob(): ScanJob | null {
  const received = parentPort === null ? undefined : receiveMessageOnPort(parentPort);
  return received === undefined ? null : (received.message as ScanJob);
}

parentPort?.on('message', run);
