import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import sniffEncoding from 'html-encoding-sniffer';

/** HTML that was bytes. */
export interface DecodedHtml {
  readonly text: string;
  /** Name of the encoding (Encoding Standard, 4.2). */
  readonly encoding: string;
  /** True where nothing states the encoding, and the bytes are no UTF-8. */
  readonly isGuessed: boolean;
}

/** How far `<meta charset>` may be from the beginning. Browsers read on to the end of the head. Bytes. */
const prescanBytes = 65_536;
/** Decoded at once. */
const pieceBytes = 131_072;
/** The encoding of a page that states none, as in the usual browsers. */
const guess = 'windows-1252';
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Decodes HTML (HTML Standard, 13.2.3.2): a byte order mark decides, then `charset` of its Content-Type, then `<meta>`;
 * without any of them it is UTF-8 where it can be.
 */
export async function decodeHtml(bytes: Uint8Array, charset: string | undefined): Promise<DecodedHtml> {
  const stated = sniffEncoding(bytes, {
    ...(charset !== undefined && { transportLayerEncodingLabel: charset }),
    maxPrescanBytes: prescanBytes,
    defaultEncoding: '',
  });
  const encoding = stated === '' ? (isUtf8(bytes) ? 'UTF-8' : guess) : stated;
  return { text: await decode(bytes, encoding), encoding, isGuessed: stated === '' && encoding === guess };
}

/**
 * Decodes in pieces, and lets other work run in between: some encodings take a second for 10 MB. Encodings that the
 * standard replaces (Encoding, 14.1) become one U+FFFD.
 */
async function decode(bytes: Uint8Array, encoding: string): Promise<string> {
  if (encoding === 'replacement') return '\ufffd';
  const decoder = new TextDecoder(encoding);
  const pieces: string[] = [];
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
    if (start > 0) await turn();
    pieces.push(decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true }));
  }
  return [...pieces, decoder.decode()].join('');
}

/** `@charset` at the very beginning, and the label in it (CSS Syntax 3, 3.2). */
const charsetRule = /^@charset "([^"]{0,100})";/;

/**
 * A style sheet as UTF-8: decoded by its byte order mark, `charset` of its Content-Type, `@charset`, or as the document
 * that uses it (CSS Syntax 3, 3.2).
 */
export function utf8StyleSheet(
  bytes: Uint8Array,
  charset: string | undefined,
  documentEncoding: string,
): Promise<Uint8Array> {
  const rule = charsetRule.exec(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString('latin1'),
  )?.[1];
  const ruled = rule === undefined ? undefined : encodingOf(rule);
  const fallback =
    ruled === undefined ? environment(bytes, documentEncoding) : ruled.startsWith('UTF-16') ? 'UTF-8' : ruled;
  return asUtf8(bytes, charset, fallback, rule !== undefined);
}

/**
 * A script as UTF-8: decoded by its byte order mark, `charset` of its Content-Type, or as the document that uses it
 * (HTML Standard, 8.1.4.2).
 */
export function utf8Script(
  bytes: Uint8Array,
  charset: string | undefined,
  documentEncoding: string,
): Promise<Uint8Array> {
  return asUtf8(bytes, charset, environment(bytes, documentEncoding), false);
}

/**
 * The encoding that files inherit from their document. A file without zeros is no UTF-16, independent of the document.
 */
function environment(bytes: Uint8Array, documentEncoding: string): string {
  return documentEncoding.startsWith('UTF-16') && !bytes.includes(0) ? 'UTF-8' : documentEncoding;
}

/**
 * Bytes of UTF-8 are returned unchanged. Others get a byte order mark, which for browsers takes precedence over
 * everything else, such as an `@charset`.
 */
async function asUtf8(
  bytes: Uint8Array,
  charset: string | undefined,
  fallback: string,
  marked: boolean,
): Promise<Uint8Array> {
  const encoding = sniffEncoding(bytes, {
    ...(charset !== undefined && { transportLayerEncodingLabel: charset }),
    maxPrescanBytes: 0,
    defaultEncoding: fallback,
  });
  if (encoding === 'UTF-8' && !marked) return bytes;
  return Buffer.concat([byteOrderMark, Buffer.from(await decode(bytes, encoding), 'utf8')]);
}

/** The name of the encoding of a label, or `undefined`. */
function encodingOf(label: string): string | undefined {
  const name = sniffEncoding(new Uint8Array(), { transportLayerEncodingLabel: label, defaultEncoding: '' });
  return name === '' ? undefined : name;
}
