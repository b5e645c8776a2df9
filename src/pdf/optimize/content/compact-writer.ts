import { ByteSink } from '../../objects/byte-sink.ts';
import { classOf, regular } from '../../objects/characters.ts';
import { Dict, Name, PdfString, type Obj } from '../../objects/objects.ts';
import { writtenName, writtenNumber } from '../../objects/serialize.ts';

/** Writes content with no byte between two words that they do not need to be told apart (ISO 32000-2, 7.2.3). */
export class CompactWriter {
  readonly #sink = new ByteSink();
  /** The last byte was that of a word: another has to stand apart from it. */
  #open = false;

  get bytes(): Buffer {
    return Buffer.from(this.#sink.view);
  }

  /** Numbers, names and operators as they are to stand. */
  word(text: string): void {
    if (this.#open && classOf[text.charCodeAt(0)] === regular) this.#sink.byte(0x20);
    this.#sink.text(text);
    this.#open = classOf[text.charCodeAt(text.length - 1)] === regular;
  }

  /** As it is in other content. */
  slice(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#open && classOf[bytes[0] ?? 0] === regular) this.#sink.byte(0x20);
    this.#sink.bytes(bytes);
    this.#open = classOf[bytes.at(-1) ?? 0] === regular;
  }

  /** A string in brackets, which takes a byte a byte but for the few that mean something else in it (7.3.4.2). */
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

  /** An operand; `digits` behind the point, where they are given. */
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

/** The shortest way to write a number (7.3.3); with no more than `digits` behind the point. */
export function shortNumber(value: number, digits?: number): string {
  const rounded = digits === undefined || Number.isInteger(value) ? value : Number(value.toFixed(digits));
  const text = writtenNumber(rounded);
  return text.startsWith('0.') ? text.slice(1) : text.startsWith('-0.') ? `-${text.slice(2)}` : text;
}
