import { loadSharp } from './load-sharp.ts';
import type { ImageType } from '../../context.ts';

/** Pixels of 8 bits a channel, rows from the top: red, green, blue, and alpha where there are four channels. */
interface RawImage {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly bytes: Uint8Array;
}

/** How an image is encoded. */
interface Encoding {
  readonly type: ImageType;
  /** 1 to 100, of JPEG and WebP. */
  readonly quality: number;
}

/** Encodes an image for screens: PNG without loss, JPEG and WebP by their quality. */
export async function encodeImage(
  { width, height, channels, bytes }: RawImage,
  { type, quality }: Encoding,
): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(bytes, { raw: { width, height, channels }, limitInputPixels: false });
  switch (type) {
    case 'image/png':
      return image.png({ compressionLevel: 6 }).toBuffer();
    case 'image/jpeg':
      return image.jpeg({ quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' }).toBuffer();
    case 'image/webp':
      return image.webp({ quality }).toBuffer();
  }
}
