/**
 * Type and size of an image file from its first bytes. Pixels; `undefined` where the header does not contain the size.
 */
export interface ImageKind {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/svg+xml';
  readonly width?: number;
  readonly height?: number;
}

const ascii = (data: Buffer, start: number, end: number) => data.toString('latin1', start, end);

/** Size in the start-of-frame segment (ITU T.81, B.2.2). */
function jpegSize(data: Buffer): { width?: number; height?: number } {
  let at = 2;
  while (at + 9 < data.length && data[at] === 0xff) {
    const marker = data[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    else at += 2 + data.readUInt16BE(at + 2);
  }
  return {};
}

/** Size in the first chunk of a WebP file (RFC 9649, 2.5 to 2.7). */
function webpSize(data: Buffer): { width?: number; height?: number } {
  const chunk = ascii(data, 12, 16);
  if (chunk === 'VP8X' && data.length >= 30)
    return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8 ' && data.length >= 30)
    return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
  if (chunk === 'VP8L' && data.length >= 25) {
    const bits = data.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return {};
}

/**
 * The largest of the image spatial extents (ISO/IEC 23008-12, 6.5.3): that of the picture, not of a tile or a
 * thumbnail.
 */
function avifSize(data: Buffer): { width?: number; height?: number } {
  let size: { width: number; height: number } | undefined;
  const header = data.subarray(0, 65_536);
  for (
    let at = header.indexOf('ispe', 0, 'latin1');
    at !== -1 && at + 16 <= header.length;
    at = header.indexOf('ispe', at + 4, 'latin1')
  ) {
    const [width, height] = [header.readUInt32BE(at + 8), header.readUInt32BE(at + 12)];
    if (!size || width * height > size.width * size.height) size = { width, height };
  }
  return size ?? {};
}

const rootOfSvg = /<(?:\w{1,20}:)?svg[\s>/]/iy;

/** Position of the first character at or after `at` that is not white space (XML 1.0, 2.3). */
function afterSpace(text: string, at: number): number {
  let position = at;
  while (' \t\r\n'.includes(text.charAt(position)) && position < text.length) position += 1;
  return position;
}

/**
 * Position after the declaration, comment or doctype at `at` (XML 1.0, 2.8); -1 where there is none or it is not
 * closed.
 */
function afterProlog(text: string, at: number): number {
  const past = (end: string, from: number) => {
    const found = from === -1 ? -1 : text.indexOf(end, from);
    return found === -1 ? -1 : found + end.length;
  };
  if (text.startsWith('<!--', at)) return past('-->', at + 4);
  if (text.startsWith('<?xml', at)) return past('?>', at);
  if (text.slice(at, at + 9).toLowerCase() !== '<!doctype') return -1;
  const [end, subset] = [past('>', at), past('[', at)];
  return subset === -1 || (end !== -1 && end < subset) ? end : past('>', past(']', subset));
}

/** The declaration, comments and doctype before the root element of XML: where each begins and ends. Linear time. */
export function prologOf(text: string): readonly (readonly [start: number, end: number])[] {
  const parts: (readonly [number, number])[] = [];
  let at = afterSpace(text, text.startsWith('\uFEFF') ? 1 : 0);
  for (let next = afterProlog(text, at); next !== -1; next = afterProlog(text, at)) {
    parts.push([at, next]);
    at = afterSpace(text, next);
  }
  return parts;
}

/** True for SVG: an optional byte order mark, prolog, comments and doctype, then the root element. */
function startsAsSvg(text: string): boolean {
  rootOfSvg.lastIndex = afterSpace(text, prologOf(text).at(-1)?.[1] ?? (text.startsWith('\uFEFF') ? 1 : 0));
  return rootOfSvg.test(text);
}

/** The kind of an image by its magic bytes; `undefined` where it is not one of the kinds in operations.md. */
export function sniffImage(bytes: Uint8Array): ImageKind | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length >= 33 && ascii(data, 0, 8) === '\x89PNG\r\n\x1a\n' && ascii(data, 12, 16) === 'IHDR')
    return { contentType: 'image/png', width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  if (data.length >= 20 && data[0] === 0xff && data[1] === 0xd8 && data[2] === 0xff)
    return { contentType: 'image/jpeg', ...jpegSize(data) };
  if (data.length >= 13 && /^GIF8[79]a$/.test(ascii(data, 0, 6)))
    return { contentType: 'image/gif', width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  if (data.length >= 16 && ascii(data, 0, 4) === 'RIFF' && ascii(data, 8, 12) === 'WEBP')
    return { contentType: 'image/webp', ...webpSize(data) };
  if (data.length >= 16 && ascii(data, 4, 8) === 'ftyp' && /avif|avis/.test(ascii(data, 8, 32)))
    return { contentType: 'image/avif', ...avifSize(data) };
  if (startsAsSvg(data.toString('utf8', 0, 10_000))) return { contentType: 'image/svg+xml' };
  return undefined;
}

/** Maximum number of pixels; a decoded pixel takes four bytes, so this is 400 MB. */
export const maxPixels = 100_000_000;

/** True for an image with too many pixels. */
export function isHuge(kind: ImageKind | undefined): boolean {
  return (kind?.width ?? 0) * (kind?.height ?? 0) > maxPixels;
}
