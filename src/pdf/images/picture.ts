import sharp from 'sharp';
import { AppError } from '../../problems.ts';

/** A decoded picture: 8 bits a component, rows from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue (sRGB). */
  readonly colours: Buffer;
  /** Null for one that is opaque. */
  readonly alpha: Buffer | null;
}

/** How a picture is decoded. */
export interface PictureOptions {
  /** Draws the picture on white, so that no pixel is transparent. */
  readonly opaque: boolean;
  /** Pixels along the longer side; larger ones are made smaller. */
  readonly longest: number;
}

/** Pixels that are decoded. */
const maxPixels = 64_000_000;

/** Decodes PNG, JPEG, WebP, AVIF, GIF or SVG, turned by its Exif orientation. @throws AppError `invalid-image` */
export async function readPicture(data: Uint8Array, { opaque, longest }: PictureOptions): Promise<Picture> {
  try {
    const read = sharp(data, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true });
    const { data: pixels, info } = await (opaque ? read.flatten({ background: '#ffffff' }) : read)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return taken(pixels, info);
  } catch (cause) {
    throw new AppError(
      'invalid-image',
      'The image of the signature can not be decoded, or has too many pixels. Send PNG, JPEG, WebP, AVIF, GIF or SVG.',
      { cause },
    );
  }
}

/** Takes colours and alpha apart. */
function taken(pixels: Buffer, { width, height }: { width: number; height: number }): Picture {
  const colours = Buffer.allocUnsafe(width * height * 3);
  const alpha = Buffer.allocUnsafe(width * height);
  for (let at = 0; at < alpha.length; at += 1) {
    pixels.copy(colours, at * 3, at * 4, at * 4 + 3);
    alpha[at] = pixels[at * 4 + 3] ?? 255;
  }
  return { width, height, colours, alpha: alpha.every((value) => value === 255) ? null : alpha };
}
