import { printedFrame, readPrinted } from './printed.ts';
import { ParsedPrint } from './parsed-print.ts';

/** Left, bottom, right and top edge in points (ISO 32000-2, 7.9.5). */
type Box = readonly [left: number, bottom: number, right: number, top: number];

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

/** Digits of an offset in a cross-reference table (ISO 32000-2, 7.5.4). */
const offsetDigits = 10;

/** A printed file in which pages have the media boxes that `boxOf` gives for their printed sizes; `null` leaves one as it is. */
export function withMediaBoxes(pdf: Uint8Array, boxOf: (printed: Size) => Box | null): Uint8Array {
  const { bytes, offsetOf } = printedFrame(pdf);
  const replacements = new ParsedPrint(pdf).pages().flatMap((number) => replacementIn(bytes, offsetOf(number), boxOf));
  return replacements.length === 0 ? pdf : replaced(pdf, replacements.sort((one, other) => one.start - other.start));
}

function replacementIn(bytes: Buffer, offset: number, boxOf: (printed: Size) => Box | null): Replacement[] {
  const body = bytes.toString('latin1', offset, bytes.indexOf('endobj', offset));
  const found = mediaBox.exec(body);
  const box = found && boxOf({ width: Number(found[1]), height: Number(found[2]) });
  if (found === null || box === null) return [];
  const start = offset + found.index;
  const text = Buffer.from(`/MediaBox [${box.join(' ')}]`, 'latin1');
  return text.equals(bytes.subarray(start, start + found[0].length)) ? [] : [{ start, end: start + found[0].length, text }];
}

/** The file with these replacements, in rising order, and the offsets that follow from them. */
function replaced(pdf: Uint8Array, replacements: readonly Replacement[]): Uint8Array {
  const { bytes, objects, table } = readPrinted(pdf);
  const chunks: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of replacements) {
    chunks.push(bytes.subarray(from, start), text);
    from = end;
  }
  const offsets = shifted(objects.map(({ number, start }) => start - `${number} 0 obj`.length), replacements);
  const moved = new Map(objects.map(({ number }, index) => [number, offsets[index] ?? 0]));
  const [end = table] = shifted([table], replacements);
  const tail = bytes.toString('latin1', table).replace(/startxref\s+\d+/, `startxref\n${end}`);
  return Buffer.concat([...chunks, bytes.subarray(from, table), Buffer.from(withOffsets(tail, moved), 'latin1')]);
}

/** Where these offsets (rising) are once the replacements (rising) are made. */
function shifted(offsets: readonly number[], replacements: readonly Replacement[]): number[] {
  let [next, shift] = [0, 0];
  return offsets.map((offset) => {
    for (let at = replacements[next]; at !== undefined && at.start < offset; at = replacements[next]) {
      shift += at.text.length - (at.end - at.start);
      next += 1;
    }
    return offset + shift;
  });
}

/** A cross-reference table and its trailer with other offsets, by object number. */
function withOffsets(tail: string, offsets: ReadonlyMap<number, number>): string {
  let number = 0;
  return tail.replace(/^(\d+) (\d+)\s*$|^\d{10} (\d{5}) ([nf])/gm, (line, first: string | undefined, _count, generation: string, use: string) => {
    if (first !== undefined) {
      number = Number(first);
      return line;
    }
    const offset = offsets.get(number++);
    return offset === undefined || use === 'f' ? line : `${String(offset).padStart(offsetDigits, '0')} ${generation} ${use}`;
  });
}
