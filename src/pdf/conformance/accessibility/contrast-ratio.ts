/** A colour of sRGB: each component from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Relative luminance, 0 to 1 (WCAG 2.2, relative luminance). */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const bounded = Math.min(1, Math.max(0, value));
    return bounded <= 0.040_45 ? bounded / 12.92 : ((bounded + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
