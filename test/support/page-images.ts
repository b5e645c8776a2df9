import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { ssim } from 'ssim.js';
import { run } from './programs.ts';

/** The decoded pixels of an image: red, green, blue and alpha. */
export interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly data: Uint8ClampedArray;
  /** The colour and alpha of a pixel. */
  at(x: number, y: number): number[];
}

export async function decoded(image: Uint8Array): Promise<Decoded> {
  const { format } = await sharp(image).metadata();
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return {
    ...{ width, height, format, data: new Uint8ClampedArray(data) },
    at: (x, y) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)],
  };
}

/** How alike an image is to the same page as poppler draws it, its crop box alone: 1 = equal. */
export async function likenessToPoppler(
  pdf: Uint8Array,
  page: number,
  image: Uint8Array,
  dpi: number,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-likeness-'));
  try {
    const file = join(folder, 'document.pdf');
    await writeFile(file, pdf);
    const options = ['-r', String(dpi), '-f', String(page), '-l', String(page), '-cropbox', '-png', '-singlefile'];
    await run('pdftoppm', [...options, file, join(folder, 'page')]);
    const [ours, theirs] = [await decoded(image), await decoded(await readFile(join(folder, 'page.png')))];
    if (ours.width !== theirs.width || ours.height !== theirs.height)
      throw new Error(`${ours.width} by ${ours.height} pixels, and ${theirs.width} by ${theirs.height} of poppler`);
    return ssim(ours, theirs).mssim;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files of an archive without compression, by their names in order. */
export function unzipped(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50;) {
    const [size, nameLength] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26)];
    const name = archive.toString('utf8', at + 30, at + 30 + nameLength);
    at += 30 + nameLength;
    files.set(name, archive.subarray(at, at + size));
    at += size;
  }
  return files;
}
