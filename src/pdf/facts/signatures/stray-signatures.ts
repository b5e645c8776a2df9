import type { PdfSignature } from './signatures.ts';

/** A name as it may be written, with any of its characters in hexadecimal (ISO 32000-2, 7.3.5). */
const written = (name: string) =>
  Array.from(name, (letter) => `(?:${letter}|#${inEitherCase(letter.charCodeAt(0).toString(16))})`).join('');
const inEitherCase = (digits: string) => digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/**
 * ByteRange, and its numbers where they follow directly. A name ends at the first character that is not regular
 * (7.2.3).
 */
const byteRange = new RegExp(`/${written('ByteRange')}(?=[\\0\\s()<>[\\]{}/%]|$)(?:\\s*\\[([\\d\\s]*)\\])?`, 'g');

/**
 * Offsets of the ByteRange of unknown signatures in the bytes of a file. It is for a file whose cross-reference is
 * broken, so that references to signatures may be lost, or hidden on purpose. For the same reason it searches bytes and
 * not objects; everything that looks like a ByteRange counts.
 */
export function straySignatures(bytes: Buffer, known: readonly PdfSignature[]): number[] {
  const ranges = new Set(known.map((signature) => signature.byteRange?.join(' ')));
  return [...bytes.toString('latin1').matchAll(byteRange)].flatMap(({ index, 1: numbers }) =>
    numbers !== undefined && ranges.has(numbers.trim().split(/\s+/).map(Number).join(' ')) ? [] : [index],
  );
}
