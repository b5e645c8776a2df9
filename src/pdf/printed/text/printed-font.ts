import type { Dict, Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { showsBoxes } from '../../fonts/box-fonts.ts';
import { compositeWidths } from '../../fonts/composite-widths.ts';

/** A font of a printed file: what scanning its text needs to know. */
export interface PrintedFont {
  /** PostScript name without the prefix of the subset; '' where the file does not tell. */
  readonly name: string;
  /** Bytes of a code: 2 in composite fonts, 1 in Type 3 ones. Code 0 is glyph 0 (.notdef) in both. */
  readonly bytes: 1 | 2;
  /** Advance of a code in thousandths of the font size. */
  width(code: number): number;
  /** What a code stands for, or undefined. */
  text(code: number): string | undefined;
  /** True for a code that stands for a character which no font has: its glyph is .notdef, or a box. */
  missing(code: number): boolean;
  /** True for a code that leaves no ink: a space. */
  blank(code: number): boolean;
  /** Every text that some code stands for. */
  texts(): Iterable<string>;
}

/**
 * Reads a font as Skia writes it: composite with Identity-H, or Type 3; both with a ToUnicode CMap (ISO 32000-2,
 * 9.10.3).
 */
export function printedFont(file: PdfFile, font: Obj): PrintedFont {
  const dict = file.dict(font);
  const composite = file.dict(file.array(dict?.get('DescendantFonts') ?? null)?.[0] ?? null);
  const descriptor = file.dict((composite ?? dict)?.get('FontDescriptor') ?? null);
  const name = file.name(dict?.get('BaseFont') ?? null) ?? file.name(descriptor?.get('FontName') ?? null) ?? '';
  const unicode = toUnicode(
    file
      .stream(dict?.get('ToUnicode') ?? null)
      ?.decode()
      .toString('latin1') ?? '',
  );
  const blank = new Set([...unicode].flatMap(([code, text]) => (code !== 0 && text.trim() === '' ? [code] : [])));
  const boxes = showsBoxes(name);
  return {
    name: name.replace(/^[A-Z]{6}\+/, ''),
    bytes: composite === null ? 1 : 2,
    width: composite === null ? simpleWidths(file, dict) : widthOf(file, composite),
    text: (code) => unicode.get(code),
    missing: (code) => boxes || code === 0,
    blank: (code) => blank.has(code),
    texts: () => unicode.values(),
  };
}

/** `Widths` of a Type 3 font, in its own space (9.6.4): Skia's is a thousandth of the size. */
function simpleWidths(file: PdfFile, dict: Dict | null): (code: number) => number {
  const first = file.number(dict?.get('FirstChar') ?? null) ?? 0;
  const widths = file.array(dict?.get('Widths') ?? null) ?? [];
  return (code) => Number(widths[code - first] ?? 0);
}

function widthOf(file: PdfFile, dict: Dict): (code: number) => number {
  const known = compositeWidths(file, dict);
  const standard = file.number(dict.get('DW')) ?? 1000;
  return (code) => known.get(code) ?? standard;
}

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/**
 * The bfchar and bfrange sections of a CMap as Skia writes them: hexadecimal codes, one text or the first of
 * consecutive ones. The text of each code.
 */
export function toUnicode(cmap: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, kind, body = ''] of cmap.matchAll(/begin(bfchar|bfrange)([^]*?)(?:endbf|$)/g)) {
    const pattern =
      kind === 'bfchar'
        ? /<([\dA-F]{2,4})>()\s*<((?:[\dA-F]{4})+)>/gi
        : /<([\dA-F]{2,4})>\s*<([\dA-F]{2,4})>\s*<((?:[\dA-F]{4})+)>/gi;
    for (const [, from = '', to = '', hex = ''] of body.matchAll(pattern)) {
      const first = parseInt(from, 16);
      const text = utf16(hex);
      texts.set(first, text);
      const last = to === '' ? first : parseInt(to, 16);
      const start = text.codePointAt(0) ?? 0;
      for (let code = first + 1; code <= last; code += 1)
        texts.set(code, String.fromCodePoint(Math.min(start + code - first, 0x10ffff)));
    }
  }
  return texts;
}
