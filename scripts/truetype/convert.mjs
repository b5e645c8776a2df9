// Makes a TrueType collection of a CFF one: the same fonts, characters, features and widths, with outlines that
// Chromium embeds.
import * as harfbuzz from 'harfbuzzjs';
import { readCollection, writeCollection } from './collection.mjs';
import { Outline, simpleGlyph } from './outlines.mjs';

/** Takes the bytes of a file and returns those of the other, in pieces. */
export function toTrueType(file) {
  const fonts = readCollection(file);
  const drawn = new Map();
  for (const [index, font] of fonts.entries()) {
    const cff = font.get('CFF ');
    if (cff === undefined) throw new Error(`font ${index} has no CFF outlines`);
    if (!drawn.has(cff)) drawn.set(cff, glyphsOf(file, index, font));
  }
  const shared = new Map();
  const made = (source, key, make) => {
    const known = shared.get(source) ?? new Map();
    shared.set(source, known);
    if (!known.has(key)) known.set(key, make());
    return known.get(key);
  };
  return writeCollection(
    fonts.map((font) => {
      const glyphs = drawn.get(font.get('CFF '));
      const origins = font.get('VORG');
      const others = Object.fromEntries([...font].filter(([tag]) => tag !== 'CFF ' && tag !== 'VORG'));
      const tables = { ...others, glyf: glyphs.glyf, loca: glyphs.loca, maxp: glyphs.maxp };
      tables.head = made(font.get('head'), glyphs, () => headOf(font.get('head')));
      const before = (bounds) => bounds?.[0] ?? 0;
      tables.hmtx = made(font.get('hmtx'), glyphs, () => metricsOf(font, ['hmtx', 'hhea'], glyphs.bounds, before));
      if (font.has('vmtx') && origins !== undefined) {
        const originOf = verticalOrigins(origins);
        const above = (bounds, glyph) => (bounds === null ? 0 : originOf(glyph) - bounds[3]);
        tables.vmtx = made(font.get('vmtx'), glyphs, () => metricsOf(font, ['vmtx', 'vhea'], glyphs.bounds, above));
      }
      return new Map(Object.entries(tables));
    }),
  );
}

/** The outlines of a font: its `glyf`, `loca` and `maxp` tables, and the bounds of each glyph. */
function glyphsOf(file, index, font) {
  const count = font.get('maxp').readUInt16BE(4);
  const drawing = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(file), index));
  const outline = new Outline();
  const pen = new harfbuzz.DrawFuncs();
  pen.setMoveToFunc((x, y) => outline.moveTo(x, y));
  pen.setLineToFunc((x, y) => outline.lineTo(x, y));
  pen.setCubicToFunc((...ends) => outline.cubicTo(...ends.slice(0, 6)));
  pen.setClosePathFunc(() => outline.closePath());
  const [pieces, bounds, loca] = [[], [], Buffer.alloc((count + 1) * 4)];
  const most = { points: 0, contours: 0 };
  let end = 0;
  for (let glyph = 0; glyph < count; glyph += 1) {
    drawing.drawGlyph(glyph, pen);
    const contours = outline.take();
    const simple = simpleGlyph(contours);
    most.points = Math.max(
      most.points,
      contours.reduce((sum, { length }) => sum + length, 0),
    );
    most.contours = Math.max(most.contours, contours.length);
    pieces.push(simple.bytes);
    bounds.push(simple.bounds);
    end += simple.bytes.length;
    loca.writeUInt32BE(end, (glyph + 1) * 4);
  }
  return { glyf: Buffer.concat(pieces), loca, maxp: maximums(count, most), bounds };
}

/** A `maxp` table of version 1.0 (5.1.6) for glyphs without instructions and components. */
function maximums(count, { points, contours }) {
  const table = Buffer.alloc(32);
  table.writeUInt32BE(0x00010000, 0);
  [count, points, contours].forEach((value, index) => table.writeUInt16BE(value, 4 + index * 2));
  table.writeUInt16BE(2, 14);
  return table;
}

/** The same `head` table, of a font whose `loca` has 32 bits an entry. */
function headOf(table) {
  const head = Buffer.from(table);
  head.writeInt16BE(1, 50);
  return head;
}

/** The same advances with the bearings that the new outlines have (5.1.5, 5.7.11). */
function metricsOf(font, [table, header], bounds, bearing) {
  const metrics = Buffer.from(font.get(table));
  const long = font.get(header).readUInt16BE(34);
  const place = (glyph) => (glyph < long ? glyph * 4 + 2 : long * 4 + (glyph - long) * 2);
  bounds.forEach((box, glyph) => metrics.writeInt16BE(bearing(box, glyph), place(glyph)));
  return metrics;
}

/** Where the vertical origin of a glyph is: `VORG` has one for most glyphs, and those of the others (5.4.4). */
function verticalOrigins(table) {
  const records = Array.from({ length: table.readUInt16BE(6) }, (_, index) => 8 + index * 4);
  const others = new Map(records.map((at) => [table.readUInt16BE(at), table.readInt16BE(at + 2)]));
  const origin = table.readInt16BE(4);
  return (glyph) => others.get(glyph) ?? origin;
}
