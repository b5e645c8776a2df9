import type { PdfFile } from '../../../file/pdf-file.ts';
import type { Limits } from '../../../objects/limits.ts';
import { isName, type Obj, Stream } from '../../../objects/objects.ts';
import { claim, type ScannedStream } from './scan-messages.ts';
import { ScanThread } from './scan-thread.ts';

/** Fewer bytes of object streams are read before a thread has started. */
const leastStoredBytes = 256 * 1024;
/** Bytes that may be inflated ahead, of all streams and of one. They are in memory until the end of the scan. */
const maxInflatedBytes = 32 * 1024 * 1024;
const maxStreamBytes = 8 * 1024 * 1024;

const thread = new ScanThread();

/**
 * The object streams of a document that another thread inflates and scans for structure elements, while this one reads
 * the document. Which thread reads a stream makes no difference but of time.
 */
export class ElementsAhead {
  /** A of the elements, by its number in the records; undefined for one that has not been read on this thread. */
  readonly attributes: (Obj | undefined)[] = [];
  /** Places of the streams in the job, by their object numbers. */
  readonly #places: ReadonlyMap<number, number>;
  readonly #claims: Int32Array<SharedArrayBuffer>;
  readonly #scanned: (ScannedStream | undefined)[] = [];
  readonly #job: number;

  private constructor(file: PdfFile, streams: readonly StoredStream[], limits: Limits) {
    this.#places = new Map(streams.map(({ num }, place) => [num, place]));
    this.#claims = new Int32Array(new SharedArrayBuffer(4 * streams.length));
    const starts = [0];
    for (const { stored } of streams) starts.push((starts.at(-1) ?? 0) + stored.length);
    const stored = new Uint8Array(starts.at(-1) ?? 0);
    streams.forEach((stream, place) => stored.set(stream.stored, starts[place]));
    this.#job = thread.begin(
      {
        claims: this.#claims,
        stored,
        starts,
        firsts: streams.map(({ first }) => first),
        limits: {
          ...limits,
          streamBytes: Math.min(limits.streamBytes, maxStreamBytes),
          documentBytes: Math.min(limits.documentBytes, maxInflatedBytes),
        },
      },
      (stream) => (this.#scanned[stream.index] = stream),
    );
    file.inflateWith((num) => bufferOf(this.take(num)?.content));
  }

  /**
   * Begins to scan; null where that would take longer than it saves, where the file is damaged or encrypted, and where
   * no thread can start.
   */
  static begin(file: PdfFile, limits: Limits): ElementsAhead | null {
    if (file.encryption !== null || file.bytes.length < leastStoredBytes || !file.catalog.has('StructTreeRoot'))
      return null;
    const streams = storedStreams(file);
    const bytes = streams.reduce((sum, { stored }) => sum + stored.length, 0);
    // Streams of more bytes than the file overlap.
    if (bytes < leastStoredBytes || bytes > file.bytes.length || file.repaired !== null) return null;
    try {
      return new ElementsAhead(file, streams, limits);
    } catch {
      return null; // the reader reads all of it
    }
  }

  /** The stream, where the thread has scanned it. Otherwise the thread leaves it to the reader. */
  take(num: number): ScannedStream | null {
    const place = this.#places.get(num);
    if (place === undefined) return null;
    const claimed = Atomics.compareExchange(this.#claims, place, claim.free, claim.reader);
    if (claimed === claim.ahead && this.#scanned[place] === undefined) thread.collect();
    return this.#scanned[place] ?? null;
  }

  /** Ends the scan. */
  end(): void {
    this.#claims.fill(claim.reader);
    thread.end(this.#job);
    this.#scanned.length = 0;
  }
}

/** An object stream that is compressed with FlateDecode alone. */
interface StoredStream {
  readonly num: number;
  readonly first: number;
  readonly stored: Buffer;
}

function storedStreams(file: PdfFile): StoredStream[] {
  return file.objectStreams().flatMap((num) => {
    const stream = isAtPlace(file, num) ? file.get(num) : null;
    if (!(stream instanceof Stream)) return [];
    const { dict, stored } = stream;
    const first = dict.get('First');
    const isDeflated = isName(dict.get('Filter'), 'FlateDecode') && !dict.has('DecodeParms') && !dict.has('DP');
    return isDeflated && typeof first === 'number' ? [{ num, first, stored }] : [];
  });
}

/** Whether an object begins where the cross-reference has it. Reading one that does not would repair the file. */
function isAtPlace(file: PdfFile, num: number): boolean {
  const entry = file.where(num);
  const start = `${num} `;
  return entry?.kind === 'offset' && file.bytes.toString('latin1', entry.offset, entry.offset + start.length) === start;
}

const bufferOf = (bytes: Uint8Array<ArrayBuffer> | undefined) =>
  bytes === undefined ? null : Buffer.from(bytes.buffer);
