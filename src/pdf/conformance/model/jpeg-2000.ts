import type { UsedImage } from './usage/usage.ts';

/** The colour properties in the boxes of a JPEG 2000 file (ISO/IEC 15444-1, annex I). */
export interface JpegBoxes {
  /** Channels of the image header; null without one. */
  readonly components: number | null;
  /** Bits of each channel; null where they differ or are not stated. */
  readonly bits: number | null;
  /** Channels have different depths. */
  readonly differing: boolean;
  readonly colours: readonly {
    readonly method: number;
    readonly approximation: number;
    readonly enumerated: number | null;
  }[];
}

const maxBoxes = 1000;

/** A JPEG 2000 image that content paints. */
export type JpegImage = JpegBoxes & UsedImage;

/** The JPEG 2000 images among the painted ones. */
export function readJpegs(images: Iterable<UsedImage>): JpegImage[] {
  return [...images].flatMap((image) => {
    const decoded = image.stream?.decoded();
    return decoded?.filters.includes('JPXDecode') ? [{ ...image, ...readBoxes(decoded.bytes) }] : [];
  });
}

function readBoxes(bytes: Buffer): JpegBoxes {
  let components: number | null = null;
  let bits: number | null = null;
  let differing = false;
  const colours: { method: number; approximation: number; enumerated: number | null }[] = [];
  const ranges = [{ at: 0, end: bytes.length }];
  for (let count = 0, range = ranges.pop(); range !== undefined && count < maxBoxes; range = ranges.pop()) {
    for (let { at } = range; at + 8 <= range.end && count < maxBoxes; count += 1) {
      const length = bytes.readUInt32BE(at);
      const type = bytes.toString('latin1', at + 4, at + 8);
      const end = length === 0 ? range.end : Math.min(range.end, at + Math.max(8, length));
      const data = bytes.subarray(at + 8, end);
      if (type === 'jp2h') ranges.push({ at: at + 8, end });
      else if (type === 'ihdr' && data.length >= 11) {
        components = data.readUInt16BE(8);
        const depth = data[10] ?? 0;
        bits = depth === 255 ? null : (depth & 0x7f) + 1;
      } else if (type === 'bpcc') differing = data.some((depth) => depth !== data[0]);
      else if (type === 'colr' && data.length >= 3) {
        const method = data[0] ?? 0;
        colours.push({
          method,
          approximation: data[2] ?? 0,
          enumerated: method === 1 && data.length >= 7 ? data.readUInt32BE(3) : null,
        });
      }
      at = end;
    }
  }
  return { components, bits, differing, colours };
}
