import type { Filtered } from './filtered.ts';
import { Sink } from './sink.ts';

/** RunLengthDecode (ISO 32000-2, 7.4.5). */
export function decodeRunLength(bytes: Buffer, limit: number): Filtered {
  const sink = new Sink(limit, bytes.length * 2);
  let at = 0;
  while (at < bytes.length) {
    const length = bytes[at++] ?? 128;
    if (length === 128) return { bytes: sink.result(), intact: true };
    if (length < 128) {
      sink.append(bytes.subarray(at, at + length + 1));
      at += length + 1;
    } else if (at < bytes.length) sink.fill(bytes[at++] ?? 0, 257 - length);
  }
  return { bytes: sink.result(), intact: at === bytes.length };
}
