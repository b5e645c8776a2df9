import { sniffImage } from './image-kind.ts';

/** True where a PNG ends before its last chunk, IEND (PNG, 5.6 and 11.2.5). */
function pngIsCutOff(data: Buffer): boolean {
  for (let at = 8; at + 12 <= data.length;) {
    if (data.toString('latin1', at + 4, at + 8) === 'IEND') return false;
    at += 12 + data.readUInt32BE(at);
  }
  return true;
}

/** True where a JPEG has no end of image after its first scan (ITU T.81, B.2.1); that of a thumbnail is before it. */
function jpegIsCutOff(data: Buffer): boolean {
  for (let at = 2; at + 4 <= data.length && data[at] === 0xff;) {
    const marker = data[at + 1] ?? 0;
    if (marker === 0xda) return data.lastIndexOf(Buffer.of(0xff, 0xd9)) < at;
    at += marker === 0xff ? 1 : 2 + data.readUInt16BE(at + 2);
  }
  return data.lastIndexOf(Buffer.of(0xff, 0xd9)) < 0;
}

/** By media type: whether a file ends before the picture does. GIF and AVIF are left to the browser. */
const ends: Readonly<Record<string, (data: Buffer) => boolean>> = {
  'image/png': pngIsCutOff,
  'image/jpeg': jpegIsCutOff,
  'image/webp': (data) => data.length < 8 + data.readUInt32LE(4),
};

/** True for a picture whose file is not whole. Browsers show the part that is there. */
export function isCutOff(bytes: Uint8Array): boolean {
  const kind = sniffImage(bytes);
  return ends[kind?.contentType ?? '']?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? false;
}

/** The end of a warning about such a picture. */
export const cutOff = 'is not whole: its file ends early, and the rest is left blank. Send the complete file.';
