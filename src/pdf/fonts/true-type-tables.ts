import { refuse } from './fault.ts';
import { glyphLocations } from './programs/glyph-locations.ts';
import { tablesOf } from './sfnt.ts';

/** Tables that a font program in a PDF has (9.9.1), of those that are copied as they are. */
export const hinting = ['cvt ', 'fpgm', 'prep'];

/** Glyphs of one program. */
export const maxGlyphs = 65_535;

const needed = ['head', 'hhea', 'hmtx', 'maxp', 'loca', 'glyf', ...hinting, 'cmap', 'post'];

/** Copies of the tables that a program in a PDF needs, by tag. @throws RangeError where their directory breaks off */
export function programTables(font: Buffer): Map<string, Buffer> {
  const tables = tablesOf(font, refuse);
  return new Map(
    needed.flatMap((tag) => {
      const table = tables.get(tag);
      return table === undefined ? [] : [[tag, Buffer.from(table)] as const];
    }),
  );
}

/** The outlines of a program by glyph. */
export interface Outlines {
  readonly count: number;
  of(glyph: number): Buffer;
}

/** Null where a table is missing or out of order. */
export function outlinesOf(tables: ReadonlyMap<string, Buffer>): Outlines | null {
  const [head, maxp, loca, glyf] = ['head', 'maxp', 'loca', 'glyf'].map((tag) => tables.get(tag));
  if (
    head === undefined ||
    maxp === undefined ||
    loca === undefined ||
    glyf === undefined ||
    !tables.has('hmtx') ||
    !tables.has('hhea')
  )
    return null;
  const { at, ...locations } = glyphLocations(head, loca);
  const count = Math.min(maxp.readUInt16BE(4), locations.count, maxGlyphs);
  // Readers do not agree on what a glyph is that ends before it begins.
  for (let glyph = 0; glyph < count; glyph += 1) if (at(glyph + 1) < at(glyph)) return null;
  return { count, of: (glyph) => (glyph < count ? glyf.subarray(at(glyph), at(glyph + 1)) : Buffer.alloc(0)) };
}

/** Sets `glyf`, `loca` and the format of `loca` in `head`. */
export function writeOutlines(tables: Map<string, Buffer>, outlines: readonly Buffer[]): void {
  const padded = outlines.map((outline) =>
    outline.length % 2 === 0 ? outline : Buffer.concat([outline, Buffer.alloc(1)]),
  );
  const glyf = Buffer.concat(padded);
  const long = glyf.length > 0x1fffe;
  const loca = Buffer.alloc((padded.length + 1) * (long ? 4 : 2));
  let at = 0;
  for (let glyph = 0; glyph <= padded.length; glyph += 1) {
    if (long) loca.writeUInt32BE(at, glyph * 4);
    else loca.writeUInt16BE(at / 2, glyph * 2);
    at += padded[glyph]?.length ?? 0;
  }
  tables.set('glyf', glyf).set('loca', loca);
  tables.get('head')?.writeInt16BE(long ? 1 : 0, 50);
}

/** Advance width and left side bearing of a glyph, in units of the font. */
export type Metric = readonly [advance: number, bearing: number];

/** By `hhea` and `hmtx`: the last advance width is that of all glyphs behind it. @throws RangeError beyond the table */
export function metricOf(tables: ReadonlyMap<string, Buffer>, glyph: number): Metric {
  const [hhea, hmtx] = [tables.get('hhea') ?? Buffer.alloc(0), tables.get('hmtx') ?? Buffer.alloc(0)];
  const wide = hhea.readUInt16BE(34);
  return [
    hmtx.readUInt16BE(Math.min(glyph, wide - 1) * 4),
    hmtx.readInt16BE(glyph < wide ? glyph * 4 + 2 : wide * 4 + (glyph - wide) * 2),
  ];
}

/** Sets an own width for each glyph, and how many there are. */
export function writeMetrics(tables: Map<string, Buffer>, metrics: readonly Metric[]): void {
  const hmtx = Buffer.alloc(metrics.length * 4);
  metrics.forEach(([advance, bearing], glyph) => {
    hmtx.writeUInt16BE(advance, glyph * 4);
    hmtx.writeInt16BE(bearing, glyph * 4 + 2);
  });
  tables.set('hmtx', hmtx);
  tables.get('hhea')?.writeUInt16BE(metrics.length, 34);
  tables.get('maxp')?.writeUInt16BE(metrics.length, 4);
}
