import { loadSharp } from './load-sharp.ts';

/**
 * Encodes red, green, blue and alpha of 8 bits each, rows from the top, as a PNG of few colours: for pictures of pages.
 */
export async function writePng(
  rgba: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 9, palette: true, colours: 128 })
    .toBuffer();
}
