import type { LongPart, PartPrinted } from './print-part.ts';

/**
 * The parts with outlines nested as in one print: Chromium nests those of each part separately, as if nothing came
 * before.
 */
export function nested<T extends PartPrinted>(parts: readonly LongPart<T>[]): LongPart<T>[] {
  const open: number[] = [];
  return parts.map((part) => {
    const { places } = part.printed;
    if (part.levels.length !== places.outline.length) return part;
    const outline = places.outline.map((entry, index) => {
      const level = part.levels[index] ?? 1;
      while ((open.at(-1) ?? 0) >= level) open.pop();
      return { ...entry, level: open.push(level) };
    });
    return { ...part, printed: { ...part.printed, places: { ...places, outline } } };
  });
}
