/**
 * The operators of a printed content stream, one after the other, with the operands before them. It reads what Skia
 * writes (ISO 32000-2, 7.8.2, without inline images and comments) at some 200 MB/s, because it makes no objects:
 * numbers, the last name and the last strings are in fields until the next operator.
 */
export class Operators {
  readonly bytes: Buffer;
  /** Numbers before the operator; those of arrays and dictionaries too. */
  readonly numbers = new Float64Array(64);
  count = 0;
  /** Start and end of the last name before the operator, without its slash. */
  nameStart = 0;
  nameEnd = 0;
  /** Start and end of the last string before the operator with its delimiters; equal where there was none. */
  stringStart = 0;
  stringEnd = 0;
  #at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** The next operator, its characters in a number (the first in the highest byte); 0 at the end. */
  next(): number {
    const { bytes } = this;
    const end = bytes.length;
    this.count = 0;
    this.nameStart = this.nameEnd = this.stringStart = this.stringEnd = 0;
    let at = this.#at;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (byte <= 0x20) at += 1;
      else if (byte === 0x3c) at = this.#angle(at, end);
      else if (byte === 0x28) at = this.#literal(at, end);
      else if (byte === 0x2f) at = this.#name(at + 1, end);
      else if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e || byte === 0x2b)
        at = this.#number(at, end);
      else if (byte === 0x3e || byte === 0x5b || byte === 0x5d) at += 1;
      else return this.#operator(at, end);
    }
    this.#at = end;
    return 0;
  }

  /** Offset of the first byte after the operator. */
  get end(): number {
    return this.#at;
  }

  /** Goes on from an offset further on, between two operators. */
  skipTo(offset: number): void {
    this.#at = offset;
  }

  /** The last name before the operator, as it is written. */
  name(): string {
    return this.bytes.toString('latin1', this.nameStart, this.nameEnd);
  }

  #operator(from: number, end: number): number {
    const { bytes } = this;
    let at = from;
    let value = 0;
    for (; at < end && (bytes[at] ?? 0) > 0x20 && !isDelimiter(bytes[at] ?? 0); at += 1)
      value = ((value << 8) | (bytes[at] ?? 0)) >>> 0;
    this.#at = Math.max(at, from + 1);
    return value;
  }

  #number(from: number, end: number): number {
    const { bytes } = this;
    let at = from;
    let value = 0;
    let scale = 0;
    const negative = bytes[at] === 0x2d;
    if (negative || bytes[at] === 0x2b) at += 1;
    for (; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === 0x2e) scale = 1;
      else if (byte >= 0x30 && byte <= 0x39) {
        value = value * 10 + (byte - 0x30);
        scale *= 10;
      } else break;
    }
    if (this.count < this.numbers.length) this.numbers[this.count++] = (negative ? -value : value) / (scale || 1);
    return Math.max(at, from + 1);
  }

  #name(from: number, end: number): number {
    const { bytes } = this;
    let at = from;
    while (at < end && (bytes[at] ?? 0) > 0x20 && !isDelimiter(bytes[at] ?? 0)) at += 1;
    this.nameStart = from;
    this.nameEnd = at;
    return at;
  }

  /** A hexadecimal string, or the beginning of a dictionary. */
  #angle(from: number, end: number): number {
    if (this.bytes[from + 1] === 0x3c) return from + 2;
    const close = this.bytes.indexOf(0x3e, from);
    this.stringStart = from;
    this.stringEnd = close < 0 ? end : close + 1;
    return this.stringEnd;
  }

  #literal(from: number, end: number): number {
    const { bytes } = this;
    let depth = 0;
    let at = from;
    for (; at < end; at += 1) {
      const byte = bytes[at];
      if (byte === 0x5c) at += 1;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29 && (depth -= 1) === 0) break;
    }
    this.stringStart = from;
    this.stringEnd = Math.min(at + 1, end);
    return this.stringEnd;
  }
}

function isDelimiter(byte: number): boolean {
  return (
    byte === 0x2f || byte === 0x3c || byte === 0x3e || byte === 0x28 || byte === 0x29 || byte === 0x5b || byte === 0x5d
  );
}

/** An operator's name as `Operators.next` gives it. */
export function operator(name: string): number {
  return Buffer.from(name, 'latin1').reduce((value, byte) => ((value << 8) | byte) >>> 0, 0);
}

/** The bytes of a string operand, written into `into`; how many they are. What has no room is left out. */
export function stringBytes(bytes: Buffer, start: number, end: number, into: Uint8Array): number {
  return bytes[start] === 0x3c
    ? hexBytes(bytes, start + 1, end - 1, into)
    : literalBytes(bytes, start + 1, end - 1, into);
}

const nibble = (byte: number) => (byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57);

function hexBytes(bytes: Buffer, from: number, to: number, into: Uint8Array): number {
  let count = 0;
  for (let at = from; at + 1 < to && count < into.length; at += 2)
    into[count++] = (nibble(bytes[at] ?? 0) << 4) | nibble(bytes[at + 1] ?? 0);
  return count;
}

const escapes: Readonly<Record<number, number>> = { 0x6e: 10, 0x72: 13, 0x74: 9, 0x62: 8, 0x66: 12 };

/** Escapes of ISO 32000-2, 7.3.4.2. */
function literalBytes(bytes: Buffer, from: number, to: number, into: Uint8Array): number {
  let count = 0;
  for (let at = from; at < to && count < into.length; at += 1) {
    let byte = bytes[at] ?? 0;
    if (byte === 0x5c) {
      at += 1;
      byte = bytes[at] ?? 0;
      const octal = /^[0-7]{1,3}/.exec(bytes.toString('latin1', at, Math.min(at + 3, to)))?.[0];
      if (octal !== undefined) {
        byte = parseInt(octal, 8) & 0xff;
        at += octal.length - 1;
      } else byte = escapes[byte] ?? byte;
    }
    into[count++] = byte;
  }
  return count;
}
