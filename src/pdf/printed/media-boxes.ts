import type { Box } from '../file/pdf-file.ts';
import { printedFrame } from './printed.ts';
import { ParsedPrint } from './parsed-print.ts';
import { withReplacements, type Replacement } from './replace-stretches.ts';

/** Width and height in points. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The entry of a page as Skia writes it: its lower left corner is the origin. */
const mediaBox = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/;

/**
 * A printed file in which pages have the media boxes that `boxOf` gives for their printed sizes; `null` leaves one as
 * it is.
 */
export function withMediaBoxes(pdf: Uint8Array, boxOf: (printed: Size) => Box | null): Uint8Array {
  const { bytes, offsetOf } = printedFrame(pdf);
  const replacements = new ParsedPrint(pdf).pages().flatMap((number) => replacementIn(bytes, offsetOf(number), boxOf));
  return withReplacements(pdf, replacements);
}

function replacementIn(bytes: Buffer, offset: number, boxOf: (printed: Size) => Box | null): Replacement[] {
  const body = bytes.toString('latin1', offset, bytes.indexOf('endobj', offset));
  const found = mediaBox.exec(body);
  const box = found && boxOf({ width: Number(found[1]), height: Number(found[2]) });
  if (found === null || box === null) return [];
  const start = offset + found.index;
  const text = Buffer.from(`/MediaBox [${box.join(' ')}]`, 'latin1');
  return text.equals(bytes.subarray(start, start + found[0].length))
    ? []
    : [{ start, end: start + found[0].length, text }];
}
