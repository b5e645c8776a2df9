import { openFace, type ShelfFace } from './font-shelf.ts';

/** Glyphs of one cluster of characters, in the order in which they are drawn. Lengths at a size of 1. */
export interface Cluster {
  readonly text: string;
  readonly glyphs: readonly {
    readonly glyph: number;
    readonly advance: number;
    readonly x: number;
    readonly y: number;
  }[];
}

/** What is drawn in one font. */
export interface Run {
  readonly face: ShelfFace;
  readonly rightToLeft: boolean;
  readonly clusters: readonly Cluster[];
}

/** A line, shaped. Lengths at a size of 1; from the baseline, upwards. */
export interface Line {
  readonly text: string;
  /** From left to right. */
  readonly runs: readonly Run[];
  readonly width: number;
  /** What its fonts ask for. */
  readonly ascent: number;
  readonly descent: number;
  /** Where its ink ends. */
  readonly top: number;
  readonly bottom: number;
}

/** What a font has made of a part of a text that is drawn in it alone, in one direction. */
export interface Shaped {
  readonly own: ShelfFace;
  readonly level: number;
  readonly face: ReturnType<typeof openFace>;
  readonly glyphs: ReturnType<ReturnType<typeof openFace>['shape']>;
  readonly start: number;
  readonly end: number;
}

/** Glyphs of a shaped run by clusters; those that its font does not have are left out and reported. */
export function runOf(text: string, { own, face, level, glyphs, end }: Shaped, missing: Set<string>): Run {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? end]));
  const clusters: {
    start: number;
    text: string;
    glyphs: { glyph: number; advance: number; x: number; y: number }[];
  }[] = [];
  const scale = 1 / face.unitsPerEm;
  for (const { glyph, cluster, advance, x, y } of glyphs) {
    const stands = text.slice(cluster, ends.get(cluster));
    if (glyph === 0) {
      noteMissing(missing, stands);
      continue;
    }
    const shown = { glyph, advance: advance * scale, x: x * scale, y: y * scale };
    const last = clusters.at(-1);
    if (last?.start === cluster) last.glyphs.push(shown);
    else clusters.push({ start: cluster, text: stands, glyphs: [shown] });
  }
  return { face: own, rightToLeft: (level & 1) === 1, clusters };
}

/** Adds the visible characters of a text to those that no font has. */
export function noteMissing(missing: Set<string>, text: string): void {
  for (const character of text) if (/\P{C}/u.test(character) && !/\s/u.test(character)) missing.add(character);
}

/** A line of these runs, measured. */
export function lineOf(text: string, runs: readonly Run[]): Line {
  let [width, ascent, descent, top, bottom] = [0, 0, 0, 0, 0];
  for (const { face, clusters } of runs) {
    const open = openFace(face);
    const scale = 1 / open.unitsPerEm;
    ascent = Math.max(ascent, open.extents.ascender * scale);
    descent = Math.min(descent, open.extents.descender * scale);
    for (const { glyphs } of clusters) {
      for (const { glyph, advance, y } of glyphs) {
        width += advance;
        const bounds = open.boundsOf(glyph);
        if (bounds === null) continue;
        top = Math.max(top, bounds.top * scale + y);
        bottom = Math.min(bottom, bounds.bottom * scale + y);
      }
    }
  }
  return { text, runs, width, ascent, descent, top, bottom };
}
