import type { Place, Rect } from './shapes.ts';

/**
 * The part of a chart with its marks. Categories, or numbers of the x axis, run along it, from the left or from the top;
 * values run across, from the bottom or from the left. Where a language runs from right to left, it is mirrored.
 */
export interface Plane extends Rect {
  readonly horizontal: boolean;
  readonly mirrored: boolean;
}

/** Points from the first category to the last. */
export const lengthOf = ({ horizontal, width, height }: Plane): number => (horizontal ? height : width);
/** Points from the lowest value to the highest. */
export const depthOf = ({ horizontal, width, height }: Plane): number => (horizontal ? width : height);

/** The place on the page that is so many points along and across. */
export function placeAt(plane: Plane, along: number, across: number): Place {
  const { x, y, width, height, horizontal, mirrored } = plane;
  const from = horizontal ? across : along;
  return { x: mirrored ? x + width - from : x + from, y: horizontal ? y + along : y + height - across };
}

/** From one point to another, along or across. */
export type Stretch = readonly [number, number];

/** The box on the page from one point to another. */
export function boxBetween(plane: Plane, along: Stretch, across: Stretch): Rect {
  const [one, other] = [placeAt(plane, along[0], across[0]), placeAt(plane, along[1], across[1])];
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(other.x - one.x),
    height: Math.abs(other.y - one.y),
  };
}
