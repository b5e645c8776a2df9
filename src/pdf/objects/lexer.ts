import { classOf, delimiter, hexDigit, isDigit, regular, space } from './characters.ts';
import { unescapeName, unescapeString } from './escapes.ts';
import { Name, PdfString } from './objects.ts';

/** A word that is no object: `obj`, `stream`, `BT`, and the delimiters `[ ] << >> { } )`. */
export class Keyword {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

/** The end of the bytes. */
export const end: unique symbol = Symbol('end');

/** A token of PDF syntax (ISO 32000-2, 7.2), or the end of the bytes. */
export type Token = number | Name | PdfString | Keyword | typeof end;

/** A delimiter is always the same token, and its own byte or two. */
const delimiters: ReadonlyMap<number, Keyword> = new Map(
  Array.from('()<>[]{}/%', (character) => [character.charCodeAt(0), new Keyword(character)]),
);
const openDict = new Keyword('<<');
const closeDict = new Keyword('>>');

/** True where the expected bytes stand. Bytes are compared in a fifth of the time of characters of a text. */
export function isAt(bytes: Buffer, start: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index += 1) if (bytes[start + index] !== expected[index]) return false;
  return true;
}

/** A name that was met, and how it is written. */
interface SeenName {
  readonly name: Name;
  readonly written: Uint8Array;
}

/** No keyword is longer; what follows belongs to the next one. Keeps binary data from becoming one huge string. */
const longestKeyword = 128;

/**
 * Lexical conventions (ISO 32000-2, 7.2, 7.3.2-7.3.5), as lenient as common readers: it never fails, and each call
 * advances. For files and content streams.
 */
export class Lexer {
  readonly bytes: Buffer;
  position: number;
  readonly #end: number;
  readonly #names: Map<string, Name>;
  /** The name met last for each of 256 hashes: most names of a file are met again before another takes their place. */
  readonly #seen: (SeenName | undefined)[] = [];

  constructor(bytes: Buffer, position = 0, names = new Map<string, Name>(), until = bytes.length) {
    this.bytes = bytes;
    this.position = position;
    this.#names = names;
    this.#end = Math.min(until, bytes.length);
  }

  get atEnd(): boolean {
    return this.position >= this.#end;
  }

