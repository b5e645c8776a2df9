import { refuse, unlessBroken } from '../fault.ts';
import { tablesOf } from '../sfnt.ts';
import { macGlyphs } from './mac-glyphs.ts';
import type { Cmap, FontProgram } from './font-program.ts';
import { readCff } from './cff-program.ts';

/** Reads a TrueType or OpenType program (ISO/IEC 14496-22); null where it is none, or breaks off where it counts. */
export function readTrueType(font: Buffer): FontProgram | null {
  return unlessBroken((): FontProgram | null => {
    const tables = tablesOf(font, refuse);
    const cff = tables.get('CFF ');
    if (cff === undefined) return programOf(tables);
    const program = readCff(cff);
    return program === null ? null : { ...program, cmaps: cmapsOf(tables.get('cmap')) };
  });
}

function programOf(tables: ReadonlyMap<string, Buffer>): FontProgram | null {
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((tag) => tables.get(tag));
  if (head === undefined || hhea === undefined || hmtx === undefined || maxp === undefined) return null;
  const units = head.readUInt16BE(18) || 1000;
  const metrics = hhea.readUInt16BE(34);
  const glyphs = maxp.readUInt16BE(4);
  const names = postNames(tables.get('post'), glyphs);
  const byName = new Map((names ?? []).map((name, glyph) => [name, glyph] as const).reverse());
  const outlined = outlines(tables.get('loca'), head.readInt16BE(50) !== 0);
  return {
    kind: 'true-type',
    glyphs,
    names,
    cids: null,
    byCid: () => null,
    cmaps: cmapsOf(tables.get('cmap')),
    byName: (name) => byName.get(name) ?? null,
    width: (glyph) => {
      const place = Math.min(glyph, metrics - 1) * 4;
      return metrics === 0 || place + 2 > hmtx.length ? null : (hmtx.readUInt16BE(place) * 1000) / units;
    },
    has: (glyph) => glyph >= 0 && glyph < glyphs && outlined(glyph),
  };
}

/** A glyph whose place in `loca` is there; it may be empty. */
function outlines(loca: Buffer | undefined, long: boolean): (glyph: number) => boolean {
  if (loca === undefined) return () => false;
  const size = long ? 4 : 2;
  return (glyph) => (glyph + 2) * size <= loca.length;
}

/** Whether a glyph of a subset kept its outline. */
export function outlineLengths(font: Buffer): ((glyph: number) => number) | null {
  return unlessBroken((): ((glyph: number) => number) | null => {
    const tables = tablesOf(font, refuse);
    const [loca, head] = [tables.get('loca'), tables.get('head')];
    if (loca === undefined || head === undefined) return null;
    const long = head.readInt16BE(50) !== 0;
    const offset = (glyph: number) => (long ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
    return (glyph) => ((glyph + 2) * (long ? 4 : 2) > loca.length ? 0 : offset(glyph + 1) - offset(glyph));
  });
}

function cmapsOf(table: Buffer | undefined): Cmap[] {
  if (table === undefined || table.length < 4) return [];
  const cmaps: Cmap[] = [];
  for (let index = 0; index < Math.min(32, table.readUInt16BE(2)); index += 1) {
    const entry = 4 + index * 8;
    if (entry + 8 > table.length) break;
    const offset = table.readUInt32BE(entry + 4);
    cmaps.push({
      platform: table.readUInt16BE(entry),
      encoding: table.readUInt16BE(entry + 2),
      glyph: lookup(table.subarray(offset)),
    });
  }
  return cmaps;
}

/** Codes to glyphs of a subtable of format 0, 4, 6, 10 or 12; 0 for what is not there. */
function lookup(table: Buffer): (code: number) => number {
  if (table.length < 6) return () => 0;
  const format = table.readUInt16BE(0);
  const word = (at: number) => (at + 2 <= table.length ? table.readUInt16BE(at) : 0);
  if (format === 0) return (code) => (code < 256 ? (table[6 + code] ?? 0) : 0);
  if (format === 6)
    return (code) => (code >= word(6) && code < word(6) + word(8) ? word(10 + 2 * (code - word(6))) : 0);
  if (format === 4) return segmented(word);
  if (format === 12 || format === 10) return grouped(table);
  return () => 0;
}

function segmented(word: (at: number) => number): (code: number) => number {
  const count = word(6) >> 1;
  return (code) => {
    for (let segment = 0; segment < count; segment += 1) {
      if (code > word(14 + 2 * segment)) continue;
      const first = word(16 + 2 * (count + segment));
      if (code < first) return 0;
      const delta = word(16 + 2 * (2 * count + segment));
      const place = 16 + 2 * (3 * count + segment);
      const range = word(place);
      if (range === 0) return (code + delta) & 0xffff;
      const glyph = word(place + range + 2 * (code - first));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

function grouped(table: Buffer): (code: number) => number {
  if (table.length < 16) return () => 0;
  const groups = Math.min(table.readUInt32BE(12), Math.floor((table.length - 16) / 12));
  return (code) => {
    let [low, high] = [0, groups - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = 16 + middle * 12;
      if (code < table.readUInt32BE(at)) high = middle - 1;
      else if (code > table.readUInt32BE(at + 4)) low = middle + 1;
      else return table.readUInt32BE(at + 8) + code - table.readUInt32BE(at);
    }
    return 0;
  };
}

/** Names of `post`: those of format 1 are those of the Macintosh in their order. */
function postNames(post: Buffer | undefined, glyphs: number): string[] | null {
  if (post === undefined || post.length < 32) return null;
  if (post.readUInt32BE(0) === 0x00010000) return macGlyphs.slice(0, glyphs);
  if (post.length < 34 || post.readUInt32BE(0) !== 0x00020000) return null;
  const count = Math.min(post.readUInt16BE(32), glyphs);
  const strings: string[] = [];
  for (let at = 34 + 2 * count; at < post.length; at += 1 + (post[at] ?? 0))
    strings.push(post.toString('latin1', at + 1, at + 1 + (post[at] ?? 0)));
  return Array.from({ length: count }, (_, glyph) => {
    const index = 34 + 2 * glyph + 2 <= post.length ? post.readUInt16BE(34 + 2 * glyph) : 0;
    return macGlyphs[index] ?? strings[index - 258] ?? '';
  });
}
