import { printedFrame, type PrintedFrame } from './printed.ts';
import { digits, entryLength, inUse, offsetDigits, sectionsOf } from './printed-table.ts';

/** A stretch of a file, and what takes its place. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: Buffer;
}

/**
 * The file with these replacements, in rising order, and the offsets that follow from them. `added` are bodies of new
 * objects, which have the numbers after those of the file.
 */
export function replaced(
  { bytes, table }: Pick<PrintedFrame, 'bytes' | 'table'>,
  replacements: readonly Replacement[],
  added: readonly string[] = [],
): Uint8Array {
  const chunks: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of replacements) {
    chunks.push(bytes.subarray(from, start), text);
    from = end;
  }
  const shifted = shiftBy(replacements);
  const end = bytes.indexOf('trailer', table);
  const entries = withOffsets(bytes.subarray(table, end), shifted);
  const size = Number(sizeEntry.exec(bytes.toString('latin1', end))?.[1]);
  const { objects, section, length } = written(added, size, shifted(table));
  const trailer = bytes
    .toString('latin1', end)
    .replace(sizeEntry, `/Size ${size + added.length}`)
    .replace(/startxref\s+\d+/, `startxref\n${shifted(table) + length}`);
  return Buffer.concat([
    ...chunks,
    bytes.subarray(from, table),
    Buffer.from(objects, 'latin1'),
    entries,
    Buffer.from(section + trailer, 'latin1'),
  ]);
}

/** A printed file with other texts at these places, and the offsets that follow from them. */
export function withReplacements(pdf: Uint8Array, all: readonly Replacement[]): Uint8Array {
  if (all.length === 0) return pdf;
  return replaced(
    printedFrame(pdf),
    all.toSorted((one, other) => one.start - other.start),
  );
}

const sizeEntry = /\/Size (\d+)/;

/** New objects as they are written from an offset on, and their section of the cross-reference table. */
function written(bodies: readonly string[], first: number, offset: number) {
  let objects = '';
  let section = bodies.length === 0 ? '' : `${first} ${bodies.length}\n`;
  for (const [index, body] of bodies.entries()) {
    section += `${String(offset + objects.length).padStart(offsetDigits, '0')} 00000 n \n`;
    objects += `${first + index} 0 obj\n${body}\nendobj\n`;
  }
  return { objects, section, length: objects.length };
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