  next(): Token {
    let byte = this.bytes[this.position] ?? 0;
    if (classOf[byte] === space || byte === 0x25) {
      this.skipSpace();
      byte = this.bytes[this.position] ?? 0;
    }
    if (this.atEnd) return end;
    if (classOf[byte] === delimiter) {
      if (byte === 0x2f) return this.#name();
      if (byte === 0x28) return this.#literal();
      if (byte === 0x3c && this.#peek(1) !== 0x3c) return this.#hexadecimal();
      return this.#delimiter(byte);
    }
    if (isDigit(byte) || byte === 0x2d || byte === 0x2b || byte === 0x2e) return this.#number();
    return this.#keyword();
  }

  /** A whole number that is written as up to nine digits between spaces; null, without moving, for anything else. */
  digits(): number | null {
    const { bytes } = this;
    let at = this.position;
    if (bytes[at] === 0x20) at += 1;
    const stop = Math.min(at + 10, this.#end);
    const start = at;
    let value = 0;
    for (let byte = bytes[at] ?? 0; at < stop && isDigit(byte); byte = bytes[++at] ?? 0)
      value = value * 10 + byte - 0x30;
    if (at === start || at === stop || bytes[at] !== 0x20) return null;
    this.position = at;
    return value;
  }

  /** The name that comes next; null, without moving past it, where anything else does. */
  name(): Name | null {
    this.skipSpace();
    return this.bytes[this.position] === 0x2f && !this.atEnd ? this.#name() : null;
  }

  /** Past white space and comments. */
  skipSpace(): void {
    const { bytes } = this;
    for (;;) {
      let at = this.position;
      while (at < this.#end && classOf[bytes[at] ?? 0] === space) at += 1;
      this.position = at;
      if (at >= this.#end || bytes[at] !== 0x25) return;
      this.#skipLine();
    }
  }

  #skipLine(): void {
    while (this.position < this.#end && this.#peek() !== 10 && this.#peek() !== 13) this.position += 1;
  }

  #peek(ahead = 0): number {
    return this.position + ahead < this.#end ? (this.bytes[this.position + ahead] ?? 0) : 0;
  }

  #delimiter(byte: number): Keyword {
    const doubled = (byte === 0x3c || byte === 0x3e) && this.#peek(1) === byte;
    this.position += doubled ? 2 : 1;
    if (doubled) return byte === 0x3c ? openDict : closeDict;
    return delimiters.get(byte) ?? new Keyword(String.fromCharCode(byte));
  }

  #keyword(): Keyword {
    const start = this.position;
    const limit = Math.min(this.#end, start + longestKeyword);
    while (this.position < limit && classOf[this.#peek()] === regular) this.position += 1;
    return new Keyword(this.bytes.toString('latin1', start, this.position));
  }

  /** `--5` is -5, `1-2` is 12 and `-` is 0, as in Acrobat; `1.2.3` is 1.2 and .3, as in every reader. */
  #number(): number {
    const { bytes } = this;
    const stop = this.#end;
    let at = this.position;
    const negative = bytes[at] === 0x2d;
    while (at < stop && (bytes[at] === 0x2d || bytes[at] === 0x2b)) at += 1;
    const start = at;
    let value = 0;
    let scale = 0;
    let digits = 0;
    for (; at < stop; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x30 && byte <= 0x39) {
        value = value * 10 + (byte - 0x30);
        digits += 1;
        if (scale > 0) scale += 1;
      } else if (byte === 0x2e && scale === 0) scale = 1;
      else if (byte !== 0x2d || digits === 0) break;
    }
    this.position = at;
    if (digits > 15) value = this.#exact(start);
    else if (scale > 1) value /= 10 ** (scale - 1);
    return negative ? -value : value;
  }

  /** A number with more digits than arithmetic is exact for. */
  #exact(start: number): number {
    const value = Number(this.bytes.toString('latin1', start, this.position).replaceAll('-', ''));
    return Number.isFinite(value) ? value : 0;
  }

  #name(): Name {
    this.position += 1;
    const { bytes } = this;
    const start = this.position;
    let escaped = false;
    let hash = 0;
    let at = start;
    for (; at < this.#end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (classOf[byte] !== regular) break;
      if (byte === 0x23) escaped = true;
      hash = (hash * 31 + byte) | 0;
    }
    this.position = at;
    const seen = this.#seen[hash & 0xff];
    if (seen?.written.length === at - start && !escaped && isAt(bytes, start, seen.written)) return seen.name;
    const written = bytes.toString('latin1', start, at);
    const name = this.#intern(escaped ? unescapeName(written) : written);
    if (!escaped) this.#seen[hash & 0xff] = { name, written: new Uint8Array(bytes.subarray(start, at)) };
    return name;
  }

  #intern(value: string): Name {
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    const name = new Name(value);
    this.#names.set(value, name);
    return name;
  }

  /** A string without escapes is a view on the file. */
  #literal(): PdfString {
    this.position += 1;
    const start = this.position;
    let depth = 1;
    let plain = true;
    for (; this.position < this.#end; this.position += 1) {
      const byte = this.#peek();
      if (byte === 0x5c) {
        plain = false;
        this.position += 1;
      } else if (byte === 0x28) depth += 1;
      else if (byte === 0x29 && --depth === 0) break;
      else if (byte === 13) plain = false;
    }
    const written = this.bytes.subarray(start, Math.min(this.position, this.#end));
    this.position = Math.min(this.position + 1, this.#end);
    return new PdfString(plain ? written : unescapeString(written));
  }

  #hexadecimal(): PdfString {
    this.position += 1;
    const start = this.position;
    let stop = this.bytes.indexOf(0x3e, start);
    if (stop < 0 || stop > this.#end) stop = this.#end;
    this.position = Math.min(stop + 1, this.#end);
    const bytes = Buffer.allocUnsafe((stop - start + 1) >> 1);
    let digits = 0;
    for (let at = start; at < stop; at += 1) {
      const digit = hexDigit(this.bytes[at] ?? 0);
      if (digit < 0) continue;
      if (digits % 2 === 0) bytes[digits >> 1] = digit << 4;
      else bytes[digits >> 1] = (bytes[digits >> 1] ?? 0) | digit;
      digits += 1;
    }
    return new PdfString(bytes.subarray(0, (digits + 1) >> 1), true);
  }
}
