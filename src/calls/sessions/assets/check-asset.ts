import { openPdf } from '../../../pdf/file/open.ts';
import { isWholeFont } from '../../../pdf/fonts/whole-font.ts';
import { checkImage } from '../../../pdf/images/check-image.ts';
import { AppError } from '../../../problems.ts';
import { maxPixels } from '../../../render/html/image-kind.ts';
import { svgFault } from '../../../render/html/svg-fault.ts';

/** An asset whose type is known by its first bytes. */
export interface TypedAsset {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/**
 * Reads an asset to its end, as a render will, on a thread. Throws AppError `invalid-image`, `invalid-font`,
 * `invalid-pdf`, `too-many-pages`, `limit-exceeded`.
 */
export async function checkAsset({ bytes, contentType }: TypedAsset): Promise<void> {
  if (contentType === 'image/svg+xml') checkSvg(bytes);
  else if (contentType.startsWith('image/')) await checkImage(bytes, maxPixels);
  else if (contentType.startsWith('font/')) checkFont(bytes);
  else if (contentType === 'application/pdf') checkPdf(bytes);
}

function checkSvg(bytes: Uint8Array): void {
  const fault = svgFault(bytes);
  if (fault !== null) throw new AppError('invalid-image', `The SVG is not well-formed XML: ${fault}.`);
}

function checkFont(bytes: Uint8Array): void {
  if (!isWholeFont(bytes)) throw new AppError('invalid-font', 'The font is damaged or incomplete: it cannot be read.');
}

/** One with a password is opened by the operation that has it. */
function checkPdf(bytes: Uint8Array): void {
  try {
    if (openPdf(bytes).pages().length === 0) throw new AppError('invalid-pdf', 'The PDF has no pages.');
  } catch (error) {
    if (!(error instanceof AppError) || error.slug !== 'encrypted-pdf') throw error;
  }
}
