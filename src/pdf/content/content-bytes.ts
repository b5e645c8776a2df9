import type { Stream } from '../objects/objects.ts';

/** The bytes of a content stream; one with a filter of pictures on it has none. */
export function contentBytes(stream: Stream): Buffer {
  const { bytes, filters } = stream.decoded();
  return filters.length === 0 ? bytes : Buffer.alloc(0);
}
