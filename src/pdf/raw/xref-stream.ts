import type { Meter } from './limits.ts';
import type { Stream } from './objects.ts';
import type { XrefEntry } from './pdf-file.ts';

const widest = 8;

/** The entries of a cross-reference stream (ISO 32000-2, 7.5.8), or null when its dictionary makes no sense. */
export function readXrefStream(stream: Stream, base: number, meter: Meter): Map<number, XrefEntry | null> | null {
  const widths = numbersOf(stream.dict.get('W')).slice(0, 3);
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const width = typeWidth + secondWidth + thirdWidth;
  if (widths.length < 3 || widths.some((bytes) => bytes < 0 || bytes > widest) || width === 0) return null;
  const bytes = stream.decode();
  const size = stream.dict.get('Size');
  const index = numbersOf(stream.dict.get('Index'));
  const ranges = index.length >= 2 ? index : [0, typeof size === 'number' ? size : bytes.length];
  const entries = new Map<number, XrefEntry | null>();
  let at = 0;
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const first = ranges[range] ?? 0;
    const count = ranges[range + 1] ?? 0;
    for (let num = first; num < first + count && at + width <= bytes.length; num += 1, at += width) {
      const kind = typeWidth === 0 ? 1 : field(bytes, at, typeWidth);
      const second = field(bytes, at + typeWidth, secondWidth);
      const third = field(bytes, at + typeWidth + secondWidth, thirdWidth);
      entries.set(num, entryOf(kind, second, third, base));
    }
    meter.objects(entries.size);
  }
  return entries;
}

function entryOf(kind: number, second: number, third: number, base: number): XrefEntry | null {
  if (kind === 1) return { kind: 'offset', offset: second + base, gen: third };
  return kind === 2 ? { kind: 'object-stream', container: second, index: third } : null;
}

function field(bytes: Buffer, at: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((entry): entry is number => Number.isSafeInteger(entry)) : [];
}
