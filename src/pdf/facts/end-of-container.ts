/**
 * The offset after the array or dictionary that begins at `start`, found only by its brackets. -1 where it does not end
 * before `until`, or where only a parser could decide: comments, unbalanced brackets, a single `<` or `>` that does not
 * belong to a string.
 */
export function endOfContainer(bytes: Buffer, start: number, until: number): number {
  const stop = Math.min(until, bytes.length);
  if (bytes[start] !== 0x5b && bytes[start] !== 0x3c) return -1;
  let depth = 0;
  for (let at = start; at < stop; at += 1) {
    switch (bytes[at] ?? 0) {
      case 0x5b: // [
        depth += 1;
        break;
      case 0x5d: // ]
        depth -= 1;
        break;
      case 0x3c: // <
        if (bytes[at + 1] !== 0x3c) return -1;
        at += 1;
        depth += 1;
        break;
      case 0x3e: // >
        if (bytes[at + 1] !== 0x3e) return -1;
        at += 1;
        depth -= 1;
        break;
      case 0x28: // (
        at = endOfString(bytes, at, stop);
        if (at < 0) return -1;
        break;
      case 0x25: // %
        return -1;
      default:
    }
    if (depth <= 0) return depth === 0 ? at + 1 : -1;
  }
  return -1;
}

/** The offset of the parenthesis that closes a string without escapes and parentheses of its own, or -1. */
function endOfString(bytes: Buffer, start: number, stop: number): number {
  for (let at = start + 1; at < stop; at += 1) {
    const byte = bytes[at];
    if (byte === 0x29) return at;
    if (byte === 0x28 || byte === 0x5c) return -1;
  }
  return -1;
}
