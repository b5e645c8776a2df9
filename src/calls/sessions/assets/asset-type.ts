import { AppError } from '../../../problems.ts';
import { fontType } from '../../../render/html/font-kind.ts';
import { isHuge, maxPixels, sniffImage } from '../../../render/html/image-kind.ts';
import type { Spooled } from '../../documents/spool.ts';

/** The start of a file, which shows what it is. */
const headBytes = 64 * 1024;

/** Signatures of fonts (OpenType 1.9.1, table directory; WOFF 1 and 2), in hexadecimal. */
const fontStarts = ['00010000', '74727565', '4f54544f', '774f4646', '774f4632'];

/**
 * The media type of an asset by its bytes: an image, a font, a PDF or a style sheet. Throws AppError
 * `unsupported-media-type`, and `limit-exceeded` for an image that claims too many pixels.
 */
export async function assetType(stored: Spooled): Promise<string> {
  const head = await headOf(stored);
  const image = sniffImage(head);
  if (isHuge(image))
    throw new AppError(
      'limit-exceeded',
      `The image has ${image?.width ?? 0} by ${image?.height ?? 0} pixels; ${maxPixels / 1e6} million in all are allowed.`,
      { extra: { limit: maxPixels } },
    );
  if (image !== undefined) return image.contentType;
  if (head.subarray(0, 1024).includes('%PDF-')) return 'application/pdf';
  const font = fontStarts.includes(head.toString('hex', 0, 4)) ? fontType(await stored.bytes()) : undefined;
  if (font !== undefined) return font;
  if (await isStyleSheet(stored)) return 'text/css';
  throw new AppError('unsupported-media-type', 'The bytes are no image, font, PDF or style sheet that is known here.');
}

async function headOf(stored: Spooled): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stored.stream()) {
    pieces.push(piece);
    length += piece.byteLength;
    if (length >= headBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, headBytes);
}

/** UTF-8 without NUL whose first character other than white space is not `<`. */
async function isStyleSheet(stored: Spooled): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = '';
  try {
    for await (const piece of stored.stream()) {
      if (piece.includes(0)) return false;
      const text = decoder.decode(piece, { stream: true });
      if (first === '') first = text.trimStart().charAt(0);
    }
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
  return first !== '<';
}
