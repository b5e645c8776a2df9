import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { pageImages, type PageImagesOptions } from '../../../../pdf/raster/page-images.ts';
import { AppError } from '../../../../problems.ts';
import type { Progress } from '../../../../threads/work-process.ts';
import type { ResultImage } from '../../../edition.ts';
import { pageSelector } from '../../../wanted-pages.ts';

/** Pages to be drawn, as plain data, which is sent to a thread. */
export interface RasterizeJob extends Omit<PageImagesOptions, 'pages'> {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  /** A page range. */
  readonly pages: string | undefined;
  /** The open file to which the images are written, one after the other. */
  readonly path: string;
}

/** The images in the order of the file, and the number of pages of the document. */
export interface Rasterized {
  readonly images: readonly Omit<ResultImage, 'filename'>[];
  readonly pages: number;
}

/** Bytes of all images of one answer: an archive has offsets of four bytes. */
const maxBytes = 4_000_000_000;

/** Draws pages, and writes each to the file before the next is drawn. `progress` gets the share that is done. */
export async function runRasterize(
  { bytes, password, pages: range, path, ...options }: RasterizeJob,
  progress: Progress,
): Promise<Rasterized> {
  const images: Omit<ResultImage, 'filename'>[] = [];
  const file = await open(path, 'r+');
  let end = 0;
  try {
    const pages = await pageImages(
      { bytes, ...(password !== undefined && { password }) },
      { ...options, pages: pageSelector()(range, '/pages') },
      async ({ page, width, height, data }, of) => {
        if (end + data.byteLength > maxBytes)
          throw new AppError(
            'limit-exceeded',
            `The images have more than ${maxBytes.toLocaleString('en')} bytes after ${images.length} pages. Request ` +
              'fewer pages, or a lower `dpi`.',
            { errors: [{ pointer: '/pages', message: `must name at most ${images.length} pages` }] },
          );
        for (let done = 0; done < data.byteLength;)
          done += (await file.write(data, done, data.byteLength - done, end + done)).bytesWritten;
        end += data.byteLength;
        const sha256 = createHash('sha256').update(data).digest('hex');
        images.push({ page, width, height, bytes: data.byteLength, sha256, crc32: crc32(data) });
        progress(images.length / of);
      },
    );
    return { images, pages };
  } finally {
    await file.close();
  }
}
