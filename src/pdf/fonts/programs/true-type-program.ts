import { readCmaps, type Cmap } from '../cmap-table.ts';
import { passOver, refuse, unlessBroken } from '../fault.ts';
import { tablesOf } from '../sfnt.ts';
import { glyphLocations } from './glyph-locations.ts';
import { macGlyphs } from './mac-glyphs.ts';
import type { FontProgram } from './font-program.ts';
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
  const locations = glyphLocations(head, tables.get('loca') ?? Buffer.alloc(0));
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
    // An outline whose place is there may be empty.
    has: (glyph) => glyph >= 0 && glyph < glyphs && glyph < locations.count,
  };
}

/** The length in bytes of each glyph's outline, 0 where the subset has none; null for a broken program. */
export function outlineLengths(font: Buffer): ((glyph: number) => number) | null {
  return unlessBroken((): ((glyph: number) => number) | null => {
    const tables = tablesOf(font, refuse);
    const [loca, head] = [tables.get('loca'), tables.get('head')];
    if (loca === undefined || head === undefined) return null;
    const { count, at } = glyphLocations(head, loca);
    return (glyph) => (glyph < count ? at(glyph + 1) - at(glyph) : 0);
  });
}

function cmapsOf(table: Buffer | undefined): Cmap[] {
  return table === undefined ? [] : readCmaps(table, passOver);
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
