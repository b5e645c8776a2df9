import { Dict } from '../objects/objects.ts';
import { EmbeddedFont, type ObjectSink } from './embedded-font.ts';
import { openFace, type FontShelf, type ShelfFace } from './font-shelf.ts';
import type { FontWish } from './font-wish.ts';
import type { OpenFace } from './harfbuzz.ts';
import type { Direction } from './itemize.ts';
import type { Cluster, Line } from './line.ts';
import { Paragraph } from './paragraph.ts';
import { TextOperators } from './text-operators.ts';

/** Fonts of a typesetter, and the file that receives them. */
export interface TypesetterOptions {
  readonly shelf: FontShelf;
  readonly sink: ObjectSink;
  /** Prefix of the names of fonts in resources, which makes them unique. */
  readonly prefix?: string;
  /** Fonts list their glyphs, which PDF/A-1 requires of subsets (ISO 19005-1, 6.3.5); later parts do not. */
  readonly listed?: boolean;
}

/** Characters of a paragraph that are set: no box shows more. */
const maxCharacters = 20_000;

/** Where a line goes: the left end of its baseline. Points. */
export interface LinePlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /**
   * Another line of the same text follows: a space separates its first word from the last word of this line when the
   * text is read aloud or copied.
   */
  readonly continues?: boolean;
}

/**
 * Sets text of any script as PDF content: fonts by character, both directions, shaped. The text itself is in the file:
 * as ToUnicode, and as ActualText where glyphs and characters do not correspond one to one. Fonts are written once at
 * the end, as subsets. Synchronous: for worker threads.
 */
export class Typesetter {
  /** Characters that no font has: they are left out. */
  readonly missing = new Set<string>();
  readonly #shelf: FontShelf;
  readonly #sink: ObjectSink;
  readonly #prefix: string;
  readonly #listed: boolean;
  readonly #fonts = new Map<ShelfFace, EmbeddedFont>();

  constructor({ shelf, sink, prefix = 'CF', listed = false }: TypesetterOptions) {
    this.#shelf = shelf;
    this.#sink = sink;
    this.#prefix = prefix;
    this.#listed = listed;
  }

