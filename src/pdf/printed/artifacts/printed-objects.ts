import { inflateSync } from 'node:zlib';
import { deflate } from '../../filters/deflate.ts';
import type { PrintedFile, PrintedObject } from '../printed.ts';
import { defaultLimits } from '../../objects/limits.ts';

/** How much smaller content becomes by compression: room for it is made at once. */
const usualRatio = 12;

/** The numbers of the objects that a text refers to. */
export const references = (text: string) => Array.from(text.matchAll(/\b(\d+) 0 R/g), ([, number]) => Number(number));

/** The first object that a text refers to under a key, or 0. */
export const referenceOf = (text: string, key: string) => Number(new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1] ?? 0);

/** The objects of a printed file by their numbers, as text and as what is in their streams. */
export class PrintedObjects {
  readonly #bytes: Buffer;
  readonly #objects: (PrintedObject | undefined)[] = [];

  constructor({ bytes, objects }: PrintedFile) {
    this.#bytes = bytes;
    for (const object of objects) this.#objects[object.number] = object;
  }

  /** An object that is no stream, or the dictionary of one; '' where there is none. */
  head(number: number): string {
    const object = this.#objects[number];
    if (object === undefined) return '';
    const end = object.stream ? this.#bytes.indexOf('stream', object.start) : object.end;
    return this.#bytes.toString('latin1', object.start, end);
  }

  /** What is in a stream; `null` for what is no stream, or one that is too large to look into. */
  content(number: number): Buffer | null {
    const object = this.#objects[number];
    if (object?.stream !== true) return null;
    const head = this.head(number);
    const stored = this.#stored(object, head);
    if (!head.includes('/Filter /FlateDecode')) return stored;
    try {
      return inflateSync(stored, {
        chunkSize: Math.max(stored.length * usualRatio, 1024),
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

  /** The bytes of a stream as they are in the file, which begin after the line of the word (7.3.8.1). */
  #stored(object: PrintedObject, head: string): Buffer {
    const word = object.start + head.length + 'stream'.length;
    const start = word + (this.#bytes[word] === 0x0d ? 2 : 1);
    return this.#bytes.subarray(start, start + Number(/\/Length (\d+)/.exec(head)?.[1]));
  }
}
