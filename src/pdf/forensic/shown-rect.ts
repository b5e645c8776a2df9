import type { Dict } from '../objects/objects.ts';
import type { PdfFile, PdfPage } from '../file/pdf-file.ts';
import type { Box } from '../text/extracted.ts';

/** The Rect of an annotation on its page as shown, or null. */
export function annotationBox(file: PdfFile, page: PdfPage, annotation: Dict): Box | null {
  const [a = null, b = null, c = null, d = null] = (file.array(annotation.get('Rect')) ?? [])
    .slice(0, 4)
    .map((entry) => file.number(entry));
  return a === null || b === null || c === null || d === null ? null : shownBox(page, [a, b, c, d]);
}

/**
 * A rectangle of user space on the page as shown: crop box, after rotation, from the top-left corner (ISO 32000-2,
 * 7.7.3.3).
 */
export function shownBox({ cropBox, rotate }: PdfPage, [a, b, c, d]: readonly [number, number, number, number]): Box {
  const [left, bottom, right, top] = cropBox;
  const [x0, x1, y0, y1] = [Math.min(a, c), Math.max(a, c), Math.min(b, d), Math.max(b, d)];
  switch (rotate) {
    case 0:
      return box(x0 - left, top - y1, x1 - x0, y1 - y0);
    case 90:
      return box(y0 - bottom, x0 - left, y1 - y0, x1 - x0);
    case 180:
      return box(right - x1, y0 - bottom, x1 - x0, y1 - y0);
    case 270:
      return box(top - y1, right - x1, y1 - y0, x1 - x0);
  }
}

const round = (value: number) => Math.round(value * 100) / 100;
const box = (x: number, y: number, width: number, height: number): Box => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
});

/** The page (1-based) that has an annotation, by the annotations that each has. */
export function pagesOfAnnotations(file: PdfFile): Map<Dict, number> {
  const pages = new Map<Dict, number>();
  for (const [index, { dict }] of file.pages().entries())
    for (const entry of file.array(dict.get('Annots')) ?? []) {
      const annotation = file.dict(entry);
      if (annotation !== null) pages.set(annotation, index + 1);
    }
  return pages;
}
