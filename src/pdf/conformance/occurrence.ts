import { mapRect, type Matrix } from '../geometry/matrix.ts';
import type { PdfFile, PdfPage } from '../file/pdf-file.ts';
import type { Breach } from './rule.ts';

/** Points from the top-left corner of the page as it is shown. */
export interface ShownBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A place where something is wrong, as an answer tells it; null is not known, or not one place. */
export interface Occurrence {
  readonly page: number | null;
  /** Number of the indirect object. */
  readonly object: number | null;
  readonly box: ShownBox | null;
  readonly message: string;
  readonly fix: string;
}

export function occurrenceOf(
  file: PdfFile,
  { place, detail }: Breach,
  { message, fix }: { readonly message: string; readonly fix: string },
): Occurrence {
  const page = place.page === undefined ? undefined : file.pages()[place.page - 1];
  const box = page === undefined || place.rectangle === undefined ? null : shownBox(page, place.rectangle);
  return {
    page: place.page ?? null,
    object: place.object ?? null,
    box,
    message: detail === '' ? message : `${message.replace(/\.$/, '')}: ${detail}.`,
    fix,
  };
}

/** A rectangle of default user space on the page as it is shown (ISO 32000-2, 7.7.3.3, 8.3.2.3). */
export function shownBox(
  { cropBox: [left, bottom, right, top], rotate }: PdfPage,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
): ShownBox {
  const turned: Readonly<Record<PdfPage['rotate'], Matrix>> = {
    0: [1, 0, 0, -1, -left, top],
    90: [0, 1, 1, 0, -bottom, -left],
    180: [-1, 0, 0, 1, right, -bottom],
    270: [0, -1, -1, 0, top, right],
  };
  const box = mapRect(turned[rotate], { x0, y0, x1, y1 });
  const round = (value: number) => Math.round(value * 100) / 100;
  return { x: round(box.x0), y: round(box.y0), width: round(box.x1 - box.x0), height: round(box.y1 - box.y0) };
}
