import { readJpeg } from '../../images/jpeg.ts';
import { encodeJpeg, resample } from '../../images/resample.ts';
import { similarity, type Grey } from '../ssim.ts';
import type { Pixels } from './pixels.ts';

/** A picture with fewer pixels; `factor` is below 1. */
export async function resized(pixels: Pixels, factor: number): Promise<Pixels> {
  const [width, height] = [pixels.width, pixels.height].map((length) => Math.max(1, Math.round(length * factor))) as [
    number,
    number,
  ];
  return { ...pixels, width, height, bytes: await resample(pixels, { width, height }) };
}

/** The luma (ITU-R BT.601) of red, green and blue. */
export function greyed(pixels: Pixels): Pixels {
  return { ...pixels, components: 1, grey: true, rgb: false, bytes: Buffer.from(lumaOf(pixels).bytes) };
}

function lumaOf({ width, height, components, bytes }: Pick<Pixels, 'width' | 'height' | 'components' | 'bytes'>): Grey {
  if (components === 1) return { width, height, bytes };
  const grey = new Uint8Array(width * height);
  for (let to = 0, from = 0; to < grey.length; to += 1, from += 3)
    grey[to] = ((bytes[from] ?? 0) * 77 + (bytes[from + 1] ?? 0) * 150 + (bytes[from + 2] ?? 0) * 29 + 128) >> 8;
  return { width, height, bytes: grey };
}

/** Least similarity of a picture itself, pixel by pixel. Its page is compared as well. */
const minSimilarity = 0.9;

/** JPEG data; null if it does not look the same. */
export async function toJpeg(pixels: Pixels, quality: number): Promise<Buffer | null> {
  const jpeg = await encodeJpeg(pixels, { quality, halfColours: pixels.rgb && quality < 90 });
  const read = await readJpeg(jpeg);
  return read?.components === pixels.components && similarity(lumaOf(pixels), lumaOf(read)) >= minSimilarity
    ? jpeg
    : null;
}
