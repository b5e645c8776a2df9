import type { Dict } from '../objects/objects.ts';
import type { PdfFile, PdfPage } from '../file/pdf-file.ts';
import { shownBox, type ShownBox } from '../geometry/shown-page.ts';

/** The Rect of an annotation on its page as shown, or null. */
export function annotationBox(file: PdfFile, page: PdfPage, annotation: Dict): ShownBox | null {
  const [a = null, b = null, c = null, d = null] = (file.array(annotation.get('Rect')) ?? [])
    .slice(0, 4)
    .map((entry) => file.number(entry));
  return a === null || b === null || c === null || d === null ? null : shownBox(page, [a, b, c, d]);
}

/** The 1-based page of each annotation, by the Annots of the pages. */
export function pagesOfAnnotations(file: PdfFile): Map<Dict, number> {
  const pages = new Map<Dict, number>();
  for (const [index, { dict }] of file.pages().entries())
    for (const entry of file.array(dict.get('Annots')) ?? []) {
      const annotation = file.dict(entry);
      if (annotation !== null) pages.set(annotation, index + 1);
    }
  return pages;
}
