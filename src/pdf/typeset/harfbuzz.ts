import * as hb from 'harfbuzzjs';

/** A glyph of shaped text, in the order in which it is drawn, left to right. Lengths in units of the font. */
export interface ShapedGlyph {
  readonly glyph: number;
  /** Offset in the text of the first character that it stands for. */
  readonly cluster: number;
  readonly advance: number;
  /** From the pen to where it is drawn. */
  readonly x: number;
  readonly y: number;
}

/** What ink a glyph leaves, from its origin; `bottom` is below the baseline where negative. */
export interface GlyphBounds {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Properties of a run of text that its shaping depends on. */
export interface ShapeOptions {
  readonly rightToLeft: boolean;
  /** ISO 15924: `Arab`. */
  readonly script: string;
  /** BCP 47, or '' where it is not known. */
  readonly language: string;
}

/** Characters around a run that decide how its ends join. */
const context = 16;

/** The outlines that a font is embedded with; `none` of those that PDF has none for (bitmaps, CFF 2). */
export type Outlines = 'glyf' | 'cff' | 'none';

/** A font file that is open. */
export class OpenFile {
  readonly bytes: Uint8Array;
  readonly #blob: hb.Blob;
  readonly #faces = new Map<number, OpenFace>();

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#blob = new hb.Blob(bytes);
  }

  /** One of its fonts: of a collection by index, else 0. */
  face(index: number): OpenFace {
    const face = this.#faces.get(index) ?? new OpenFace(new hb.Face(this.#blob, index), { bytes: this.bytes, index });
    this.#faces.set(index, face);
    return face;
  }
}

/** A font that is open: metrics in units of the em, of which there are `unitsPerEm`. */
export class OpenFace {
  /** Of its file. */
  readonly bytes: Uint8Array;
  /** Which one of a collection. */
  readonly index: number;
  readonly unitsPerEm: number;
  readonly outlines: Outlines;
  readonly #face: hb.Face;
  readonly #font: hb.Font;
  readonly #bounds = new Map<number, GlyphBounds | null>();

  constructor(face: hb.Face, { bytes, index }: { bytes: Uint8Array; index: number }) {
    this.bytes = bytes;
    this.index = index;
    this.#face = face;
    this.#font = new hb.Font(this.#face);
    this.unitsPerEm = this.#face.upem;
    this.#font.setScale(this.unitsPerEm, this.unitsPerEm);
    this.outlines = this.table('glyf') !== null ? 'glyf' : this.table('CFF ') !== null ? 'cff' : 'none';
  }

  table(tag: string): Buffer | null {
    const table = this.#face.referenceTable(tag);
    return table === undefined || table.byteLength === 0 ? null : Buffer.from(table);
  }

  /** From the baseline; the descender is negative. */
  get extents(): { ascender: number; descender: number } {
    return this.#font.hExtents();
  }

  /** Glyph of a character; 0 where there is none. */
  glyphOf(character: number): number {
    return this.#font.nominalGlyph(character) ?? 0;
  }

  /** All that it has a glyph for, by its cmap. */
  characters(): number[] {
    return [...this.#face.collectUnicodes()];
  }

  advanceOf(glyph: number): number {
    return this.#font.glyphHAdvance(glyph);
  }

  /** Null for a glyph that leaves no ink. */
  boundsOf(glyph: number): GlyphBounds | null {
    const known = this.#bounds.get(glyph);
    if (known !== undefined) return known;
    const extents = this.#font.glyphExtents(glyph);
    const { xBearing: left = 0, yBearing: top = 0, width = 0, height = 0 } = extents ?? {};
    const bounds = width === 0 && height === 0 ? null : { left, top, right: left + width, bottom: top + height };
    this.#bounds.set(glyph, bounds);
    return bounds;
  }

  /**
   * Shapes a run of one script and direction. The text around it in `text` decides how its first and last letters join.
   */
  shape(text: string, start: number, end: number, { rightToLeft, script, language }: ShapeOptions): ShapedGlyph[] {
    const buffer = new hb.Buffer();
    const from = Math.max(0, start - context);
    buffer.addText(text.slice(from, end + context), start - from, end - start);
    buffer.setDirection(rightToLeft ? hb.Direction.RTL : hb.Direction.LTR);
    buffer.setScript(script);
    if (language !== '') buffer.setLanguage(language);
    buffer.setFlags(hb.BufferFlag.REMOVE_DEFAULT_IGNORABLES);
    hb.shape(this.#font, buffer);
    const positions = buffer.getGlyphPositions();
    return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      return { glyph: codepoint, cluster: cluster + from, advance: xAdvance, x: xOffset, y: yOffset };
    });
  }
}
