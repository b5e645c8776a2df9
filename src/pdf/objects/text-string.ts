/** PDFDocEncoding where it is not Latin-1 (ISO 32000-2, annex D.3): 0x18-0x1F and 0x80-0xA0. */
const low = '\u02D8\u02C7\u02C6\u02D9\u02DD\u02DB\u02DA\u02DC';
const high =
  '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203A\u2212\u2030\u201E\u201C\u201D' +
  '\u2018\u2019\u201A\u2122\uFB01\uFB02\u0141\u0152\u0160\u0178\u017D\u0131\u0142\u0153\u0161\u017E\uFFFD\u20AC';

const toUnicode: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x18 && byte < 0x20) return low.charAt(byte - 0x18);
  if (byte >= 0x80 && byte <= 0xa0) return high.charAt(byte - 0x80);
  return String.fromCharCode(byte);
});

const fromUnicode: ReadonlyMap<string, number> = new Map(toUnicode.map((character, byte) => [character, byte]));

/** Escape sequences of language codes in Unicode text strings (7.9.2.2.3) carry no text. */
// eslint-disable-next-line no-control-regex
const languageEscape = /\u001B[A-Za-z]{2,8}(?:-?[A-Za-z0-9]{2,8})?\u001B/g;

/** A text string (ISO 32000-2, 7.9.2.2), and UTF-16LE, which the standard does not have and files do. */
export function decodeTextString(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(Buffer.from(bytes.subarray(2, bytes.length & ~1)).swap16());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return bytes.toString('utf8', 3).replace(languageEscape, '');
  let text = '';
  for (const byte of bytes) text += toUnicode[byte] ?? '';
  return text;
}

function utf16(bytes: Buffer): string {
  return bytes.toString('utf16le').replace(languageEscape, '');
}

/** The bytes of a text string (ISO 32000-2, 7.9.2.2): PDFDocEncoding where it has all characters, else UTF-16BE. */
export function encodeTextString(text: string): Buffer {
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = fromUnicode.get(text.charAt(at));
    if (byte === undefined || text.charAt(at) === '\uFFFD')
      return Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]);
    bytes[at] = byte;
  }
  return startsLikeUnicode(bytes)
    ? Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])
    : bytes;
}

/** Latin-1 text such as "þÿ" would be read back as Unicode. */
function startsLikeUnicode(bytes: Buffer): boolean {
  return (
    (bytes[0] === 0xfe && bytes[1] === 0xff) ||
    (bytes[0] === 0xff && bytes[1] === 0xfe) ||
    (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
  );
}
