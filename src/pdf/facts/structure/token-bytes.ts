import { classOf, isDigit, isSpace, regular, space } from '../../objects/characters.ts';

/** True where a name that has begun ends. */
export const endsName = (bytes: Buffer, at: number): boolean => classOf[bytes[at] ?? 32] !== regular;

/** The value of a decimal digit; negative for another byte. */
export function digitAt(bytes: Buffer, at: number): number {
  const digit = (bytes[at] ?? 0) - 0x30;
  return digit > 9 ? -1 : digit;
}

/** True where the rest of a reference follows its number, as it is usually written. */
export function isReference(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === 0x20 &&
    bytes[at + 1] === 0x30 &&
    bytes[at + 2] === 0x20 &&
    bytes[at + 3] === 0x52 &&
    endsName(bytes, at + referenceLength)
  );
}

/** ` 0 R` */
export const referenceLength = 4;

/** The offset of the first byte from `start` on that is no white space. */
function afterSpace(bytes: Buffer, start: number): number {
  let at = start;
  while (classOf[bytes[at] ?? 0x2f] === space) at += 1;
  return at;
}

/** True where an integer ends that is no object number: at the end of the array, a name, `>>`, or another kid. */
export function endsInteger(bytes: Buffer, stop: number): boolean {
  const at = afterSpace(bytes, stop);
  const next = bytes[at] ?? 0;
  if (next === 0x5d || next === 0x2f || next === 0x3e) return true;
  return at > stop && isDigit(next) && !isGeneration(bytes, at);
}

function isGeneration(bytes: Buffer, start: number): boolean {
  let at = start;
  while (isDigit(bytes[at] ?? 0)) at += 1;
  return isSpace(bytes[at] ?? 0) && bytes[afterSpace(bytes, at)] === 0x52;
}
