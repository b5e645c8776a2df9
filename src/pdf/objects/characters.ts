/** Character classes (ISO 32000-2, 7.2.3). */
export const regular = 0;
/** Class of white-space characters. */
export const space = 1;
/** Class of delimiters, which end a token without white space. */
export const delimiter = 2;

/** The class of each byte. */
export const classOf: Readonly<Uint8Array> = classes();

function classes(): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of [0, 9, 10, 12, 13, 32]) table[byte] = space;
  for (const character of '()<>[]{}/%') table[character.charCodeAt(0)] = delimiter;
  return table;
}

/** The value of a hexadecimal digit, or -1. */
export function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** True for the bytes of `0` to `9`. */
export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** True for a white-space character. */
export function isSpace(byte: number): boolean {
  return classOf[byte] === space;
}
