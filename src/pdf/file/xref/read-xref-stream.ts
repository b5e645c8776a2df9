import type { Meter } from '../../objects/limits.ts';
import type { Stream } from '../../objects/objects.ts';
import { XrefEntries } from './xref-entries.ts';

const widest = 8;

/** The entries of a cross-reference stream (ISO 32000-2, 7.5.8), or null when its dictionary makes no sense. */
export function readXrefStream(stream: Stream, base: number, meter: Meter): XrefEntries | null {
  const widths = numbersOf(stream.dict.get('W')).slice(0, 3);
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const width = typeWidth + secondWidth + thirdWidth;
  if (widths.length < 3 || widths.some((bytes) => bytes < 0 || bytes > widest) || width === 0) return null;
  const bytes = stream.decode();
  const size = stream.dict.get('Size');
  const index = numbersOf(stream.dict.get('Index'));
  const ranges = index.length >= 2 ? index : [0, typeof size === 'number' ? size : bytes.length];
  const entries = new XrefEntries();
  let at = 0;
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const first = ranges[range] ?? 0;
    const count = ranges[range + 1] ?? 0;
    for (let num = first; num < first + count && at + width <= bytes.length; num += 1, at += width) {
      const kind = typeWidth === 0 ? 1 : field(bytes, at, typeWidth);
      const second = field(bytes, at + typeWidth, secondWidth);
      const third = field(bytes, at + typeWidth + secondWidth, thirdWidth);
      if (kind === 1) entries.setOffset(num, second + base, third);
      else if (kind === 2) entries.setPacked(num, second, third);
      else entries.set(num, null);
    }
    meter.objects(entries.size);
  }
  return entries;
}

function field(bytes: Buffer, at: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((entry): entry is number => Number.isSafeInteger(entry)) : [];
}
