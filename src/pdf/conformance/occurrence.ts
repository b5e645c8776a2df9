import { shownBox, type ShownBox } from '../geometry/shown-page.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Breach } from './rule.ts';

/** The place of a breach in a response; null where it is unknown, or not a single place. */
export interface Occurrence {
  readonly page: number | null;
  /** Number of the indirect object. */
  readonly object: number | null;
  readonly box: ShownBox | null;
  /** The fault. */
  readonly message: string;
  readonly fix: string;
}

/** The report of a breach, with its place on the shown page. */
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
