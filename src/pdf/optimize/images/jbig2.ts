import { ArithmeticCoder } from './arithmetic-coder.ts';

/** Pixels of a bit each, rows padded to whole bytes; 1 is black. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Segment types (ISO/IEC 14492, 7.3). */
const pageInformation = 48;
const immediateGenericRegion = 38;

/** The default places of the adaptive pixels of template 0 (ISO/IEC 14492, 6.2.5.3). */
const adaptive = [3, -1, -3, -1, 2, -2, -2, -2];

/** Encodes a bitmap as lossless JBIG2 for PDF (ISO 32000-2, 7.4.7): one page, one generic region, no file header. */
export function encodeJbig2(bitmap: Bitmap): Buffer {
  const { width, height } = bitmap;
  const page = Buffer.alloc(19);
  page.writeUInt32BE(width, 0);
  page.writeUInt32BE(height, 4);
  page[16] = 1;
  const region = Buffer.alloc(18 + adaptive.length);
  region.writeUInt32BE(width, 0);
  region.writeUInt32BE(height, 4);
  adaptive.forEach((value, index) => region.writeInt8(value, 18 + index));
  return Buffer.concat([
    segment(0, pageInformation, page),
    segment(1, immediateGenericRegion, Buffer.concat([region, encoded(bitmap)])),
  ]);
}

/** A segment of page 1 without references (ISO/IEC 14492, 7.2). */
function segment(number: number, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(11);
  head.writeUInt32BE(number, 0);
  head[4] = type;
  head[6] = 1;
  head.writeUInt32BE(data.length, 7);
  return Buffer.concat([head, data]);
}

/**
 * Encodes each pixel in the context of the 16 before it by template 0 (ISO/IEC 14492, 6.2.5.3): 5 two rows above, 7 in
 * the row above, 4 to the left.
 */
function encoded({ width, height, bytes }: Bitmap): Buffer {
  const coder = new ArithmeticCoder(65_536);
  let [above2, above] = [new Uint8Array(width + 8), new Uint8Array(width + 8)];
  const row = Math.ceil(width / 8);
  for (let y = 0; y < height; y += 1) {
    // Rows are extended by four white pixels at either end.
    const own = new Uint8Array(width + 8);
    for (let x = 0; x < width; x += 1) own[x + 4] = ((bytes[y * row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
    let [far, near, left] = [bits(above2, 4, 2), bits(above, 4, 3), 0];
    for (let x = 0; x < width; x += 1) {
      far = ((far << 1) | (above2[x + 6] ?? 0)) & 0x1f;
      near = ((near << 1) | (above[x + 7] ?? 0)) & 0x7f;
      const bit = own[x + 4] === 1 ? 1 : 0;
      coder.encode((far << 11) | (near << 4) | left, bit);
      left = ((left << 1) | bit) & 0xf;
    }
    [above2, above] = [above, own];
  }
  return coder.finish();
}

function bits(row: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) value = (value << 1) | (row[at] ?? 0);
  return value;
}
