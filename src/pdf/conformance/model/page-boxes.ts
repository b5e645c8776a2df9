import type { Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { ObjectLocation } from '../object-location.ts';

/** Widths and heights of the boxes of a page (ISO 32000-2, 14.11.2), own or inherited. */
export interface PageBoxes {
  readonly place: ObjectLocation;
  readonly sides: readonly number[];
}

/** The page boxes of all pages. */
export function readPageBoxes(file: PdfFile): PageBoxes[] {
  return file.pages().map(({ dict, ref, inherited }, index) => ({
    place: { page: index + 1, object: ref?.num },
    sides: [
      inherited.get('MediaBox'),
      inherited.get('CropBox'),
      dict.get('BleedBox'),
      dict.get('TrimBox'),
      dict.get('ArtBox'),
    ].flatMap((box) => sidesOf(file, box)),
  }));
}

function sidesOf(file: PdfFile, box: Obj): number[] {
  const [a, b, c, d] = (file.array(box) ?? []).map((entry) => file.number(entry));
  return a == null || b == null || c == null || d == null ? [] : [Math.abs(c - a), Math.abs(d - b)];
}
