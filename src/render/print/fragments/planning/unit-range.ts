import type { LongFlow } from './flow.ts';

/** A stretch of a long flow. */
export interface Stretch {
  /** Its first unit. */
  readonly from: number;
  /** The unit after its last. */
  readonly to: number;
}

/** How large a stretch is. */
export const sizeOf = ({ sizes }: LongFlow, { from, to }: Stretch) => (sizes[to] ?? 0) - (sizes[from] ?? 0);

/** The first unit that has so much before it, counted from a unit on. */
export function unitAfter({ sizes }: LongFlow, from: number, size: number): number {
  const wanted = (sizes[from] ?? 0) + size;
  let [low, high] = [from + 1, sizes.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sizes[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The block that a unit is in. */
export function blockOf({ starts }: Pick<LongFlow, 'starts'>, unit: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= unit) low = middle;
    else high = middle - 1;
  }
  return low;
}
