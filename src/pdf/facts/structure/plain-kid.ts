import { isDigit, isSpace } from '../../objects/characters.ts';
import type { Parser } from '../../objects/parser.ts';

/** What `plainKid` answers where there is anything else. */
export const noKid = -0x7fffffff;

/** More digits might not fit into 31 bits. */
const maxDigits = 9;

/**
 * Reads a kid of a structure element in one of its usual forms (ISO 32000-2, 14.7.2): the identifier of marked content, as
 * it is, or a reference to an element, as its negated object number. For anything else it does not move.
 */
export function plainKid(parser: Parser): number {
  const num = parser.reference();
  if (num > 0) return -num;
  const { lexer } = parser;
  const { bytes, position } = lexer;
  let at = position;
  let value = 0;
  for (; at - position < maxDigits && isDigit(bytes[at] ?? 0); at += 1) value = value * 10 + (bytes[at] ?? 0) - 0x30;
  if (at === position || !endsHere(bytes, at)) return noKid;
  lexer.position = at;
  return value;
}

/** True where an integer ends that is no object number: at the end of the array, a name, `>>`, or another kid. */
function endsHere(bytes: Buffer, stop: number): boolean {
  let at = stop;
  while (isSpace(bytes[at] ?? 0x2f)) at += 1;
  const next = bytes[at] ?? 0;
  if (next === 0x5d || next === 0x2f || next === 0x3e) return true;
  return at > stop && isDigit(next) && !isGeneration(bytes, at);
}

function isGeneration(bytes: Buffer, start: number): boolean {
  let at = start;
  while (isDigit(bytes[at] ?? 0)) at += 1;
  const stop = at;
  while (isSpace(bytes[at] ?? 0x2f)) at += 1;
  return at > stop && bytes[at] === 0x52;
}
