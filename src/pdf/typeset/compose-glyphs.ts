import { refuse } from '../fonts/fault.ts';
import { glyphLocations } from '../fonts/programs/glyph-locations.ts';
import { fontFile, tablesOf } from '../fonts/sfnt.ts';
import { metricOf, writeMetrics, type Metric } from '../fonts/true-type-tables.ts';

/** A glyph that is put together from others: where each has its origin. Units of the font. */
export interface ComposedGlyph {
  readonly parts: readonly { readonly glyph: number; readonly x: number; readonly y: number }[];
  readonly advance: number;
  /** Of its ink: left, bottom, right, top. */
  readonly bounds: readonly [number, number, number, number];
}

/**
 * Flags of a component (OpenType 1.9, glyf): two words that are an offset, another one follows, outlines may overlap.
 */
const component = { words: 0x1, offset: 0x2, more: 0x20, overlap: 0x400 } as const;

/** Depth of composition that a font may have beside what is put on top. */
const deeper = 1;

/** A TrueType font with composed glyphs behind its own; it has 65535 at most. */
export function withComposed(file: Buffer, composed: readonly ComposedGlyph[]): Buffer {
  if (composed.length === 0) return file;
  const source = tablesOf(file, refuse);
  const own = (tag: string) => Buffer.from(source.get(tag) ?? Buffer.alloc(0));
  const [glyf, head, loca, maxp] = [own('glyf'), own('head'), own('loca'), own('maxp')];
  const count = maxp.readUInt16BE(4);
  const { at: offset } = glyphLocations(head, loca);
  const outlines = composed.map((glyph) => outline(glyph, (part) => offset(part + 1) > offset(part)));
  const all = count + composed.length;
  const locations = Buffer.alloc((all + 1) * 4);
  for (let glyph = 0; glyph <= count; glyph += 1) locations.writeUInt32BE(offset(glyph), glyph * 4);
  outlines.reduce((at, { length }, index) => {
    locations.writeUInt32BE(at + length, (count + index + 1) * 4);
    return at + length;
  }, offset(count));
  head.writeInt16BE(1, 50);
  head.writeUInt32BE(0, 8);
  const tables = new Map([
    ['glyf', Buffer.concat([glyf.subarray(0, offset(count)), ...outlines])],
    ['head', head],
    ['hhea', own('hhea')],
    ['hmtx', own('hmtx')],
    ['loca', locations],
    ['maxp', maxp],
  ]);
  writeMetrics(tables, [
    ...Array.from({ length: count }, (_, glyph) => metricOf(tables, glyph)),
    ...composed.map(composedMetric),
  ]);
  const parts = Math.max(1, ...composed.map(({ parts: { length } }) => length));
  maxp.writeUInt16BE(Math.min(0xffff, Math.max(maxp.readUInt16BE(6), maxp.readUInt16BE(10)) * parts), 10);
  maxp.writeUInt16BE(Math.min(0xffff, Math.max(maxp.readUInt16BE(8), maxp.readUInt16BE(12)) * parts), 12);
  maxp.writeUInt16BE(Math.max(maxp.readUInt16BE(28), parts), 28);
  maxp.writeUInt16BE(maxp.readUInt16BE(30) + deeper, 30);
  return fontFile([...tables]);
}

/** A composite glyph, at a length that four divides; none where nothing of it leaves ink. */
function outline({ parts, bounds }: ComposedGlyph, inked: (glyph: number) => boolean): Buffer {
  const drawn = parts.filter(({ glyph }) => inked(glyph));
  if (drawn.length === 0) return Buffer.alloc(0);
  const data = Buffer.alloc(Math.ceil((10 + drawn.length * 8) / 4) * 4);
  data.writeInt16BE(-1, 0);
  bounds.forEach((bound, index) => data.writeInt16BE(clamped(bound), 2 + index * 2));
  drawn.forEach(({ glyph, x, y }, index) => {
    const flags =
      component.words |
      component.offset |
      (index === 0 ? component.overlap : 0) |
      (index < drawn.length - 1 ? component.more : 0);
    data.writeUInt16BE(flags, 10 + index * 8);
    data.writeUInt16BE(glyph, 12 + index * 8);
    data.writeInt16BE(clamped(x), 14 + index * 8);
    data.writeInt16BE(clamped(y), 16 + index * 8);
  });
  return data;
}

const composedMetric = ({ advance, bounds: [left] }: ComposedGlyph): Metric => [
  Math.max(0, Math.min(0xffff, Math.round(advance))),
  clamped(left),
];

const clamped = (value: number) => Math.max(-0x8000, Math.min(0x7fff, Math.round(value)));
