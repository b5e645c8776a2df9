import type { PdfSignature } from './signatures.ts';

/** A name as it may be written, with any of its characters in hexadecimal (ISO 32000-2, 7.3.5). */
const written = (name: string) =>
  Array.from(name, (letter) => `(?:${letter}|#${inEitherCase(letter.charCodeAt(0).toString(16))})`).join('');
const inEitherCase = (digits: string) => digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/**
 * ByteRange, and its numbers where they follow at once. A name ends where anything but a regular character stands
 * (7.2.3).
 */
const byteRange = new RegExp(`/${written('ByteRange')}(?=[\\0\\s()<>[\\]{}/%]|$)(?:\\s*\\[([\\d\\s]*)\\])?`, 'g');

/**
 * Where in the bytes of a file there is a ByteRange of another signature than those that are known: for a file whose
 * cross-reference is broken, so that what led to it may be lost, or hidden on purpose. Looks at the bytes and not at
 * objects, for the same reason; what only looks like one counts, too.
 */
export function straySignatures(bytes: Buffer, known: readonly PdfSignature[]): number[] {
  const ranges = new Set(known.map((signature) => signature.byteRange?.join(' ')));
  return [...bytes.toString('latin1').matchAll(byteRange)].flatMap(({ index, 1: numbers }) =>
    numbers !== undefined && ranges.has(numbers.trim().split(/\s+/).map(Number).join(' ')) ? [] : [index],
  );
}
