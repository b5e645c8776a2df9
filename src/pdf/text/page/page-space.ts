import type { Engine } from '../../pdfium/engine.ts';
import { type Matrix, mapRect, type Rect } from '../../geometry/matrix.ts';

/** The page as it is shown, and the way there from default user space (ISO 32000-2, 8.3.2.3). */
export interface PageSpace {
  readonly width: number;
  readonly height: number;
  /** User space to points from the top-left corner, y downwards. */
  readonly toShown: Matrix;
}

/** The crop box within the media box, turned by /Rotate (ISO 32000-2, 7.7.3.3). */
export function pageSpace(engine: Engine, page: number): PageSpace {
  const { calls, scratch } = engine;
  const found = calls.FPDF_GetPageBoundingBox(page, scratch) !== 0;
  const view = engine.view();
  const at = (index: number) => view.getFloat32(scratch + index * 4, true);
  const box: Rect = found
    ? { x0: Math.min(at(0), at(2)), x1: Math.max(at(0), at(2)), y0: Math.min(at(1), at(3)), y1: Math.max(at(1), at(3)) }
    : { x0: 0, y0: 0, x1: 612, y1: 792 };
  const toShown = turned(box, calls.FPDFPage_GetRotation(page));
  const shown = mapRect(toShown, box);
  return { width: shown.x1, height: shown.y1, toShown };
}

function turned({ x0, y0, x1, y1 }: Rect, quarters: number): Matrix {
  switch (quarters) {
    case 1:
      return [0, 1, 1, 0, -y0, -x0];
    case 2:
      return [-1, 0, 0, 1, x1, -y0];
    case 3:
      return [0, -1, -1, 0, y1, x1];
    default:
      return [1, 0, 0, -1, -x0, y1];
  }
}
