import type { Stream } from '../objects/objects.ts';

/** The bytes of a content stream; empty for a stream with an image filter. */
export function contentBytes(stream: Stream): Buffer {
  const { bytes, filters } = stream.decoded();
  return filters.length === 0 ? bytes : Buffer.alloc(0);
}
