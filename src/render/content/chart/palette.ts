/** Ink of texts and lines, as in templates/base.css. */
export const ink = '#1b1f27';
/** Grey of labels, titles and axis lines. */
export const muted = '#59616f';
/** Light grey of grid lines and empty circles. */
export const rule = '#d4d9e1';

/**
 * Dark and light colours in turn, so that neighbours differ in grey print. Each has a contrast of 3:1 with paper (WCAG
 * 2.2, 1.4.11), and any two differ for the three kinds of colour blindness (palette.test.ts measures it).
 */
export const palette = [
  '#1c4f82',
  '#d97a14',
  '#6b2fa8',
  '#4896e5',
  '#35302c',
  '#af8c6a',
  '#673b0f',
  '#8c96a1',
] as const;

/** Colours of the document; those of the service where it has none. */
export type Palette = readonly string[] | undefined;

/** The colour with this index; colours repeat after the last one. */
export function colorAt(index: number, own: Palette = palette): string {
  const colors = own.length > 0 ? own : palette;
  return colors[index % colors.length] ?? ink;
}

const dashes: readonly (number[] | 'solid')[] = ['solid', [5, 2], [1.5, 2], [7, 2, 1.5, 2]];
const symbols = ['circle', 'rect', 'triangle', 'diamond'] as const;

/** Beyond colour, lines differ in their dashes and points in their shapes. */
export const dashAt = (index: number): number[] | 'solid' => dashes[Math.floor(index / 2) % dashes.length] ?? 'solid';
/** The shape of the points of the series with this index. */
export const symbolAt = (index: number): (typeof symbols)[number] => symbols[index % symbols.length] ?? 'circle';
