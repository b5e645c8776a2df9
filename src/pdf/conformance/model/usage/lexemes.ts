import { classOf, hexDigit, isDigit, isSpace, regular } from '../../../objects/characters.ts';

/** Extreme values in a range of PDF syntax, and the number of its syntax errors. */
export interface Lexemes {
  /** Hexadecimal strings with an odd number of digits. */
  oddHex: number;
  /** Hexadecimal strings with other characters than digits and white space. */
  foreignHex: number;
  /** Bytes of the longest string and name, after escapes. */
  longestString: number;
  longestName: number;
  largestInteger: number;
  smallestInteger: number;
  /** Of numbers with a decimal point. */
  largestReal: number;
  /** The smallest absolute value of a real that is not zero; Infinity without one. */
  smallestReal: number;
}

/** Lexemes before any token was scanned. */
export function newLexemes(): Lexemes {
  return {
    oddHex: 0,
    foreignHex: 0,
    longestString: 0,
    longestName: 0,
    largestInteger: 0,
    smallestInteger: 0,
    largestReal: 0,
    smallestReal: Infinity,
  };
}

/** The usual kind of token that a byte begins: 1 is skipped, 2 is a number, 0 needs a closer look. */
const starts = kinds();

function kinds(): Uint8Array {
  const table = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte += 1) if (isSpace(byte)) table[byte] = 1;
  for (const character of '[]{})') table[character.charCodeAt(0)] = 1;
  for (const character of '0123456789+-.') table[character.charCodeAt(0)] = 2;
  return table;
}

/**
 * Scans the tokens of an object or a content stream (ISO 32000-2, 7.2, 7.3) for the way they are written, which parsers
 * do not retain.
 * @returns the offset of the keyword that `stop` accepts, or `end`
 */
export function scanLexemes(
  bytes: Buffer,
  { start, end }: { readonly start: number; readonly end: number },
  found: Lexemes,
  stop: ((word: string) => boolean) | null,
): number {
  let at = start;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    const kind = starts[byte];
    if (kind === 1) at += 1;
    else if (kind === 2) at = number(bytes, at, end, found);
    else if (byte === 0x2f) at = name(bytes, at + 1, end, found);
    else if (byte === 0x3c) at = bytes[at + 1] === 0x3c ? at + 2 : hexadecimal(bytes, at + 1, end, found);
    else if (byte === 0x3e) at += bytes[at + 1] === 0x3e ? 2 : 1;
    else if (byte === 0x28) at = literal(bytes, at + 1, end, found);
    else if (byte === 0x25) at = afterLine(bytes, at, end);
    else {
      const from = at;
      while (at < end && classOf[bytes[at] ?? 0] === regular) at += 1;
      if (stop !== null && at - from < 10 && stop(bytes.toString('latin1', from, at))) return from;
      if (at === from) at += 1;
    }
  }
  return end;
}

function afterLine(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
  return at;
}

function literal(bytes: Buffer, from: number, end: number, found: Lexemes): number {
  let length = 0;
  let depth = 1;
  let at = from;
  for (; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === 0x5c) {
      at += 1;
      const next = bytes[at] ?? 0;
      if (next === 13 || next === 10) {
        if (next === 13 && bytes[at + 1] === 10) at += 1;
        continue;
      }
      for (let digits = 1; digits < 3 && isOctal(next) && isOctal(bytes[at + 1] ?? 0); digits += 1) at += 1;
    } else if (byte === 0x28) depth += 1;
    else if (byte === 0x29 && (depth -= 1) === 0) break;
    length += 1;
  }
  if (length > found.longestString) found.longestString = length;
  return at + 1;
}

const isOctal = (byte: number): boolean => byte >= 0x30 && byte <= 0x37;

function hexadecimal(bytes: Buffer, from: number, end: number, found: Lexemes): number {
  let digits = 0;
  let foreign = false;
  let at = from;
  for (; at < end && bytes[at] !== 0x3e; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isSpace(byte)) continue;
    digits += 1;
    if (hexDigit(byte) < 0) foreign = true;
  }
  if (digits % 2 === 1) found.oddHex += 1;
  if (foreign) found.foreignHex += 1;
  if ((digits + 1) >> 1 > found.longestString) found.longestString = (digits + 1) >> 1;
  return at + 1;
}

function name(bytes: Buffer, from: number, end: number, found: Lexemes): number {
  let length = 0;
  let at = from;
  for (; at < end; at += 1, length += 1) {
    const byte = bytes[at] ?? 0;
    if (classOf[byte] !== regular) break;
    if (byte === 0x23 && hexDigit(bytes[at + 1] ?? 0) >= 0 && hexDigit(bytes[at + 2] ?? 0) >= 0) at += 2;
  }
  if (length > found.longestName) found.longestName = length;
  return at;
}

/** Reads an integer in its usual form at once. */
function number(bytes: Buffer, from: number, end: number, found: Lexemes): number {
  let at = from;
  const negative = bytes[from] === 0x2d;
  if (negative) at += 1;
  const digits = at;
  let value = 0;
  for (; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  if (at - digits > 15 || at === digits || goesOn(bytes, at, end)) return anyNumber(bytes, from, end, found);
  if (negative) {
    if (-value < found.smallestInteger) found.smallestInteger = -value;
  } else if (value > found.largestInteger) found.largestInteger = value;
  return at;
}

/** True where a number continues. */
function goesOn(bytes: Buffer, at: number, end: number): boolean {
  const byte = bytes[at];
  return at < end && (byte === 0x2e || byte === 0x2d || byte === 0x2b);
}

function anyNumber(bytes: Buffer, from: number, end: number, found: Lexemes): number {
  let at = from;
  let point = false;
  let value = 0;
  let scale = 1;
  for (; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isDigit(byte)) {
      value = value * 10 + byte - 0x30;
      if (point) scale *= 10;
    } else if (byte === 0x2e) point = true;
    else if (byte !== 0x2d && byte !== 0x2b) break;
  }
  if (at === from) return from + 1;
  if (!Number.isFinite(value) || !Number.isFinite(scale))
    value = Math.abs(Number(bytes.toString('latin1', from, at)) || 0);
  else value /= scale;
  if (point) {
    if (value > found.largestReal) found.largestReal = value;
    if (value !== 0 && value < found.smallestReal) found.smallestReal = value;
  } else if (bytes[from] === 0x2d) found.smallestInteger = Math.min(found.smallestInteger, -value);
  else if (value > found.largestInteger) found.largestInteger = value;
  return at;
}
