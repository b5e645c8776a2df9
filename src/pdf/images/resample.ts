import { loadSharp } from './load-sharp.ts';
import type { Pixels } from './jpeg.ts';

/** Pixels that are taken. */
const maxPixels = 150_000_000;

const opened = async ({ width, height, components, bytes }: Pixels) => {
  const sharp = await loadSharp();
  const image = sharp(bytes, { raw: { width, height, channels: components }, limitInputPixels: maxPixels });
  return components === 1 ? image.toColourspace('b-w') : image;
};

/** The samples of a picture of another size, by Lanczos. */
export async function resample(
  pixels: Pixels,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const image = await opened(pixels);
  const { data, info } = await image
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== pixels.components) throw new Error('a picture has other components than before');
  return data;
}

/** How a JPEG is encoded. */
export interface JpegOptions {
  /** 1 to 100. */
  readonly quality: number;
  /** Colours at half the resolution in both directions. */
  readonly halfColours: boolean;
}

/** As JPEG that takes its time to be small (mozjpeg). */
export async function encodeJpeg(pixels: Pixels, { quality, halfColours }: JpegOptions): Promise<Buffer> {
  const image = await opened(pixels);
  return image.jpeg({ quality, mozjpeg: true, chromaSubsampling: halfColours ? '4:2:0' : '4:4:4' }).toBuffer();
}
