import type { Picture } from '../images/picture.ts';
import type { LookStyle } from './look.ts';

/** A part of a look, in points from its bottom-left corner. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where picture and text are. */
export interface Areas {
  readonly picture: Area;
  readonly text: Area;
  /** The picture is above the text. */
  readonly stacked: boolean;
}

interface Content {
  readonly style: LookStyle | null;
  readonly picture: Picture | null;
  readonly hasText: boolean;
}

/**
 * `around` is the distance from the edges, or from the frame, and `between` that of picture and text, in points; `share`
 * is the largest part of the width or height that a picture beside text gets. A box is upright where its height is more
 * than this part of its width.
 */
const plainMeasures = { around: 3, between: 3, share: 0.5, upright: 1 };
const designMeasures = { around: 4, between: 7, share: 0.4, upright: 0.7 };

/**
 * Divides a box for picture and text, side by side or one above the other. The picture gets its width at full height, or
 * its height at full width, up to its share.
 */
export function areasOf({ style, picture, hasText }: Content, box: { width: number; height: number }): Areas {
  const { around, between, share, upright } = style === null ? plainMeasures : designMeasures;
  const edge = around + (style?.frame?.width ?? 0);
  const inner: Area = {
    x: edge,
    y: edge,
    width: Math.max(1, box.width - 2 * edge),
    height: Math.max(1, box.height - 2 * edge),
  };
  const layout = style?.layout ?? 'auto';
  const stacked = layout === 'logo-top' || (layout === 'auto' && inner.height > upright * inner.width);
  if (picture === null || !hasText) return { picture: inner, text: inner, stacked };
  const { x, y, width, height } = inner;
  if (stacked) {
    const tall = Math.min(height * share, (width * picture.height) / picture.width);
    return {
      picture: { x, y: y + height - tall, width, height: tall },
      text: { x, y, width, height: Math.max(1, height - tall - between) },
      stacked,
    };
  }
  const wide = Math.min(width * share, (height * picture.width) / picture.height);
  return {
    picture: { x, y, width: wide, height },
    text: { x: x + wide + between, y, width: Math.max(1, width - wide - between), height },
    stacked,
  };
}
