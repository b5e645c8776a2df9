/**
 * DER (ITU-T X.690, 10) as bytes. Not left to the library that reads ASN.1: certificates and names have to go into a
 * signature byte for byte as they came, and it would encode them anew.
 */
export function value(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = bigEndian(length);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function bigEndian(number: number): number[] {
  const bytes: number[] = [];
  for (let rest = number; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes;
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => value(0x30, ...parts);
export const octets = (bytes: Uint8Array): Buffer => value(4, bytes);
/** A constructed value with a context-specific tag. */
export const tagged = (tag: number, ...parts: readonly Uint8Array[]): Buffer => value(0xa0 | tag, ...parts);
/** A whole number from 0. */
export const integer = (number: number): Buffer =>
  value(2, Buffer.from([...((bigEndian(number)[0] ?? 0x80) & 0x80 ? [0] : []), ...bigEndian(number)]));
export const nothing = value(5);

/** Members of a set are in the order of their bytes (11.6). */
export const setOrder = (parts: readonly Buffer[]): Buffer[] => [...parts].sort((a, b) => Buffer.compare(a, b));
export const setOf = (...parts: readonly Buffer[]): Buffer => value(0x31, ...setOrder(parts));

/** An object identifier in dots (8.19). */
export function oid(dots: string): Buffer {
  const [first = 0, second = 0, ...rest] = dots.split('.').map(Number);
  return value(6, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

function base128(number: number): number[] {
  const bytes = [number & 0x7f];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(0x80 | (rest & 0x7f));
  return bytes;
}
