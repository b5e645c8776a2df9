/** Bytes that are looked at for text: a stream that is longer is looked at in pieces that overlap. */
const piece = 4 * 1024 * 1024;
const overlap = 2000;

/**
 * What bytes say in each encoding in which they may be text: Latin-1, UTF-8 where that is another, UTF-16 in either
 * order at either phase.
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

/** UTF-16 without a zero byte is no Latin text: other scripts have few high bytes. */
function looksWide(bytes: Buffer): boolean {
  const some = bytes.subarray(0, 512);
  const even = new Set<number>();
  const odd = new Set<number>();
  some.forEach((byte, at) => (at % 2 === 0 ? even : odd).add(byte));
  return some.length >= 4 && Math.min(even.size, odd.size) * 4 < Math.max(even.size, odd.size);
}