  /** One paragraph: line breaks and other controls in it are spaces. Of a very long one the beginning. */
  paragraph(text: string, wish: FontWish, direction: Direction = 'auto'): Paragraph {
    return new Paragraph(
      text
        .slice(0, maxCharacters)
        .toWellFormed()
        // eslint-disable-next-line no-control-regex
        .replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]/g, ' '),
      { shelf: this.#shelf, wish, direction, missing: this.missing },
    );
  }

  /** Metrics at a size of 1 of the font that a wish leads to, where it has Latin. */
  metrics(wish: FontWish): { ascent: number; descent: number; capHeight: number } {
    const face = this.#shelf.candidates(wish).find(({ coverage }) => coverage.has(0x41))?.face;
    if (face === undefined) return { ascent: 0.9, descent: -0.2, capHeight: 0.7 };
    const open = openFace(face);
    const { ascender, descender } = open.extents;
    return {
      ascent: ascender / open.unitsPerEm,
      descent: descender / open.unitsPerEm,
      capHeight: (open.boundsOf(open.glyphOf(0x48))?.top ?? ascender * 0.75) / open.unitsPerEm,
    };
  }

  /** The operators that draw a line, as one text object (ISO 32000-2, 9.4). The colour is the one set before. */
  show(line: Line, place: LinePlace): string {
    const operators = new TextOperators(place);
    for (const { face, rightToLeft, clusters } of line.runs) {
      const font = this.#font(face);
      const { unitsPerEm, outlines } = openFace(face);
      operators.font(font.name);
      for (const cluster of clusters) {
        if (outlines === 'cff') showApart(operators, font, cluster, openFace(face));
        else showComposed(operators, font, { ...cluster, rightToLeft, unitsPerEm });
      }
    }
    if (place.continues === true) this.#space(operators, line);
    return operators.end();
  }

  /** A space at the right end of a line that is read from left to right. */
  #space(operators: TextOperators, { runs }: Line): void {
    const last = runs.at(-1);
    const face = last === undefined || last.rightToLeft ? null : openFace(last.face);
    const glyph = face?.glyphOf(0x20) ?? 0;
    if (last === undefined || face === null || glyph === 0) return;
    const { code, width } = this.#font(last.face).codeOf([{ glyph, x: 0, y: 0 }], ' ');
    operators.glyph(code, { advance: face.advanceOf(glyph) / face.unitsPerEm, x: 0, y: 0, width });
  }

  /** Font resources for a stream that shows these lines. */
  resources(lines: readonly Line[]): Dict {
    const faces = new Set(lines.flatMap(({ runs }) => runs.map(({ face }) => face)));
    return new Dict([...faces].map((face) => this.#font(face)).map(({ name, ref }) => [name, ref]));
  }

  /** Writes the fonts, once everything is set. */
  write(): void {
    for (const font of this.#fonts.values()) font.write(this.#sink);
  }

  #font(face: ShelfFace): EmbeddedFont {
    const font =
      this.#fonts.get(face) ??
      new EmbeddedFont(face, {
        name: `${this.#prefix}${this.#fonts.size + 1}`,
        ref: this.#sink.reserve(),
        listed: this.#listed,
      });
    this.#fonts.set(face, font);
    return font;
  }
}

/**
 * A cluster as one glyph with one text. From right to left characters come one by one, as they are drawn, the others
 * with no glyph: readers turn them round.
 */
function showComposed(
  operators: TextOperators,
  font: EmbeddedFont,
  cluster: Cluster & { readonly rightToLeft: boolean; readonly unitsPerEm: number },
): void {
  const [first = '', ...others] = cluster.rightToLeft ? Array.from(cluster.text) : [cluster.text];
  for (const other of others.reverse())
    operators.glyph(font.codeOf([], other).code, { advance: 0, x: 0, y: 0, width: 0 });
  const { code, width } = font.codeOf(partsOf(cluster), first);
  operators.glyph(code, { advance: cluster.glyphs.reduce((sum, { advance }) => sum + advance, 0), x: 0, y: 0, width });
}

/**
 * A cluster of glyphs that cannot be combined into one. Where its glyphs and characters do not correspond one to one,
 * it gets the text as ActualText (14.9.4).
 */
function showApart(operators: TextOperators, font: EmbeddedFont, { text, glyphs }: Cluster, face: OpenFace): void {
  const texts =
    glyphs.length === 1
      ? [text]
      : textsOf(
          text,
          glyphs.map(({ glyph }) => glyph),
          face,
        );
  const codes = glyphs.map(({ glyph }, index) => font.codeOf([{ glyph, x: 0, y: 0 }], texts[index] ?? ''));
  const exact = glyphs.length === 1 && codes.every((code) => code.exact);
  if (!exact) operators.begin(text);
  glyphs.forEach((glyph, index) => {
    const { code = 0, width = 0 } = codes[index] ?? {};
    operators.glyph(code, { ...glyph, width });
  });
  if (!exact) operators.endSpan();
}

/** Where the glyphs of a cluster stand from the pen at its start. Units of the font. */
function partsOf({
  glyphs,
  unitsPerEm,
}: Cluster & { readonly unitsPerEm: number }): { glyph: number; x: number; y: number }[] {
  let pen = 0;
  return glyphs.map(({ glyph, advance, x, y }) => {
    const part = { glyph, x: Math.round((pen + x) * unitsPerEm), y: Math.round(y * unitsPerEm) };
    pen += advance;
    return part;
  });
}

/**
 * The text of each glyph of a cluster, for readers that ignore ActualText: its own character, and for the first glyph
 * without one the remaining characters.
 */
function textsOf(text: string, glyphs: readonly number[], face: OpenFace): string[] {
  const left = Array.from(text);
  const texts = glyphs.map((glyph) => {
    const own = left.findIndex((character) => face.glyphOf(character.codePointAt(0) ?? 0) === glyph);
    return own < 0 ? '' : left.splice(own, 1).join('');
  });
  const first = texts.indexOf('');
  return texts.map((own, index) => (own !== '' ? own : index === first && left.length > 0 ? left.join('') : '\u200b'));
}
