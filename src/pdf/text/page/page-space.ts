import type { Engine } from '../../pdfium/engine.ts';
import type { Box } from '../../file/pdf-file.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import { shownSize, toShown } from '../../geometry/shown-page.ts';

/** The shown page, and its mapping from default user space (ISO 32000-2, 8.3.2.3). */
export interface PageSpace {
  readonly width: number;
  readonly height: number;
  /** From user space to points from the top-left corner, y downwards. */
  readonly toShown: Matrix;
}

/** The crop box within the media box, rotated by Rotate (ISO 32000-2, 7.7.3.3). */
export function pageSpace(engine: Engine, page: number): PageSpace {
  const { calls, scratch } = engine;
  const found = calls.FPDF_GetPageBoundingBox(page, scratch) !== 0;
  const view = engine.view();
  const at = (index: number) => view.getFloat32(scratch + index * 4, true);
  const cropBox: Box = found
    ? [Math.min(at(0), at(2)), Math.min(at(1), at(3)), Math.max(at(0), at(2)), Math.max(at(1), at(3))]
    : [0, 0, 612, 792];
  const shown = { cropBox, rotate: ([0, 90, 180, 270] as const)[calls.FPDFPage_GetRotation(page)] ?? 0 };
  const [width, height] = shownSize(shown);
  return { width, height, toShown: toShown(shown) };
}
