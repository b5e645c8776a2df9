import type { Matrix, Rect } from '../../geometry/matrix.ts';
import { fromFrame, type Glyph, toFrame } from './glyph.ts';
import type { Character } from './page-characters.ts';

/** Size and direction of text by the font size and the text matrix (ISO 32000-2, 9.4.4). */
interface Setting {
  readonly angle: number;
  readonly vertical: boolean;
  readonly size: number;
  readonly em: number;
}

/** Size and direction of a run by its text matrix and font size. */
export function settingOf([a, b, c, d]: Matrix, fontSize: number, run: readonly Character[]): Setting {
  const angle = snapped((Math.atan2(b * Math.sign(fontSize), a * Math.sign(fontSize)) * 180) / Math.PI);
  const scale = ownScale(run, angle, Math.hypot(a, b) * Math.abs(fontSize));
  const em = Math.hypot(a, b) * Math.abs(fontSize) * scale;
  const size = Math.hypot(c, d) * Math.abs(fontSize) * scale;
  const vertical = runsDown(run, angle, size);
  return { angle: vertical ? snapped(angle + 90) : angle, vertical, size, em: vertical ? size : em };
}

/**
 * A Type 3 font has a glyph space of its own (ISO 32000-2, 9.6.4), so that its font size alone means nothing. Where its
 * letters are much too wide, their width is taken as half an em.
 */
function ownScale(run: readonly Character[], angle: number, em: number): number {
  if (em <= 0) return 1;
  const widths = run
    .filter(({ text }) => text !== ' ')
    .map(({ rect }) => (angle % 180 === 90 ? rect.y1 - rect.y0 : rect.x1 - rect.x0));
  const usual = widths.sort((one, other) => one - other)[widths.length >> 1] ?? 0;
  return usual > 2.5 * em ? (2 * usual) / em : 1;
}

/** Whole degrees from 0 to 359. Up to 3 degrees of skew count as straight. */
function snapped(degrees: number): number {
  const quarter = Math.round(degrees / 90) * 90;
  const angle = Math.abs(degrees - quarter) <= 3 ? quarter : Math.round(degrees);
  return ((angle % 360) + 360) % 360;
}

/** True where each character is below the previous one, as in vertical writing (ISO 32000-2, 9.7.4.3). */
function runsDown(run: readonly Character[], angle: number, size: number): boolean {
  if (run.length < 2) return false;
  let down = 0;
  for (const [index, character] of run.entries()) {
    const previous = run[index - 1];
    if (!previous) continue;
    const [u, v] = toFrame(angle, character.x - previous.x, character.y - previous.y);
    if (v > 0.4 * size && Math.abs(u) < 0.7 * size) down += 1;
  }
  return down > (run.length - 1) / 2;
}

type Placed = Pick<Glyph, 'u0' | 'u1' | 'v' | 'v0' | 'v1' | 'rect'>;

const within = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high);

/** The place of a character of horizontal text in its frame. */
export function placeHorizontal({ x, y, rect }: Character, { angle, size, em }: Setting): Placed {
  const [u0, v] = toFrame(angle, x, y);
  const framed = inFrame(angle, rect, size);
  const straight = angle % 90 === 0;
  const advance = within(0, framed.u1 - (straight ? u0 : framed.u0), 4 * em);
  const v0 = v - (straight ? within(0.5 * size, v - framed.v0, 1.1 * size) : 0.8 * size);
  const v1 = v + (straight ? within(0.1 * size, framed.v1 - v, 0.4 * size) : 0.2 * size);
  return { u0, u1: u0 + advance, v, v0, v1, rect: fromFrame(angle, { u0, u1: u0 + advance, v0, v1 }) };
}

/** In vertical writing u runs down the page and v to the left; the line is in the middle of the column. */
export function placeVertical({ rect }: Character, { angle, size }: Setting): Placed {
  const framed = inFrame(angle, rect, size);
  const v = (framed.v0 + framed.v1) / 2;
  const middle = (framed.u0 + framed.u1) / 2;
  const half = within(0.2 * size, (framed.u1 - framed.u0) / 2, 0.5 * size);
  return {
    u0: middle - half,
    u1: middle + half,
    v,
    v0: v - 0.5 * size,
    v1: v + 0.5 * size,
    rect: fromFrame(angle, { u0: middle - half, u1: middle + half, v0: v - 0.5 * size, v1: v + 0.5 * size }),
  };
}

/**
 * The bounds of a character in its frame. In a skewed frame the upright rectangle is larger than the character, whose
 * width follows from the two extents and the font height.
 */
function inFrame(
  angle: number,
  { x0, y0, x1, y1 }: Rect,
  size: number,
): { u0: number; u1: number; v0: number; v1: number } {
  if (angle % 90 === 0) {
    const [ua, va] = toFrame(angle, x0, y0);
    const [ub, vb] = toFrame(angle, x1, y1);
    return { u0: Math.min(ua, ub), u1: Math.max(ua, ub), v0: Math.min(va, vb), v1: Math.max(va, vb) };
  }
  const [cos, sin] = [Math.abs(Math.cos((angle * Math.PI) / 180)), Math.abs(Math.sin((angle * Math.PI) / 180))];
  const width = cos > sin ? (x1 - x0 - size * sin) / cos : (y1 - y0 - size * cos) / sin;
  return { u0: 0, u1: Math.max(0, width), v0: 0, v1: size };
}
