import type { Box } from '../file/pdf-file.ts';
import { printedFrame, type PrintedFrame } from './printed.ts';
import { digits, entryLength, inUse, offsetDigits, sectionsOf } from './printed-table.ts';
import { ParsedPrint } from './parsed-print.ts';

/** Width and height in points. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** A stretch of a file, and what takes its place. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: Buffer;
}

/** The entry of a page as Skia writes it: its lower left corner is the origin. */
const mediaBox = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/;

/**
 * A printed file in which pages have the media boxes that `boxOf` gives for their printed sizes; `null` leaves one as
 * it is.
 */
export function withMediaBoxes(pdf: Uint8Array, boxOf: (printed: Size) => Box | null): Uint8Array {
  const { bytes, offsetOf, table } = printedFrame(pdf);
  const replacements = new ParsedPrint(pdf).pages().flatMap((number) => replacementIn(bytes, offsetOf(number), boxOf));
  return replacements.length === 0
    ? pdf
    : replaced(
        { bytes, table },
        replacements.sort((one, other) => one.start - other.start),
      );
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

/** The file with these replacements, in rising order, and the offsets that follow from them. */
function replaced(
  { bytes, table }: Pick<PrintedFrame, 'bytes' | 'table'>,
  replacements: readonly Replacement[],
): Uint8Array {
  const chunks: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of replacements) {
    chunks.push(bytes.subarray(from, start), text);
    from = end;
  }
  const shifted = shiftBy(replacements);
  const end = bytes.indexOf('trailer', table);
  const trailer = bytes.toString('latin1', end).replace(/startxref\s+\d+/, `startxref\n${shifted(table)}`);
  const entries = withOffsets(bytes.subarray(table, end), shifted);
  return Buffer.concat([...chunks, bytes.subarray(from, table), entries, Buffer.from(trailer, 'latin1')]);
}

/** Where an offset of the file is once the replacements (rising) are made. */
function shiftBy(replacements: readonly Replacement[]): (offset: number) => number {
  const shifts = [0];
  for (const { start, end, text } of replacements) shifts.push((shifts.at(-1) ?? 0) + text.length - (end - start));
  return (offset) => {
    // the replacements before `low` are before the offset, those from `high` on are not
    let [low, high] = [0, replacements.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((replacements[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return offset + (shifts[low] ?? 0);
  };
}

/** A cross-reference table with other offsets in its entries: `oooooooooo ggggg n`, and an end of line of two bytes. */
function withOffsets(table: Buffer, shifted: (offset: number) => number): Buffer {
  const copy = Buffer.from(table);
  for (const { count, start } of sectionsOf(copy, 0))
    for (let at = start; at < start + count * entryLength; at += entryLength)
      if (copy[at + 17] === inUse) writeDigits(copy, at, shifted(digits(copy, at, offsetDigits)));
  return copy;
}

/** Writes a number with `offsetDigits` digits. */
function writeDigits(bytes: Buffer, at: number, value: number): void {
  for (let rest = value, index = at + offsetDigits - 1; index >= at; index -= 1) {
    bytes[index] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}
