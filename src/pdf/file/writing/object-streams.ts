import { ByteSink } from '../../objects/byte-sink.ts';
import type { Obj } from '../../objects/objects.ts';
import { serializeTo, Writable } from '../../objects/serialize.ts';
import type { FileStyle } from './file-style.ts';

/** An object as it is written: a value, what writes itself, or its body as text, one character a byte. */
export type WrittenObject = Obj | Writable | string;

/** An object of an object stream (ISO 32000-2, 7.5.7), and its number. */
export type PackedObject = readonly [num: number, object: WrittenObject];

/** An object stream before it is compressed; `container` is its number, `first` the offset of its first object. */
export interface PackedObjects {
  readonly container: number;
  readonly count: number;
  readonly first: number;
  readonly content: Buffer;
}

/** Fewer objects are compressed in less time than a thread takes to start. A page of text or a form has some hundred. */
export const leastObjectsForThread = 1000;

/** The object streams of a file that wait for compression in the background: more would be memory without use. */
export const maxStreamsInBackground = 8;

/** Objects in groups, one for each object stream. */
export function* streamParts<T>(
  objects: readonly T[],
  { maxObjectsPerStream, evenStreams }: FileStyle,
): Iterable<readonly T[]> {
  const count = Math.ceil(objects.length / maxObjectsPerStream);
  const from = (part: number) =>
    evenStreams ? Math.round((part * objects.length) / count) : part * maxObjectsPerStream;
  for (let part = 0; part < count; part += 1) yield objects.slice(from(part), from(part + 1));
}

/** Makes the contents of object streams, one after the other. */
export class ObjectPacker {
  readonly #heads = new ByteSink();
  readonly #bodies = new ByteSink();

  /** `spaced`: with white space where Skia puts it. */
  pack(container: number, objects: readonly PackedObject[], spaced: boolean): PackedObjects {
    const [heads, bodies] = [this.#heads, this.#bodies];
    heads.clear();
    bodies.clear();
    objects.forEach(([num, object], index) => {
      if (index > 0) heads.byte(space);
      heads.integer(num);
      heads.byte(space);
      heads.integer(bodies.length);
      writeTo(bodies, object, num);
      if (!spaced || index < objects.length - 1) bodies.byte(newline);
    });
    heads.byte(spaced ? newline : space);
    return { container, count: objects.length, first: heads.length, content: Buffer.concat([heads.view, bodies.view]) };
  }
}

const space = 0x20;
const newline = 10;

function writeTo(sink: ByteSink, object: WrittenObject, num: number): void {
  if (object instanceof Writable) object.write(sink, num);
  else if (typeof object === 'string') sink.text(object);
  else serializeTo(sink, object);
}
