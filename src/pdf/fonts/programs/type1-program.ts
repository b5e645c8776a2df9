import { openType1 } from '../type1.ts';
import { type1Width } from './charstring-width.ts';
import type { FontProgram } from './font-program.ts';

/** Reads a Type 1 program (Adobe Type 1 Font Format), in clear or with the headers of PFB; null where it is none. */
export function readType1(bytes: Buffer): FontProgram | null {
  const font = openType1(bytes);
  if (font === null) return null;
  const scale = Number(/\/FontMatrix\s*\[\s*([-+.\deE]+)/.exec(font.clear)?.[1] ?? 0.001) || 0.001;
  const glyphs = font.glyphs();
  const names = [...glyphs.keys()];
  const numbers = new Map(names.map((name, glyph) => [name, glyph]));
  return {
    kind: 'type1',
    glyphs: names.length,
    names,
    cids: null,
    cmaps: [],
    byCid: () => null,
    byName: (name) => numbers.get(name) ?? null,
    has: (glyph) => glyph >= 0 && glyph < names.length,
    width: (glyph) => {
      const width = type1Width(glyphs.get(names[glyph] ?? '') ?? Buffer.alloc(0));
      return width === null ? null : width * scale * 1000;
    },
  };
}
