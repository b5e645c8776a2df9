import { loadSharp } from './load-sharp.ts';

/** A decoded picture of one or three components of 8 bits each, rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3;
  readonly bytes: Buffer;
}

/** Pixels that are decoded. */
const maxPixels = 150_000_000;

/** Without a difference that the eye could see, neither in brightness nor in colour. */
const quality = 97;

/**
 * Decodes a baseline or progressive JPEG as it is stored: not turned, no profile applied. Null where it is of another
 * kind (CMYK), or broken.
 */
export async function readJpeg(data: Uint8Array): Promise<Pixels | null> {
  const sharp = await loadSharp();
  try {
    const image = sharp(data, { limitInputPixels: maxPixels, failOn: 'error', ignoreIcc: true });
    const { channels: components, format } = await image.metadata();
    if (format !== 'jpeg' || (components !== 1 && components !== 3)) return null;
    const { data: bytes, info } = await (components === 1 ? image.toColourspace('b-w') : image)
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.channels === components ? { width: info.width, height: info.height, components, bytes } : null;
  } catch {
    // What sharp refuses is left to another decoder.
    return null;
  }
}

/** Encodes pixels as a JPEG of high quality, with colours at full resolution. */
export async function writeJpeg({ width, height, components, bytes }: Pixels): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(bytes, { raw: { width, height, channels: components }, limitInputPixels: maxPixels });
  return (components === 1 ? image.toColourspace('b-w') : image)
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
