import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type PDFDict, type PDFDocument, PDFHexString, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib';
import { subset } from './subset.ts';
import type { TrueType } from './true-type.ts';

/** Characters by their codes in WinAnsiEncoding (ISO 32000-2, annex D.2), which is Windows-1252. */
const winAnsi = new Map(
  Array.from({ length: 0x100 - 0x20 }, (_, index) => index + 0x20).flatMap((code): [number, number][] => {
    const character = new TextDecoder('windows-1252').decode(Uint8Array.of(code)).codePointAt(0) ?? 0;
    return character < 0x20 || (character >= 0x7f && character < 0xa0) ? [] : [[character, code]];
  }),
);

/** Text in one font: its resource name, the operand of Tj, and how wide it is at a size of 1. */
export interface Run {
  readonly font: string;
  readonly operand: string;
  readonly width: number;
}

/** A font of two bytes a character: only for what the first font has no code for. */
interface Further {
  readonly font: TrueType;
  readonly name: string;
  readonly ref: PDFRef;
  readonly glyphs: number[];
  /** Codes by character: that of a glyph is its place among `glyphs`, from 1. */
  readonly codes: Map<number, number>;
}

/**
 * The fonts that fields are set in. The first one is there with all of WinAnsiEncoding, so that readers set what people type in it too;
 * of each other one there is what values need. A character gets its glyph and nothing more: no ligatures, no marks that move, no reordering,
 * so this is for scripts that read well so (Latin, Greek, Cyrillic, symbols).
 */
export class FieldFonts {
  readonly #document: PDFDocument;
  readonly #first: TrueType;
  readonly #further: Further[];
  readonly name: string;
  readonly #ref: PDFRef;
  /** Characters that no font has. */
  readonly missing = new Set<string>();

  /** `prefix` keeps the resource names apart from those that a form has already. */
  constructor(document: PDFDocument, fonts: readonly TrueType[], prefix: string) {
    const [first] = fonts;
    if (!first) throw new TypeError('fields need a font');
    this.#document = document;
    this.#first = first;
    this.name = prefix;
    this.#ref = document.context.nextRef();
    this.#further = fonts.map((font, index) => ({ font, name: `${prefix}${index + 1}`, ref: document.context.nextRef(), glyphs: [], codes: new Map() }));
  }

  /** From the baseline at a size of 1; `descent` is negative. */
  get ascent(): number {
    return this.#first.ascender / this.#first.unitsPerEm;
  }

  get descent(): number {
    return this.#first.descender / this.#first.unitsPerEm;
  }

  /** Text as runs of one font each; what no font has is left out and remembered. */
  runs(text: string): Run[] {
    const runs: { font: string; operand: string; width: number }[] = [];
    for (const letter of text.normalize('NFC')) {
      const shown = this.#show(letter);
      if (!shown) continue;
      const last = runs.at(-1);
      if (last?.font !== shown.font) runs.push(shown);
      else Object.assign(last, { operand: last.operand + shown.operand, width: last.width + shown.width });
    }
    return runs;
  }

  widthOf(text: string): number {
    return this.runs(text).reduce((sum, { width }) => sum + width, 0);
  }

  #show(letter: string): Run | undefined {
    const character = letter.codePointAt(0) ?? 0;
    const code = winAnsi.get(character);
    if (code !== undefined && this.#first.glyphOf(character) !== 0) return { font: this.name, operand: hex(code, 2), width: advance(this.#first, this.#first.glyphOf(character)) };
    const further = this.#further.find(({ font }) => font.glyphOf(character) !== 0);
    if (further) return shownBy(further, character);
    if (/\P{C}/u.test(letter)) this.missing.add(letter);
    return undefined;
  }

