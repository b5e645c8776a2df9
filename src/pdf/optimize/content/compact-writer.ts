import { ByteSink } from '../../objects/byte-sink.ts';
import { classOf, regular } from '../../objects/characters.ts';
import { Dict, Name, PdfString, type Obj } from '../../objects/objects.ts';
import { writtenName, writtenNumber } from '../../objects/serialize.ts';

/** Writes content without unnecessary bytes between tokens (ISO 32000-2, 7.2.3). */
export class CompactWriter {
  readonly #sink = new ByteSink();
  /** The last byte belongs to a word, so that another word needs a separator. */
  #open = false;

  get bytes(): Buffer {
    return Buffer.from(this.#sink.view);
  }

  /** Writes a number, name or operator. */
  word(text: string): void {
    if (this.#open && classOf[text.charCodeAt(0)] === regular) this.#sink.byte(0x20);
    this.#sink.text(text);
    this.#open = classOf[text.charCodeAt(text.length - 1)] === regular;
  }

  /** Writes bytes of other content unchanged. */
  slice(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#open && classOf[bytes[0] ?? 0] === regular) this.#sink.byte(0x20);
    this.#sink.bytes(bytes);
    this.#open = classOf[bytes.at(-1) ?? 0] === regular;
  }

  /** Writes a literal string with as few escapes as possible (ISO 32000-2, 7.3.4.2). */
  string(bytes: Iterable<number>): void {
    this.#sink.byte(0x28);
    for (const byte of bytes) {
      const escape = escapes.get(byte);
      if (escape !== undefined) this.#sink.byte(0x5c);
      this.#sink.byte(escape ?? byte);
    }
    this.#sink.byte(0x29);
    this.#open = false;
  }

  /** Writes an operand, rounded to `digits` decimals, if given. */
  operand(value: Obj, digits?: number): void {
    if (typeof value === 'number') this.word(shortNumber(value, digits));
    else if (value instanceof Name) this.word(writtenName(value.value));
    else if (value instanceof PdfString) this.string(value.bytes);
    else if (Array.isArray(value)) this.#enclosed('[', ']', value);
    else if (value instanceof Dict)
      this.#enclosed(
        '<<',
        '>>',
        value.entries().flatMap(([key, entry]) => [new Name(key), entry]),
      );
    else if (typeof value === 'boolean' || value === null) this.word(String(value));
    else throw new Error('content has no references and no streams');
  }

  #enclosed(before: string, after: string, values: readonly Obj[]): void {
    this.word(before);
    for (const value of values) this.operand(value);
    this.word(after);
  }
}

const escapes: ReadonlyMap<number, number> = new Map([
  [0x28, 0x28],
  [0x29, 0x29],
  [0x5c, 0x5c],
  [13, 0x72],
]);

/** The shortest form of a number (ISO 32000-2, 7.3.3), with at most `digits` decimals. */
export function shortNumber(value: number, digits?: number): string {
  const rounded = digits === undefined || Number.isInteger(value) ? value : Number(value.toFixed(digits));
  const text = writtenNumber(rounded);
  return text.startsWith('0.') ? text.slice(1) : text.startsWith('-0.') ? `-${text.slice(2)}` : text;
}
