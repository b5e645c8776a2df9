import type { symbolAt } from './palette.ts';

/** The outline of each shape of points, around a place. */
export const shapes: Readonly<Record<ReturnType<typeof symbolAt>, (x: number, y: number, r: number) => string>> = {
  circle: (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  rect: (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
  triangle: (x, y, r) => `M${x} ${y - r}l${r} ${2 * r}h${-2 * r}z`,
  diamond: (x, y, r) => `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`,
};
