import type { XrefEntries } from './xref-entries.ts';

/** What a cross-reference section may have in one form or in another. */
export interface XrefForm {
  /**
   * The most free entries for each entry in use. Where numbers have more gaps than that, the gaps are left out, and
   * there are subsections instead.
   */
  readonly maxFreePerUsed: number;
  /** Generation of entries that are free; that of number 0 is 65,535 (ISO 32000-2, 7.5.4). */
  readonly freeGeneration: number;
  /** Bytes of an offset in a cross-reference stream; `null` for as few as the section needs. */
  readonly offsetBytes: number | null;
}

/** A section: of a whole file, which lists the number 0 as well, or of an update, which lists what it has (7.5.6). */
export interface XrefScope extends XrefForm {
  readonly isUpdate: boolean;
  /** One more than the highest object number. */
  readonly size: number;
}

/** The data of a cross-reference stream, with the entries W and Index of its dictionary. */
export interface XrefRows {
  readonly bytes: Buffer;
  readonly widths: number[];
  /** `null` where the section has all numbers below its size, which is the default. */
  readonly index: number[] | null;
}

type Runs = readonly (readonly [first: number, count: number])[];

/** Bytes of a generation, or of an index in an object stream. */
const detailBytes = 2;
const highestGeneration = 65_535;
/** Of 31 bits. */
const maxInt = 0x7fffffff;

/** Entries of a cross-reference stream that say how it is stored, in a trailer that was read from one. */
const streamKeys: readonly string[] = [
  'XRefStm',
  'Type',
  'W',
  'Index',
  'Filter',
  'DecodeParms',
  'Length',
  'F',
  'FFilter',
  'FDecodeParms',
  'DL',
];

/** Removes from a trailer the entries of the section that it was read from, and those of `keys`. */
export function dropXrefKeys<T extends { delete(key: string): void }>(trailer: T, ...keys: readonly string[]): T {
  for (const key of [...streamKeys, ...keys]) trailer.delete(key);
  return trailer;
}

/** A cross-reference table (ISO 32000-2, 7.5.4), with `xref` and without `trailer`; for it, packed objects are free. */
export function xrefTable(entries: XrefEntries, scope: XrefScope): string {
  const lines = ['xref'];
  const runs = runsIn(entries, scope);
  for (const [first, count] of runs.length === 0 ? [[0, 0] as const] : runs) {
    lines.push(`${first} ${count}`);
    for (let num = first; num < first + count; num += 1) {
      const entry = entries.get(num);
      lines.push(
        entry?.kind === 'offset'
          ? row(entry.offset, entry.gen, 'n')
          : row(0, num === 0 ? highestGeneration : scope.freeGeneration, 'f'),
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/** One of 20 bytes with the end of its line. */
const row = (offset: number, gen: number, use: 'n' | 'f') =>
  `${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} ${use} `;

/** The data of a cross-reference stream (7.5.8). */
export function xrefRows(entries: XrefEntries, scope: XrefScope): XrefRows {
  const runs = runsIn(entries, scope);
  const wide = scope.offsetBytes ?? bytesFor(entries.highestPlace());
  const width = 1 + wide + detailBytes;
  const bytes = Buffer.alloc(runs.reduce((sum, [, count]) => sum + count, 0) * width);
  let at = 0;
  for (const [first, count] of runs)
    for (let num = first; num < first + count; num += 1, at += width) {
      const type = entries.type(num);
      const freeGeneration = num === 0 ? highestGeneration : scope.freeGeneration;
      bytes[at] = type;
      putBytes(bytes, at + 1, wide, entries.place(num));
      putBytes(bytes, at + 1 + wide, detailBytes, type === 0 ? freeGeneration : entries.detail(num));
    }
  const isWhole = !scope.isUpdate && runs.length === 1;
  return { bytes, widths: [1, wide, detailBytes], index: isWhole ? null : runs.flat() };
}

/** A number in so many bytes, the highest first. One of 31 bits, as nearly all are, takes a fraction of the time. */
function putBytes(bytes: Buffer, start: number, count: number, value: number): void {
  let rest = value;
  let at = start + count - 1;
  for (; at >= start && rest > maxInt; at -= 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  for (; at >= start; at -= 1) {
    bytes[at] = rest;
    rest >>= 8;
  }
  if (rest > 0) throw new RangeError(`${value} needs more than ${count} bytes`);
}

/** Which numbers a section lists. */
function runsIn(entries: XrefEntries, { isUpdate, size, maxFreePerUsed }: XrefScope): Runs {
  if (isUpdate) return runsOf(entries.used());
  return size <= maxFreePerUsed * entries.size + spareEntries ? [[0, size]] : runsOf([0, ...entries.used()]);
}

/** Free entries that no file is divided for. */
const spareEntries = 1000;

/** Subsections for ascending object numbers. */
function runsOf(numbers: readonly number[]): [first: number, count: number][] {
  const runs: [number, number][] = [];
  for (const num of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === num) last[1] += 1;
    else runs.push([num, 1]);
  }
  return runs;
}

/** Bytes that a number needs in a cross-reference stream. */
function bytesFor(largest: number): number {
  return Math.max(2, Math.ceil(Math.log2(largest + 1) / 8));
}