  /** The resources of everything that was set, and of what people may type. */
  resources(): PDFDict {
    const fonts = this.#document.context.obj({});
    fonts.set(PDFName.of(this.name), this.#ref);
    for (const { name, ref, glyphs } of this.#further) if (glyphs.length > 0) fonts.set(PDFName.of(name), ref);
    return fonts;
  }

  /** Writes the fonts, once everything is set. */
  write(): void {
    this.#writeFirst();
    for (const further of this.#further) if (further.glyphs.length > 0) this.#writeFurther(further);
  }

  /** A simple font (9.6.3). */
  #writeFirst(): void {
    const { context } = this.#document;
    const font = this.#first;
    const characters = [...winAnsi.keys()].filter((character) => font.glyphOf(character) !== 0);
    const glyphs = [...new Set(characters.map((character) => font.glyphOf(character)))];
    const file = subset(font, glyphs, new Map(characters.map((character) => [character, glyphs.indexOf(font.glyphOf(character)) + 1])));
    const byCode = new Map([...winAnsi].map(([character, code]) => [code, character]));
    const widths = Array.from({ length: 0x100 - 0x20 }, (_, index) => thousandths(font, font.glyphOf(byCode.get(index + 0x20) ?? 0)));
    const BaseFont = tagged(font, file);
    context.assign(this.#ref, context.obj({ Type: 'Font', Subtype: 'TrueType', BaseFont, FirstChar: 0x20, LastChar: 0xff, Widths: widths, Encoding: 'WinAnsiEncoding', FontDescriptor: this.#descriptor(font, BaseFont, file, 0x20) }));
  }

  /** A composite font whose codes are glyphs (9.7.4). */
  #writeFurther({ font, ref, glyphs, codes }: Further): void {
    const { context } = this.#document;
    const file = subset(font, glyphs);
    const BaseFont = tagged(font, file);
    const descendant = context.obj({ Type: 'Font', Subtype: 'CIDFontType2', BaseFont, CIDSystemInfo: { Registry: text('Adobe'), Ordering: text('Identity'), Supplement: 0 }, FontDescriptor: this.#descriptor(font, BaseFont, file, 0x4), CIDToGIDMap: 'Identity', DW: 0, W: [1, glyphs.map((glyph) => thousandths(font, glyph))] });
    context.assign(ref, context.obj({ Type: 'Font', Subtype: 'Type0', BaseFont, Encoding: 'Identity-H', DescendantFonts: [context.register(descendant)], ToUnicode: this.#stream(Buffer.from(toUnicode([...codes.keys()]), 'latin1')) }));
  }

  #descriptor(font: TrueType, FontName: string, file: Buffer, Flags: number): PDFRef {
    const scaled = (value: number) => Math.round((value * 1000) / font.unitsPerEm);
    return this.#document.context.register(this.#document.context.obj({ Type: 'FontDescriptor', FontName, Flags, FontBBox: font.bounds.map(scaled), ItalicAngle: 0, Ascent: scaled(font.ascender), Descent: scaled(font.descender), CapHeight: scaled(font.capHeight), StemV: 80, FontFile2: this.#stream(file, { Length1: file.length }) }));
  }

  #stream(bytes: Buffer, entries: Record<string, number> = {}): PDFRef {
    const { context } = this.#document;
    return context.register(PDFRawStream.of(context.obj({ ...entries, Filter: 'FlateDecode' }), deflateSync(bytes)));
  }
}

function shownBy({ font, name, glyphs, codes }: Further, character: number): Run {
  const glyph = font.glyphOf(character);
  const code = codes.get(character) ?? glyphs.push(glyph);
  codes.set(character, code);
  return { font: name, operand: hex(code, 4), width: advance(font, glyph) };
}

const advance = (font: TrueType, glyph: number) => font.advanceOf(glyph) / font.unitsPerEm;
const thousandths = (font: TrueType, glyph: number) => Math.round(advance(font, glyph) * 1000);
const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
const text = (value: string) => PDFHexString.of(Buffer.from(value, 'latin1').toString('hex'));

/** The name of a subset begins with six letters of its own (9.9.2): here they follow from what is in it. */
function tagged({ name }: TrueType, file: Buffer): string {
  const tag = [...createHash('sha256').update(file).digest().subarray(0, 6)].map((byte) => String.fromCharCode(0x41 + (byte % 26))).join('');
  return `${tag}+${name}`;
}

/** Codes to text (9.10.3), a hundred at a time. */
function toUnicode(characters: readonly number[]): string {
  const lines = characters.map((character, index) => `<${hex(index + 1, 4)}> <${Buffer.from(String.fromCodePoint(character), 'utf16le').swap16().toString('hex').toUpperCase()}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) => lines.slice(index * 100, index * 100 + 100)).map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${blocks.join('\n')}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`;
}
