import type { PdfPage } from '../../file/pdf-file.ts';
import { fromShown, shownSize } from '../../geometry/shown-page.ts';
import { multiply, type Matrix } from '../../geometry/matrix.ts';
import type { MarkLook, MarkObject } from './mark.ts';

/** What decides how a page is shown. `unit` is the points of a unit of the page. */
export interface MarkedPage extends Pick<PdfPage, 'cropBox' | 'rotate'> {
  readonly unit: number;
}

type Placed = Pick<MarkLook, 'at' | 'margin' | 'rotation' | 'width'>;

/** Where along an edge the anchors are, from its start (0) to its end (1). */
const shares: Readonly<Record<string, number>> = { left: 0, center: 0.5, right: 1, top: 0, bottom: 1 };

/** Maps an object of a mark to the user space of its page: upright on the page as it is shown, whatever its boxes. */
export function markMatrix(page: MarkedPage, { width, height }: MarkObject, mark: Placed): Matrix {
  const [pageWidth, pageHeight] = shownSize(page).map((side) => side * page.unit) as [number, number];
  const angle = (mark.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const around = (scale: number) =>
    [
      scale * (Math.abs(cos) * width + Math.abs(sin) * height),
      scale * (Math.abs(sin) * width + Math.abs(cos) * height),
    ] as const;
  const room = (side: number) => Math.max(side - 2 * mark.margin, side / 2);
  const [naturalWidth, naturalHeight] = around(1);
  const fitting = Math.min(1, room(pageWidth) / naturalWidth, room(pageHeight) / naturalHeight);
  const scale = mark.width === undefined ? fitting : mark.width / width;
  const [wide, tall] = around(scale);
  const [x, y] = middleOf(mark, { wide, tall, pageWidth, pageHeight });
  const turned: Matrix = [scale * cos, scale * sin, -scale * sin, scale * cos, 0, 0];
  const [a, b, c, d, e, f] = multiply([1, 0, 0, 1, -width / 2, -height / 2], turned);
  const unit = 1 / page.unit;
  return multiply([a, b, c, d, e, f], multiply([unit, 0, 0, -unit, x * unit, y * unit], fromShown(page)));
}

/** The middle of a mark, in points from the top-left corner of the page as it is shown. */
function middleOf(
  { at, margin }: Placed,
  box: { readonly wide: number; readonly tall: number; readonly pageWidth: number; readonly pageHeight: number },
): readonly [number, number] {
  const { wide, tall, pageWidth, pageHeight } = box;
  if (typeof at === 'object') return [at.x + wide / 2, at.y + tall / 2];
  const [vertical = 'center', horizontal = 'center'] = at.split('-');
  const along = (side: number, own: number, share: number) => margin + own / 2 + share * (side - 2 * margin - own);
  return [along(pageWidth, wide, shares[horizontal] ?? 0.5), along(pageHeight, tall, shares[vertical] ?? 0.5)];
}
