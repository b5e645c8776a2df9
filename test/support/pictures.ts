import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './programs.ts';

/** A page as it is drawn: red, green and blue of each pixel, row by row from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Every page in colour, as poppler draws it. */
export async function picturesOf(pdf: Uint8Array, ppi = 50): Promise<Picture[]> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-pictures-'));
  try {
    await writeFile(join(folder, 'document.pdf'), pdf);
    await run('pdftoppm', ['-r', String(ppi), join(folder, 'document.pdf'), join(folder, 'page')]);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.ppm')).sort(); // numbers have equal lengths
    return await Promise.all(names.map(async (name) => readPpm(await readFile(join(folder, name)))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A binary PPM of three bytes a pixel. */
function readPpm(file: Buffer): Picture {
  const [head = '', width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64)) ?? [];
  return { width: Number(width), height: Number(height), rgb: file.subarray(head.length) };
}

/**
 * How many pixels of two pictures differ by more than so many of 255 shades of a colour. What only one of them has
 * beyond a rounded line differs.
 */
export function differingPixels(one: Picture, other: Picture, shades = 0): number {
  if (Math.abs(one.width - other.width) > 1 || Math.abs(one.height - other.height) > 1) return Infinity;
  let count = 0;
  for (let y = 0; y < Math.min(one.height, other.height); y += 1) {
    for (let x = 0; x < Math.min(one.width, other.width); x += 1) {
      const [here, there] = [(y * one.width + x) * 3, (y * other.width + x) * 3];
      const differs = (channel: number) =>
        Math.abs((one.rgb[here + channel] ?? 0) - (other.rgb[there + channel] ?? 0)) > shades;
      if (differs(0) || differs(1) || differs(2)) count += 1;
    }
  }
  return count;
}
