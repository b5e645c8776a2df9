const byte = { newline: 0x0a, B: 0x42, C: 0x43, D: 0x44, E: 0x45, M: 0x4d };

/**
 * The offset after the `EMC` that ends a mark whose content begins at `from`. Skia writes each operator on a line and
 * no line breaks into strings, so the content itself need not be parsed.
 */
export function endOfMark(bytes: Buffer, from: number): number {
  let depth = 1;
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== byte.C) continue;
    const [before, first] = [bytes[at - 1], bytes[at - 2]];
    if (before === byte.M && first === byte.E && bytes[at - 3] === byte.newline) depth -= 1;
    else if ((before === byte.D || before === byte.M) && first === byte.B && bytes[at + 1] === byte.newline) depth += 1;
    if (depth === 0) return at + 1;
  }
  return bytes.length;
}
