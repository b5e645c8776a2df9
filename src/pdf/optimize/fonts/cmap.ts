import { readCmaps } from '../../fonts/cmap-table.ts';
import { passOver, refuse } from '../../fonts/fault.ts';

/**
 * A `cmap` with the same subtables, reduced to the characters of the remaining glyphs; null where the format of a
 * subtable is unknown.
 *
 * @throws RangeError where a subtable is missing
 */
export function cmapOf(raw: Buffer, glyphs: ReadonlySet<number>): Buffer | null {
  const tables = readCmaps(raw, passOver);
  if (tables.length === 0 || raw.readUInt16BE(2) !== tables.length) return null;
  if (tables.some(({ offset }) => offset + 2 > raw.length)) refuse('a subtable of cmap is missing');
  if (!tables.every(({ isKnown }) => isKnown)) return null;
  const parts: Buffer[] = [];
  for (const table of tables) {
    const { format } = table;
    const last = format === 0 ? 0xff : format === 12 || format === 10 ? 0x1ffff : 0xffff;
    const pairs: (readonly [number, number])[] = [];
    for (let code = 0; code <= last; code += 1) {
      const own = table.glyph(code);
      if (own !== 0 && glyphs.has(own)) pairs.push([code, own]);
    }
    parts.push(
      format === 0
        ? byBytes(pairs)
        : (pairs.at(-1)?.[0] ?? 0) > 0xffff
          ? byGroups(pairs)
          : format === 6
            ? byRange(pairs)
            : bySegments(pairs),
    );
  }
  return joined(raw, parts);
}

function joined(raw: Buffer, parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(4 + parts.length * 8);
  raw.copy(head, 0, 0, head.length);
  const placed = new Map<string, number>();
  const own: Buffer[] = [];
  let at = head.length;
  parts.forEach((part, index) => {
    const key = part.toString('latin1');
    const place = placed.get(key) ?? at;
    head.writeUInt32BE(place, 4 + index * 8 + 4);
    if (placed.has(key)) return;
    placed.set(key, at);
    own.push(part);
    at += part.length;
  });
  return Buffer.concat([head, ...own]);
}

type Pairs = readonly (readonly [code: number, glyph: number])[];

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeUInt16BE(value & 0xffff, index * 2));
  return bytes;
}

function byBytes(pairs: Pairs): Buffer {
  const bytes = Buffer.alloc(256);
  for (const [code, glyph] of pairs) bytes[code] = glyph & 0xff;
  return Buffer.concat([words(0, 262, 0), bytes]);
}

function byRange(pairs: Pairs): Buffer {
  const [first, last] = [pairs[0]?.[0] ?? 0, pairs.at(-1)?.[0] ?? -1];
  const glyphs = Array.from({ length: Math.max(0, last - first + 1) }, () => 0);
  for (const [code, glyph] of pairs) glyphs[code - first] = glyph;
  return words(6, 10 + 2 * glyphs.length, 0, first, glyphs.length, ...glyphs);
}

/** Format 4: runs in which glyphs go with the characters. */
function bySegments(pairs: Pairs): Buffer {
  const runs: { first: number; last: number; delta: number }[] = [];
  for (const [code, glyph] of pairs) {
    const run = runs.at(-1);
    if (run?.last === code - 1 && run.delta === glyph - code) run.last = code;
    else runs.push({ first: code, last: code, delta: glyph - code });
  }
  if (runs.at(-1)?.last !== 0xffff) runs.push({ first: 0xffff, last: 0xffff, delta: 1 });
  const power = 2 ** Math.floor(Math.log2(runs.length));
  const table = [
    runs.length * 2,
    power * 2,
    Math.log2(power),
    (runs.length - power) * 2,
    ...runs.map(({ last }) => last),
    0,
    ...runs.map(({ first }) => first),
    ...runs.map(({ delta }) => delta),
    ...runs.map(() => 0),
  ];
  return words(4, 6 + table.length * 2, 0, ...table);
}

/** Format 12. */
function byGroups(pairs: Pairs): Buffer {
  const groups: [number, number, number][] = [];
  for (const [code, glyph] of pairs) {
    const group = groups.at(-1);
    if (group?.[1] === code - 1 && group[2] + code - group[0] === glyph) group[1] = code;
    else groups.push([code, code, glyph]);
  }
  const bytes = Buffer.alloc(16 + groups.length * 12);
  bytes.writeUInt16BE(12, 0);
  bytes.writeUInt32BE(bytes.length, 4);
  bytes.writeUInt32BE(groups.length, 12);
  groups.flat().forEach((value, index) => bytes.writeUInt32BE(value, 16 + index * 4));
  return bytes;
}
