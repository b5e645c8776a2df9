import { loadSharp } from './load-sharp.ts';
import { AppError } from '../../problems.ts';

/** The picture to which an image is reduced: small, and made of all of its rows. */
const reduced = { width: 16, height: 16, fit: 'fill', fastShrinkOnLoad: false } as const;

/**
 * Decodes an image wholly (of an animation, the first picture), a few rows at a time where its format allows that, and
 * takes nothing of it. @throws AppError `invalid-image`, and `limit-exceeded` for more than `maxPixels`
 */
export async function checkImage(data: Uint8Array, maxPixels: number): Promise<void> {
  const sharp = await loadSharp();
  try {
    await sharp(data, { limitInputPixels: maxPixels, failOn: 'error', ignoreIcc: true, sequentialRead: true })
      .resize(reduced)
      .raw()
      .toBuffer();
  } catch (cause) {
    if (cause instanceof Error && cause.message.includes('exceeds pixel limit'))
      throw new AppError('limit-exceeded', `The image has more than ${maxPixels} pixels, which is the most.`, {
        cause,
        extra: { limit: maxPixels },
      });
    throw new AppError('invalid-image', 'The image is damaged or incomplete: it cannot be decoded to its end.', {
      cause,
    });
  }
}
