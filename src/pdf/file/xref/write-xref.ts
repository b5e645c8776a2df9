/** Where objects were written: at an offset, or in an object stream. Each number once, above 0. */
export class WrittenObjects {
  readonly numbers: number[] = [];
  /** Offset, or number of the object stream. */
  readonly places: number[] = [];
  /** Index in the object stream, or -1. */
  readonly indexes: number[] = [];

  at(num: number, offset: number): this {
    return this.in(num, offset, -1);
  }

  in(num: number, container: number, index: number): this {
    this.numbers.push(num);
    this.places.push(container);
    this.indexes.push(index);
    return this;
  }
}

/**
 * Numbers that are not used make free entries as long as they are no more than this many times the others; then there
 * are subsections instead.
 */
const sparse = 4;

/** What a cross-reference section lists. */
interface Listed {
  /** Runs of object numbers, from 0 on without a gap where that is not a waste (ISO 32000-2, 7.5.4). */
  readonly runs: readonly (readonly [first: number, count: number])[];
  /** Which of the written objects each entry is, or -1 for a free one. */
  readonly entries: Int32Array;
}

function listed({ numbers }: WrittenObjects, size: number): Listed {
  if (size <= sparse * numbers.length + 1000) {
    const entries = new Int32Array(size).fill(-1);
    numbers.forEach((num, written) => (entries[num] = written));
    return { runs: [[0, size]], entries };
  }
  const order = numbers.map((_, written) => written).sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  const entries = new Int32Array(order.length + 1).fill(-1);
  entries.set(order, 1);
  return { runs: runsOf([0, ...order.map((written) => numbers[written] ?? 0)]), entries };
}

/** Subsections for ascending object numbers. */
export function runsOf(numbers: readonly number[]): [first: number, count: number][] {
  const runs: [number, number][] = [];
  for (const num of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === num) last[1] += 1;
    else runs.push([num, 1]);
  }
  return runs;
}

/** Bytes that a number needs in a cross-reference stream. */
export function bytesFor(largest: number): number {
  return Math.max(2, Math.ceil(Math.log2(largest + 1) / 8));
}

/** Entries of a cross-reference stream that say how it is stored, in a trailer that was read from one. */
export const xrefStreamKeys: readonly string[] = [
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

/** A cross-reference table (7.5.4), with `xref` and without `trailer`. */
export function xrefTable(written: WrittenObjects, size: number): string {
  const lines = ['xref'];
  const { runs, entries } = listed(written, size);
  let at = 0;
  for (const [first, count] of runs) {
    lines.push(`${first} ${count}`);
    for (const end = at + count; at < end; at += 1) {
      const entry = entries[at] ?? -1;
      lines.push(
        entry >= 0 && written.indexes[entry] === -1
          ? `${String(written.places[entry]).padStart(10, '0')} 00000 n `
          : '0000000000 65535 f ',
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The data of a cross-reference stream (7.5.8) with its W and Index. */
export function xrefData(
  written: WrittenObjects,
  size: number,
  length: number,
): { bytes: Buffer; widths: number[]; index: number[] } {
  const wide = bytesFor(Math.max(length, size));
  const { runs, entries } = listed(written, size);
  const bytes = Buffer.alloc(entries.length * (3 + wide));
  entries.forEach((entry, place) => {
    const at = place * (3 + wide);
    const index = written.indexes[entry] ?? -1;
    if (entry >= 0) {
      bytes[at] = index < 0 ? 1 : 2;
      bytes.writeUIntBE(written.places[entry] ?? 0, at + 1, wide);
    }
    if (entry < 0 || index >= 0) bytes.writeUInt16BE(entry < 0 ? 0xffff : index, at + 1 + wide);
  });
  return { bytes, widths: [1, wide, 2], index: runs.flat() };
}
