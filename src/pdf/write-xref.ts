/** Where an object was written: at an offset, or in an object stream. */
export type Written = { readonly offset: number } | { readonly container: number; readonly index: number };

/** Numbers that are not used make free entries as long as they are no more than this many times the others; then there are subsections instead. */
const sparse = 4;

/** Runs of object numbers that a section lists: from 0 on without a gap where that is not a waste (ISO 32000-2, 7.5.4). */
function runsOf(entries: ReadonlyMap<number, Written>, size: number): [first: number, count: number][] {
  if (size <= sparse * entries.size + 1000) return [[0, size]];
  const runs: [number, number][] = [[0, 1]];
  for (const num of [...entries.keys()].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === num) last[1] += 1;
    else runs.push([num, 1]);
  }
  return runs;
}

/** A cross-reference table (7.5.4), with `xref` and without `trailer`. */
export function xrefTable(entries: ReadonlyMap<number, Written>, size: number): string {
  const lines = ['xref'];
  for (const [first, count] of runsOf(entries, size)) {
    lines.push(`${first} ${count}`);
    for (let num = first; num < first + count; num += 1) {
      const entry = entries.get(num);
      lines.push(entry !== undefined && 'offset' in entry ? `${String(entry.offset).padStart(10, '0')} 00000 n ` : '0000000000 65535 f ');
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The data of a cross-reference stream (7.5.8) with its W and Index. */
export function xrefData(entries: ReadonlyMap<number, Written>, size: number, length: number): { bytes: Buffer; widths: number[]; index: number[] } {
  const wide = Math.max(2, Math.ceil(Math.log2(Math.max(length, size) + 1) / 8));
  const runs = runsOf(entries, size);
  const bytes = Buffer.alloc(runs.reduce((sum, [, count]) => sum + count, 0) * (3 + wide));
  let at = 0;
  for (const [first, count] of runs) {
    for (let num = first; num < first + count; num += 1, at += 3 + wide) {
      const entry = entries.get(num);
      if (entry === undefined) bytes.writeUInt16BE(0xffff, at + 1 + wide);
      else if ('offset' in entry) {
        bytes[at] = 1;
        bytes.writeUIntBE(entry.offset, at + 1, wide);
      } else {
        bytes[at] = 2;
        bytes.writeUIntBE(entry.container, at + 1, wide);
        bytes.writeUInt16BE(entry.index, at + 1 + wide);
      }
    }
  }
  return { bytes, widths: [1, wide, 2], index: runs.flat() };
}
