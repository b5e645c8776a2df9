import type { Box, PdfPage } from '../../file/pdf-file.ts';

/** From the top-left corner of the page as it is shown: crop box, after rotation. Points. */
export interface ShownBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Width and height of a page as it is shown. */
export function shownSize({
  cropBox: [left, bottom, right, top],
  rotate,
}: Pick<PdfPage, 'cropBox' | 'rotate'>): readonly [width: number, height: number] {
  return rotate % 180 === 0 ? [right - left, top - bottom] : [top - bottom, right - left];
}

/** A rectangle of default user space. Rotation is clockwise (ISO 32000-2, 7.7.3.3). */
export function rectangleOf(
  { x, y, width, height }: ShownBox,
  { cropBox: [left, bottom, right, top], rotate }: Pick<PdfPage, 'cropBox' | 'rotate'>,
): Box {
  switch (rotate) {
    case 0:
      return [left + x, top - y - height, left + x + width, top - y];
    case 90:
      return [left + y, bottom + x, left + y + height, bottom + x + width];
    case 180:
      return [right - x - width, bottom + y, right - x, bottom + y + height];
    case 270:
      return [right - y - height, top - x - width, right - y, top - x];
  }
}

/** The Matrix of an appearance that stands upright on a page rotated so (8.10.2, 12.5.5). */
export const uprightMatrix: Readonly<Record<PdfPage['rotate'], readonly number[]>> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
};
