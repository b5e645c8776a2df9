import { inflateSync } from 'node:zlib';
import { chunkSizeFor, deflate } from '../../filters/deflate.ts';
import type { PrintedFile, PrintedObject } from '../printed.ts';
import { defaultLimits } from '../../objects/limits.ts';

/**
 * The objects of a printed file by their numbers: their bodies, as text, and the data of their streams. `replace` gives
 * an object another body than in the file, which is then read.
 */
export class PrintedObjects {
  readonly #bytes: Buffer;
  readonly #objects: (PrintedObject | undefined)[] = [];
  readonly #replaced: Map<number, Buffer>;

  constructor({ bytes, objects }: Pick<PrintedFile, 'bytes' | 'objects'>, replaced: Iterable<[number, Buffer]> = []) {
    this.#bytes = bytes;
    for (const object of objects) this.#objects[object.number] = object;
    this.#replaced = new Map(replaced);
  }

  isStream(number: number): boolean {
    return this.#objects[number]?.stream === true;
  }

  /** From now on the object has this body, which is one of a stream where its own is. */
  replace(number: number, body: Buffer): void {
    this.#replaced.set(number, body);
  }

  /** The body as it is written between `N 0 obj` and `endobj`; empty where there is none. */
  body(number: number): Buffer {
    const { bytes, start, end } = this.#place(number);
    return bytes.subarray(start, end);
  }

  /** An object that is no stream, or the dictionary of one; '' where there is none. */
  head(number: number): string {
    const { bytes, start, end } = this.#place(number);
    return bytes.toString('latin1', start, this.isStream(number) ? streamAt(bytes, start, end) : end);
  }

  /** From the word `stream` to the word `endstream`; `null` for what is no stream. */
  tail(number: number): Buffer | null {
    if (!this.isStream(number)) return null;
    const { bytes, start, end } = this.#place(number);
    const word = 'endstream';
    return bytes.subarray(streamAt(bytes, start, end), bytes.lastIndexOf(word, end - word.length) + word.length);
  }

  /** The bytes of a stream as they are stored; `null` for what is no stream. */
  stored(number: number): Buffer | null {
    return this.isStream(number) ? this.#data(number, this.head(number)) : null;
  }

  /** The data of a stream; `null` for other objects, and for a stream that is too large to examine. */
  content(number: number): Buffer | null {
    if (!this.isStream(number)) return null;
    const head = this.head(number);
    const stored = this.#data(number, head);
    if (!head.includes('/Filter /FlateDecode')) return stored;
    try {
      return inflateSync(stored, {
        chunkSize: chunkSizeFor(2 * stored.length),
        maxOutputLength: defaultLimits.streamBytes,
      });
    } catch {
      return null;
    }
  }

  /** The body of a stream with other content. */
  withContent(number: number, content: Buffer): Buffer {
    const data = deflate(content);
    const head = this.head(number)
      .replace(/\/Filter \/FlateDecode\s*/, '')
      .replace(/\/Length \d+/, `/Filter /FlateDecode /Length ${data.length}`);
    return Buffer.concat([Buffer.from(`${head}stream\n`, 'latin1'), data, Buffer.from('\nendstream')]);
  }

  /** The data of a stream begins after the line of the word (7.3.8.1). */
  #data(number: number, head: string): Buffer {
    const { bytes, start } = this.#place(number);
    const word = start + head.length + 'stream'.length;
    const from = word + (bytes[word] === 0x0d ? 2 : 1);
    return bytes.subarray(from, from + Number(/\/Length (\d+)/.exec(head)?.[1]));
  }

  #place(number: number): { bytes: Buffer; start: number; end: number } {
    const other = this.#replaced.get(number);
    if (other !== undefined) return { bytes: other, start: 0, end: other.length };
    const object = this.#objects[number];
    return { bytes: this.#bytes, start: object?.start ?? 0, end: object?.end ?? 0 };
  }
}

/**
 * The offset of the word `stream` that ends the dictionary of a stream (ISO 32000-2, 7.3.8.1). Its body is between
 * `start` and `end`; the word may also be in the dictionary.
 */
export function streamAt(bytes: Buffer, start = 0, end = bytes.length): number {
  for (let at = bytes.indexOf('stream', start); at >= 0 && at < end; at = bytes.indexOf('stream', at + 1)) {
    const before = bytes.toString('latin1', Math.max(start, at - 4), at);
    if (before.trimEnd().endsWith('>>') && endsOfLine.has(bytes[at + 'stream'.length])) return at;
  }
  return end;
}

const endsOfLine: ReadonlySet<number | undefined> = new Set([0x0a, 0x0d]);
