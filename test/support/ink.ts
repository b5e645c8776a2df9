import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { run } from './programs.ts';

/** The area of a shown page that is not white, in points from its top-left corner. */
export async function inkOf(
  pdf: Uint8Array,
  page: number,
): Promise<{ left: number; top: number; right: number; bottom: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-ink-'));
  try {
    await writeFile(join(folder, 'it.pdf'), pdf);
    await run('pdftoppm', [
      '-r',
      '144',
      '-cropbox',
      '-f',
      String(page),
      '-l',
      String(page),
      '-singlefile',
      '-png',
      join(folder, 'it.pdf'),
      join(folder, 'page'),
    ]);
    const { data, info } = await sharp(await readFile(join(folder, 'page.png')))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const dark = [...data.keys()].filter((at) => (data[at] ?? 255) < 200);
    const columns = dark.map((at) => at % info.width);
    const rows = dark.map((at) => Math.floor(at / info.width));
    const least = (values: number[]) => values.reduce((least, value) => Math.min(least, value), Infinity) / 2;
    const most = (values: number[]) => (values.reduce((most, value) => Math.max(most, value), -Infinity) + 1) / 2;
    return { left: least(columns), top: least(rows), right: most(columns), bottom: most(rows) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Colours of the pixels of all pages, as `red,green,blue`. */
export async function coloursOf(pdf: Uint8Array): Promise<ReadonlySet<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-ink-'));
  try {
    await writeFile(join(folder, 'it.pdf'), pdf);
    await run('pdftoppm', ['-r', '60', '-png', join(folder, 'it.pdf'), join(folder, 'page')]);
    const colours = new Set<string>();
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.png'))) {
      const { data } = await sharp(await readFile(join(folder, name)))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      for (let at = 0; at < data.length; at += 3)
        colours.add(`${data[at] ?? 0},${data[at + 1] ?? 0},${data[at + 2] ?? 0}`);
    }
    return colours;
  } finally {
    await rm(folder, { recursive: true });
  }
}
