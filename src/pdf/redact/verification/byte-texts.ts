/** Longer data is searched in overlapping pieces of this many bytes. */
const piece = 4 * 1024 * 1024;
const overlap = 2000;

/**
 * The text of bytes in each encoding that is likely: Latin-1, UTF-8 where it differs, and UTF-16 of either byte order
 * at either phase.
 */
export function textsIn(bytes: Buffer): string[] {
  const texts: string[] = [];
  for (let from = 0; from < bytes.length; from += piece - overlap) {
    const some = bytes.subarray(from, from + piece);
    const latin = some.toString('latin1');
    texts.push(latin);
    const utf8 = some.toString('utf8');
    if (utf8 !== latin) texts.push(utf8);
    if (!some.includes(0) && !looksWide(some)) continue;
    for (const phase of [0, 1]) {
      const even = some.subarray(phase, phase + ((some.length - phase) & ~1));
      texts.push(Buffer.from(even).swap16().toString('utf16le'), even.toString('utf16le'));
    }
  }
  return texts;
}

/** UTF-16 without a zero byte is not Latin text; other scripts use few different high bytes. */
function looksWide(bytes: Buffer): boolean {
  const some = bytes.subarray(0, 512);
  const even = new Set<number>();
  const odd = new Set<number>();
  some.forEach((byte, at) => (at % 2 === 0 ? even : odd).add(byte));
  return some.length >= 4 && Math.min(even.size, odd.size) * 4 < Math.max(even.size, odd.size);
}
