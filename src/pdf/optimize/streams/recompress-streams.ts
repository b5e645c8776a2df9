import { inflateSync } from 'node:zlib';
import { newStream } from '../../objects/new-stream.ts';
import { isName, Stream, type Obj } from '../../objects/objects.ts';
import type { Writable } from '../../objects/serialize.ts';
import { deflateBest } from './deflate-best.ts';
import { deflateSlowly } from '../deflate/zopfli.ts';

/**
 * Bytes of one stream, of all of a document, the smallest first, and of what holds its other objects, that are deflated
 * slowly: a second of work, whatever the document is.
 */
const maxCount = { one: 200_000, streams: 300_000, objects: 300_000 };

/** Deflates what is still to be deflated by the best way there is time for. A document has one. */
export class Squeeze {
  #left = maxCount.streams;

  /** Bytes as zlib or we make least of them. */
  deflate = (bytes: Buffer): Buffer => {
    const quick = deflateBest(bytes);
    if (bytes.length > maxCount.one || bytes.length > this.#left) return quick;
    this.#left -= bytes.length;
    const slow = deflateSlowly(bytes);
    // It is read back: nothing that does not come out as it went in leaves.
    return slow.length < quick.length && inflateSync(slow).equals(bytes) ? slow : quick;
  };

  /** The same objects with streams in fewer bytes. */
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

/** Null for what is broken, or far more than its bytes. */
function inflated(raw: Buffer): Buffer | null {
  try {
    return inflateSync(raw, { maxOutputLength: maxCount.one });
  } catch {
    return null;
  }
}
