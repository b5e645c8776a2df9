import type { Dict, Obj, PdfArray } from '../../objects/objects.ts';

/** K of a structure element (ISO 32000-2, 14.7.2) as a list; `file` follows a reference to one. */
export function elementKids(element: Dict, file?: { array(obj: Obj): PdfArray | null }): PdfArray {
  const kids = element.get('K');
  const list = file === undefined ? (Array.isArray(kids) ? kids : null) : file.array(kids);
  return list ?? (kids === null ? [] : [kids]);
}
