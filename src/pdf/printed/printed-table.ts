/**
 * Bytes of an entry of a cross-reference table (ISO 32000-2, 7.5.4): `oooooooooo ggggg n` with an end of line of two
 * bytes.
 */
export const entryLength = 20;

/** A section of the table: entries of consecutive objects. */
export interface Section {
  readonly first: number;
  readonly count: number;
  /** Offset of its first entry. */
  readonly start: number;
}

/** The sections of the table at this offset. */
export function sectionsOf(bytes: Buffer, table: number): Section[] {
  const sections: Section[] = [];
  let at = table + 'xref'.length;
  for (;;) {
    const [head, first, count] = /^\s*(\d+) (\d+)\s*?\n/.exec(bytes.toString('latin1', at, at + 32)) ?? [];
    if (head === undefined) return sections;
    sections.push({ first: Number(first), count: Number(count), start: at + head.length });
    at += head.length + Number(count) * entryLength;
  }
}

/** Digits of the offset in an entry. */
export const offsetDigits = 10;
/** The letter at the end of an entry in use. */
export const inUse = 0x6e; // n

/** The number that `count` digits write. */
export function digits(bytes: Buffer, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index += 1) value = value * 10 + (bytes[index] ?? 0) - 0x30;
  return value;
}
