import type { Box, PdfFile, PdfPage } from '../file/pdf-file.ts';
import { hundredths, mapRect, multiply, type Matrix } from './matrix.ts';

/** What decides how a page is shown: its crop box and its rotation (ISO 32000-2, 7.7.3.3). */
type ShownPage = Pick<PdfPage, 'cropBox' | 'rotate'>;

/** A box as requests and answers have it: points from the top-left corner of the page as it is shown. */
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
}: ShownPage): readonly [width: number, height: number] {
  return rotate % 180 === 0 ? [right - left, top - bottom] : [top - bottom, right - left];
}

/** A rectangle of default user space. Rotation is clockwise (ISO 32000-2, 7.7.3.3). */
export function rectangleOf(
  { x, y, width, height }: ShownBox,
  { cropBox: [left, bottom, right, top], rotate }: ShownPage,
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

/** Page space to the page as it is shown: crop box, rotation, y downwards. */
export function toShown({ cropBox: [x0, y0, x1, y1], rotate }: ShownPage): Matrix {
  if (rotate === 90) return [0, 1, 1, 0, -y0, -x0];
  if (rotate === 180) return [-1, 0, 0, 1, x1, -y0];
  return rotate === 270 ? [0, -1, -1, 0, y1, x1] : [1, 0, 0, -1, -x0, y1];
}

/** The page as it is shown to page space. */
export function fromShown({ cropBox: [x0, y0, x1, y1], rotate }: ShownPage): Matrix {
  if (rotate === 90) return [0, 1, 1, 0, x0, y0];
  if (rotate === 180) return [-1, 0, 0, 1, x1, y0];
  return rotate === 270 ? [0, -1, -1, 0, x1, y1] : [1, 0, 0, -1, x0, y1];
}

/** A rectangle of default user space, on the page as it is shown; to hundredths of a point. */
export function shownBox(page: ShownPage, [a, b, c, d]: readonly [number, number, number, number]): ShownBox {
  const rectangle = { x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d) };
  const { x0, y0, x1, y1 } = mapRect(toShown(page), rectangle);
  return { x: hundredths(x0), y: hundredths(y0), width: hundredths(x1 - x0), height: hundredths(y1 - y0) };
}

/** A page of which a unit is so many points (UserUnit: ISO 32000-2, table 31). */
export interface MeasuredPage extends ShownPage {
  readonly unit: number;
}

/** Points of a unit of a page. */
export function unitOf(file: Pick<PdfFile, 'number'>, { dict }: Pick<PdfPage, 'dict'>): number {
  const unit = file.number(dict.get('UserUnit')) ?? 1;
  return unit > 0 ? unit : 1;
}

/** Width and height of a page as it is shown, in points. */
export function shownPoints(page: MeasuredPage): readonly [width: number, height: number] {
  const [width, height] = shownSize(page);
  return [width * page.unit, height * page.unit];
}

/** Points from the top-left corner of the page as it is shown, y downwards, to page space. */
export const fromShownPoints = (page: MeasuredPage): Matrix =>
  multiply([1 / page.unit, 0, 0, 1 / page.unit, 0, 0], fromShown(page));
