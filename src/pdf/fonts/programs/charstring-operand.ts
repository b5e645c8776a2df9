/**
 * A number of one or two bytes, as charstrings and CFF dictionaries have it (Adobe Type 1 Font Format, 6.2; technical
 * notes 5176, 4, and 5177, 3.2). `low` is the byte behind `first`, which counts from 247 on.
 */
export function shortNumber(first: number, low: number): number {
  if (first <= 246) return first - 139;
  return first <= 250 ? (first - 247) * 256 + low + 108 : -(first - 251) * 256 - low - 108;
}

/** The bytes of an operand that begins with `first`: with 32 or above, or in a Type 2 charstring with 28. */
export function operandLength(first: number): number {
  if (first === 28) return 3;
  if (first <= 246) return 1;
  return first === 255 ? 5 : 2;
}

/** The operand of a Type 1 charstring that begins at `at`; 0 where four bytes break off. */
export function type1Operand(code: Buffer, at: number): number {
  const first = code[at] ?? 0;
  if (first !== 255) return shortNumber(first, code[at + 1] ?? 0);
  return at + 5 <= code.length ? code.readInt32BE(at + 1) : 0;
}

/** The operand of a Type 2 charstring that begins at `at`: four bytes are a fraction; 0 where they or two break off. */
export function type2Operand(code: Buffer, at: number): number {
  const first = code[at] ?? 0;
  if (first === 28) return at + 3 <= code.length ? code.readInt16BE(at + 1) : 0;
  return first === 255 ? type1Operand(code, at) / 65_536 : type1Operand(code, at);
}
