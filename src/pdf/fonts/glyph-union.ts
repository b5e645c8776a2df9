import type { CompositeWidths } from './composite-widths.ts';
import { fontFile } from './sfnt.ts';
import {
  hinting,
  metricOf,
  outlinesOf,
  programTables,
  writeMetrics,
  writeOutlines,
  type Metric,
  type Outlines,
} from './true-type-tables.ts';
import { unlessBroken } from './fault.ts';

/** A subset whose glyphs have the numbers that they have in the whole font. */
export interface GlyphSubset {
  readonly tables: ReadonlyMap<string, Buffer>;
  readonly outlines: Outlines;
  /** Glyphs that are shown. Those that are only parts of others are not among them. */
  readonly shown: ReadonlySet<number>;
}

/** Widths and texts of the glyphs of a font. Widths are in thousandths of the font size, as in `W` and `DW`. */
export interface GlyphFacts {
  readonly listed: CompositeWidths;
  readonly standard: number;
  readonly texts: { has(glyph: number): boolean };
}

/**
 * The glyphs that a font shows, or may show: they are listed or have the default width, and have a text, ink or an
 * advance. All others have no outline in a subset; runs of widths may include them. Parts of composite glyphs have no
 * known width. Null where the program is broken.
 */
export function glyphSubset(program: Buffer, { listed, standard, texts }: GlyphFacts): GlyphSubset | null {
  return unlessBroken(() => {
    const tables = programTables(program);
    const outlines = outlinesOf(tables);
    if (outlines === null) return null;
    const unitsPerEm = tables.get('head')?.readUInt16BE(18) ?? 1000;
    const hasDefault = (glyph: number) => Math.abs((metricOf(tables, glyph)[0] * 1000) / unitsPerEm - standard) < 0.5;
    const shown = new Set<number>();
    for (let glyph = 0; glyph < outlines.count; glyph += 1) {
      const hasInk = outlines.of(glyph).length > 0;
      if (texts.has(glyph)) shown.add(glyph);
      else if (listed.has(glyph) ? hasInk || metricOf(tables, glyph)[0] > 0 : hasInk && hasDefault(glyph))
        shown.add(glyph);
    }
    return { tables, outlines, shown };
  });
}

/**
 * Places of signed numbers of `head` and `hhea`, and of unsigned ones of `maxp` and `hhea`, that hold for all glyphs
 * (OpenType 1.9).
 */
const least = { head: [36, 38], hhea: [12, 14] } as const;
const greatest = { head: [40, 42], hhea: [16] } as const;
const greatestUnsigned = { hhea: [10], maxp: [6, 8, 10, 12, 16, 18, 20, 22, 24, 26, 28, 30] } as const;

const noOutline = Buffer.alloc(0);
const noMetric: Metric = [0, 0];

/** The glyphs of several subsets of one TrueType font, as one subset. */
export class GlyphUnion {
  readonly #tables: Map<string, Buffer>;
  /** Of the glyphs that have one. */
  readonly #outlines = new Map<number, Buffer>();
  #count = 0;
  readonly #metrics = new Map<number, Metric>();
  readonly #shown = new Set<number>();

  constructor(first: GlyphSubset) {
    // Codes are the numbers of glyphs: characters and names of glyphs lead to none (ISO 32000-2, 9.9.1).
    this.#tables = new Map(
      [...first.tables]
        .filter(([tag]) => tag !== 'cmap' && tag !== 'post')
        .map(([tag, table]) => [tag, Buffer.from(table)]),
    );
    this.#add(first);
  }

  /**
   * Adds the glyphs of another subset. False, without a change, where it is of another font, or of another instance of
   * a variable font.
   */
  take(subset: GlyphSubset): boolean {
    if (!this.#isOfSameFont(subset)) return false;
    this.#add(subset);
    return true;
  }

  /** The program with all glyphs. */
  program(): Buffer {
    const tables = new Map([...this.#tables].map(([tag, table]) => [tag, Buffer.from(table)]));
    const count = this.#count;
    writeOutlines(
      tables,
      Array.from({ length: count }, (_, glyph) => this.#outlines.get(glyph) ?? noOutline),
    );
    writeMetrics(
      tables,
      Array.from({ length: count }, (_, glyph) => this.#metrics.get(glyph) ?? noMetric),
    );
    return fontFile([...tables].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #isOfSameFont({ tables, outlines, shown }: GlyphSubset): boolean {
    const isAlike = (tag: string, from = 0, to?: number) =>
      (this.#tables.get(tag) ?? Buffer.alloc(0))
        .subarray(from, to)
        .equals((tables.get(tag) ?? Buffer.alloc(0)).subarray(from, to));
    // Flags and units per em; ascender, descender and line gap.
    if (!isAlike('head', 16, 20) || !isAlike('hhea', 4, 10) || !hinting.every((tag) => isAlike(tag))) return false;
    for (const [glyph, outline] of this.#outlines) {
      const other = outlines.of(glyph);
      if (other.length > 0 && !outline.equals(other)) return false;
    }
    return [...shown].every((glyph) => {
      if (!this.#shown.has(glyph)) return true;
      const isSameOutline = (this.#outlines.get(glyph) ?? noOutline).equals(outlines.of(glyph));
      return isSameOutline && String(this.#metrics.get(glyph)) === String(metricOf(tables, glyph));
    });
  }

  #add({ tables, outlines, shown }: GlyphSubset): void {
    for (let glyph = 0; glyph < outlines.count; glyph += 1) {
      const outline = outlines.of(glyph);
      if (outline.length > 0 && !this.#outlines.has(glyph)) this.#outlines.set(glyph, Buffer.from(outline));
      if (shown.has(glyph) || (outline.length > 0 && !this.#metrics.has(glyph)))
        this.#metrics.set(glyph, metricOf(tables, glyph));
    }
    for (const glyph of shown) this.#shown.add(glyph);
    this.#count = Math.max(this.#count, outlines.count);
    this.#widen(tables);
  }

  /** What holds for all glyphs holds for those of the other subset too. */
  #widen(tables: ReadonlyMap<string, Buffer>): void {
    const each = (
      places: Readonly<Record<string, readonly number[]>>,
      change: (own: Buffer, other: Buffer, at: number) => void,
    ) => {
      for (const [tag, all] of Object.entries(places)) {
        const [own, other] = [this.#tables.get(tag), tables.get(tag)];
        if (own !== undefined && other !== undefined)
          for (const at of all) if (at + 2 <= Math.min(own.length, other.length)) change(own, other, at);
      }
    };
    each(least, (own, other, at) => own.writeInt16BE(Math.min(own.readInt16BE(at), other.readInt16BE(at)), at));
    each(greatest, (own, other, at) => own.writeInt16BE(Math.max(own.readInt16BE(at), other.readInt16BE(at)), at));
    each(greatestUnsigned, (own, other, at) =>
      own.writeUInt16BE(Math.max(own.readUInt16BE(at), other.readUInt16BE(at)), at),
    );
  }
}
