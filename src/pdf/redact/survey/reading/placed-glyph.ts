import type { ShownGlyph } from '../../../content/visitor.ts';
import type { Gap } from './reading-item.ts';

/** A glyph in the frame of its line. */
export interface TextGlyph {
  readonly glyph: ShownGlyph;
  readonly text: string;
  /** Along the baseline: origin and end. Across it, upwards: the baseline. */
  readonly u0: number;
  readonly u1: number;
  readonly v: number;
  /** Direction of the baseline, in degrees. */
  readonly angle: number;
  readonly em: number;
}

const wordGap = 0.15;

/** The glyph in the frame of its line. */
export function placed(glyph: ShownGlyph): TextGlyph {
  const [x0, y0, x1, y1, , , x3, y3] = glyph.quad;
  const em = Math.max(Math.hypot(x3 - x0, y3 - y0), 0.01);
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [cos, sin] = length > 1e-6 ? [(x1 - x0) / length, (y1 - y0) / length] : [(y3 - y0) / em, -(x3 - x0) / em];
  const u0 = glyph.x * cos + glyph.y * sin;
  return {
    glyph,
    text: glyph.unicode ?? '\uFFFC',
    u0,
    u1: u0 + length,
    v: glyph.y * cos - glyph.x * sin,
    angle: Math.round((Math.atan2(sin, cos) * 180) / Math.PI),
    em,
  };
}

/** The gap between consecutive glyphs. */
export function gapBetween(one: TextGlyph, other: TextGlyph): Gap {
  const em = Math.max(one.em, other.em);
  const turn = Math.abs(one.angle - other.angle) % 360;
  if (turn > 3 && turn < 357) return '\n';
  if (Math.abs(one.v - other.v) > 0.6 * em) return '\n';
  const gap = other.u0 - one.u1;
  if (gap < -1.2 * em) return '\n';
  return gap > wordGap * em ? ' ' : '';
}
