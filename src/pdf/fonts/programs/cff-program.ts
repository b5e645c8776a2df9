import { CffFont, type CffDict, type CffObjects } from '../cff.ts';
import { passOver, unlessBroken } from '../fault.ts';
import { type2Width } from './charstring-width.ts';
import type { FontProgram } from './font-program.ts';

/** Operators of dictionaries; those of two bytes are 1200 and on. */
const op = {
  private: 18,
  subrs: 19,
  defaultWidth: 20,
  nominalWidth: 21,
  matrix: 1207,
  fdArray: 1236,
  fdSelect: 1237,
} as const;

/** Reads a CFF program (Adobe technical note 5176); null where it is none, or breaks off where it counts. */
export function readCff(cff: Buffer): FontProgram | null {
  return unlessBroken(() => programOf(new CffFont(cff, passOver)));
}

function programOf(font: CffFont): FontProgram {
  const { top, globals, charStrings, isKeyed } = font;
  const glyphs = charStrings.count;
  const cids = isKeyed ? font.charset(glyphs) : null;
  const names = isKeyed ? null : font.names(glyphs);
  const parts = isKeyed ? keyedParts(font) : [partOf(font, top)];
  const select = isKeyed ? selectOf(font.cff, top.get(op.fdSelect)?.[0] ?? 0, glyphs) : () => 0;
  const byName = new Map(names?.map((name, glyph) => [name, glyph]));
  const byCid = new Map(cids?.map((cid, glyph) => [cid, glyph]));
  return {
    kind: isKeyed ? 'cid-cff' : 'cff',
    glyphs,
    names,
    cids,
    cmaps: [],
    byName: (name) => byName.get(name) ?? null,
    byCid: (cid) => byCid.get(cid) ?? null,
    has: (glyph) => glyph >= 0 && glyph < glyphs,
    width: (glyph) => {
      const part = parts[select(glyph)];
      const code = charStrings.item(glyph);
      if (part === undefined || code === undefined) return null;
      const width = type2Width(code, part.subrs, globals);
      return (width === null ? part.defaultWidth : part.nominalWidth + width) * part.scale;
    },
  };
}

interface PrivatePart {
  readonly subrs: CffObjects;
  readonly defaultWidth: number;
  readonly nominalWidth: number;
  /** To thousandths of an em. */
  readonly scale: number;
}

const noSubrs: CffObjects = { count: 0, item: () => undefined };

function keyedParts(font: CffFont): PrivatePart[] {
  const parts = font.indexOf(op.fdArray);
  return Array.from({ length: parts.count }, (_, index) =>
    partOf(font, font.dict(parts.item(index) ?? Buffer.alloc(0))),
  );
}

function partOf(font: CffFont, entries: CffDict): PrivatePart {
  const { cff, top } = font;
  const [size = 0, offset = 0] = entries.get(op.private) ?? [];
  const own = font.dict(cff.subarray(offset, offset + size));
  const subrs = own.get(op.subrs)?.[0];
  return {
    subrs: subrs === undefined ? noSubrs : font.index(offset + subrs),
    defaultWidth: own.get(op.defaultWidth)?.[0] ?? 0,
    nominalWidth: own.get(op.nominalWidth)?.[0] ?? 0,
    scale: scaleOf(entries, top) * 1000,
  };
}

/** Of a part of a keyed program by its own matrix and that of the whole. */
function scaleOf(entries: CffDict, top: CffDict): number {
  const [own, whole] = [entries.get(op.matrix), top.get(op.matrix)];
  if (own === undefined || entries === top) return whole?.[0] ?? 0.001;
  return (own[0] ?? 0.001) * (whole === undefined ? 1 : (whole[0] ?? 1));
}

function selectOf(cff: Buffer, at: number, glyphs: number): (glyph: number) => number {
  const format = cff.readUInt8(at);
  if (format === 0) return (glyph) => (glyph < glyphs ? cff.readUInt8(at + 1 + glyph) : 0);
  const ranges = Math.min(cff.readUInt16BE(at + 1), glyphs);
  const parts = new Uint8Array(glyphs);
  for (let range = 0; range < ranges; range += 1) {
    const entry = at + 3 + range * 3;
    parts.fill(cff.readUInt8(entry + 2), cff.readUInt16BE(entry), Math.min(glyphs, cff.readUInt16BE(entry + 3)));
  }
  return (glyph) => parts[glyph] ?? 0;
}
