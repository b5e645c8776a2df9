import { loadSharp } from './load-sharp.ts';
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
  /** The colour (red, green, blue, each 0 to 1) on which the picture is drawn, so that no pixel is transparent. */
  readonly paper: readonly [number, number, number] | null;
  /** Pixels along the longer side; larger ones are made smaller. */
  readonly longest: number;
  /** Draws an SVG at `longest`, whatever size it states. */
  readonly enlarge: boolean;
  /** What the picture is, in a problem: `image of the signature`. */
  readonly name: string;
  /** Leads to it in the request. */
  readonly pointer: string;
}

/** Pixels that are decoded. */
const maxPixels = 64_000_000;

/** Decodes PNG, JPEG, WebP, AVIF, GIF or SVG, turned by its Exif orientation. @throws AppError `invalid-image` */
export async function readPicture(data: Uint8Array, options: PictureOptions): Promise<Picture> {
  const { paper, longest, name, pointer } = options;
  const sharp = await loadSharp();
  try {
    const read = sharp(data, { limitInputPixels: maxPixels, failOn: 'error', density: await densityOf(data, options) })
      .autoOrient()
      .toColourspace('srgb')
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true });
    const { data: pixels, info } = await (paper === null ? read : read.flatten({ background: byteColour(paper) }))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return taken(pixels, info);
  } catch (cause) {
    const large = cause instanceof Error && cause.message.includes('exceeds pixel limit');
    const why = large ? `has more than ${maxPixels / 1e6} million pixels` : 'can not be decoded';
    const what = large ? 'a smaller one' : 'PNG, JPEG, WebP, AVIF, GIF or SVG';
    throw new AppError('invalid-image', `The ${name} ${why}. Send ${what}.`, {
      cause,
      errors: [{ pointer, message: why }],
    });
  }
}

const byteColour = ([r, g, b]: readonly [number, number, number]) => ({ r: r * 255, g: g * 255, b: b * 255 });

/** Dots per inch of an SVG that states none. */
const usualDensity = 72;
/** As sharp has it. */
const maxDensity = 100_000;

/** The density at which an SVG has the wanted size; the usual one for pictures of other kinds. */
async function densityOf(data: Uint8Array, { enlarge, longest }: PictureOptions): Promise<number> {
  if (!enlarge) return usualDensity;
  const sharp = await loadSharp();
  const { format, width, height } = await sharp(data, { limitInputPixels: maxPixels }).metadata();
  const density = (usualDensity * longest) / Math.max(width, height);
  return format === 'svg' ? Math.min(maxDensity, Math.max(1, density)) : usualDensity;
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
