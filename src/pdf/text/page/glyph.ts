import type { Rect } from '../../geometry/matrix.ts';
import type { Hidden } from '../extracted.ts';

/**
 * A glyph in the frame of its writing direction: u runs along the baseline, v down from line to line. For upright text
 * the frame is the shown page.
 */
export interface Glyph {
  /** Its text in logical order: one character, those of a ligature, or an ActualText. */
  readonly text: string;
  /** Clockwise angle of the writing direction on the shown page, in degrees: 0 is left to right. */
  readonly angle: number;
  /** Written in columns from top to bottom; `angle` is then that of the columns. */
  readonly vertical: boolean;
  /** Along the baseline: from its origin to the origin of the next glyph. */
  readonly u0: number;
  readonly u1: number;
  /** The baseline. */
  readonly v: number;
  /** Ascent and descent. */
  readonly v0: number;
  readonly v1: number;
  /** Box on the shown page. */
  readonly rect: Rect;
  /** Height of the font as shown, in points. */
  readonly size: number;
  /** Font size along the baseline, in points: differs for stretched text. */
  readonly em: number;
  readonly font: string;
  readonly hidden: Hidden | null;
  readonly mcid: number;
  readonly artifact: boolean;
  /** `text` is an ActualText: its brackets are in reading order, not mirrored. */
  readonly replaced?: boolean;
}

/** True for a glyph of white space only. */
export const isSpace = (glyph: Glyph): boolean => /^\s+$/u.test(glyph.text);

/** Unit vectors of the frame of a writing direction. */
function axes(angle: number): readonly [cos: number, sin: number] {
  const turn = (angle * Math.PI) / 180;
  return angle % 90 === 0 ? [Math.round(Math.cos(turn)), Math.round(Math.sin(turn))] : [Math.cos(turn), Math.sin(turn)];
}

/** Maps a point of the page into the frame of a writing direction. */
export function toFrame(angle: number, x: number, y: number): readonly [u: number, v: number] {
  const [cos, sin] = axes(angle);
  return [x * cos + y * sin, y * cos - x * sin];
}

/** A rectangle of a frame: along the baseline from `u0` to `u1`, across it from `v0` to `v1`. */
export type FrameRect = Pick<Glyph, 'u0' | 'u1' | 'v0' | 'v1'>;

/** The upright rectangle on the page that encloses a rectangle of the frame of a writing direction. */
export function fromFrame(angle: number, { u0, u1, v0, v1 }: FrameRect): Rect {
  if (angle === 0) return { x0: u0, y0: v0, x1: u1, y1: v1 };
  const [cos, sin] = axes(angle);
  const xs = [u0 * cos - v0 * sin, u1 * cos - v0 * sin, u0 * cos - v1 * sin, u1 * cos - v1 * sin];
  const ys = [u0 * sin + v0 * cos, u1 * sin + v0 * cos, u0 * sin + v1 * cos, u1 * sin + v1 * cos];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}
