import { inflateSync } from 'node:zlib';
import { newStream } from '../../objects/new-stream.ts';
import { isName, Stream, type Obj } from '../../objects/objects.ts';
import type { Writable } from '../../objects/serialize.ts';
import { deflateBest } from './deflate-best.ts';
import { deflateSlowly } from '../deflate/zopfli.ts';

/**
 * Bytes that are deflated by zopfli, about a second of work: of one stream, of all streams of a document from the
 * smallest, and of its object streams.
 */
const maxCount = { one: 200_000, streams: 300_000, objects: 300_000 };

/** Recompresses streams by zopfli within a limit for each document. */
export class Squeeze {
  #left = maxCount.streams;

  /** The smaller result of zlib and zopfli. */
  deflate = (bytes: Buffer): Buffer => {
    const quick = deflateBest(bytes);
    if (bytes.length > maxCount.one || bytes.length > this.#left) return quick;
    this.#left -= bytes.length;
    const slow = deflateSlowly(bytes);
    // The result is inflated for comparison: only an exact copy is used.
    return slow.length < quick.length && inflateSync(slow).equals(bytes) ? slow : quick;
  };

  /** The same objects with smaller streams. */
  objects(objects: readonly (readonly [number, Obj | Writable])[]): readonly (readonly [number, Obj | Writable])[] {
    const plain = new Map<number, Buffer>();
    for (const [num, obj] of objects)
      if (obj instanceof Stream && isName(obj.dict.get('Filter'), 'FlateDecode') && obj.raw.length < maxCount.one) {
        const bytes = inflated(obj.raw);
        if (bytes !== null) plain.set(num, bytes);
      }
    const smaller = new Map(
      [...plain]
        .sort(([, one], [, other]) => one.length - other.length)
        .map(([num, bytes]) => [num, this.deflate(bytes)]),
    );
    this.#left = maxCount.objects;
    return objects.map(([num, obj]) => {
      const data = smaller.get(num);
      return obj instanceof Stream && data !== undefined && data.length < obj.raw.length
        ? [num, newStream(obj.dict, data)]
        : [num, obj];
    });
  }
}

/** Null for broken data, and for data that inflate to far more than their bytes. */
function inflated(raw: Buffer): Buffer | null {
  try {
    return inflateSync(raw, { maxOutputLength: maxCount.one });
  } catch {
    return null;
  }
}
