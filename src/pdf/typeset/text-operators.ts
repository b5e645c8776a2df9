import { hexadecimal, utf16 } from '../fonts/to-unicode.ts';
import { writtenShort } from '../objects/serialize.ts';

/** A glyph at the pen. Lengths at a size of 1, except for the width stated in its font, which is in thousandths. */
interface PlacedGlyph {
  readonly advance: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/**
 * The operators of one text object (ISO 32000-2, 9.4): glyphs where shaping puts them, whatever the widths of the font
 * are.
 */
export class TextOperators {
  readonly #size: number;
  #content: string;
  #array = '';
  #hex = '';
  #rise = 0;
  /** Where the next glyph belongs, and where it would be drawn as it is; thousandths. */
  #wanted = 0;
  #pen = 0;

  constructor({ x, y, size }: { x: number; y: number; size: number }) {
    this.#size = size;
    this.#content = `BT\n1 0 0 1 ${writtenShort(x)} ${writtenShort(y)} Tm\n`;
  }

  font(name: string): void {
    this.#flush();
    this.#content += `/${name} ${writtenShort(this.#size)} Tf\n`;
  }

  /** The following content has this replacement text (14.9.4), until `endSpan`. */
  begin(text: string): void {
    this.#flush();
    this.#content += `/Span <</ActualText <FEFF${utf16(text)}>>> BDC\n`;
  }

  endSpan(): void {
    this.#flush();
    this.#content += 'EMC\n';
  }

  glyph(code: number, { advance, x, y, width }: PlacedGlyph): void {
    const rise = Math.round(y * this.#size * 1000) / 1000;
    if (rise !== this.#rise) {
      this.#flush();
      this.#content += `${writtenShort(rise)} Ts\n`;
      this.#rise = rise;
    }
    const move = Math.round(this.#pen - this.#wanted - x * 1000);
    if (move !== 0) {
      this.#closeString();
      this.#array += String(move);
      this.#pen -= move;
    }
    this.#hex += hexadecimal(code);
    this.#pen += width;
    this.#wanted += advance * 1000;
  }

  end(): string {
    this.#flush();
    if (this.#rise !== 0) this.#content += '0 Ts\n';
    return `${this.#content}ET\n`;
  }

  #closeString(): void {
    if (this.#hex !== '') this.#array += `<${this.#hex}>`;
    this.#hex = '';
  }

  #flush(): void {
    this.#closeString();
    if (this.#array !== '') this.#content += `[${this.#array}] TJ\n`;
    this.#array = '';
  }
}
