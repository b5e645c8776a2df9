import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Entry } from './entries.ts';

/** Pixels per inch of the pictures: a page of A4 is 413 wide. */
const resolution = '50';

/** True where pages can be drawn. */
export function hasPictures(): boolean {
  return spawnSync('pdftoppm', ['-v']).error === undefined;
}

/** The pictures of an entry that are there, in the order of its pages, relative to the gallery. */
async function picturesOf(folder: URL, { path }: Entry): Promise<string[]> {
  const files = await readdir(new URL(`${dirname(path)}/`, folder));
  const page = (file: string) => Number(/-(\d+)\.png$/.exec(file)?.[1]);
  return files.filter((file) => file.startsWith(`${basename(path)}-`) && file.endsWith('.png')).sort((a, b) => page(a) - page(b)).map((file) => `${dirname(path)}/${file}`);
}

function draw(pdf: string, prefix: string): void {
  const { status, stderr } = spawnSync('pdftoppm', ['-r', resolution, '-png', pdf, prefix], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`pdftoppm could not draw ${pdf}: ${stderr}`);
}

/**
 * Writes the request and the PDF of an entry where they are not there already. Pages are drawn only where the PDF changed, because
 * their pixels depend on the version of poppler.
 */
export async function keepRendered(folder: URL, entry: Entry, pdf: Uint8Array): Promise<{ changed: boolean; pictures: string[] }> {
  const target = new URL(`${entry.path}.pdf`, folder);
  await mkdir(new URL('.', target), { recursive: true });
  await writeFile(new URL(`${entry.path}.json`, folder), `${JSON.stringify(entry.request, null, 2)}\n`);
  const before = await readFile(target).catch(() => null);
  const old = await picturesOf(folder, entry);
  if (before?.equals(pdf) === true && old.length > 0) return { changed: false, pictures: old };
  await writeFile(target, pdf);
  if (hasPictures()) {
    for (const picture of old) await unlink(new URL(picture, folder));
    draw(fileURLToPath(target), fileURLToPath(new URL(entry.path, folder)));
  }
  return { changed: true, pictures: await picturesOf(folder, entry) };
}

/** Removes what belongs to no entry any more. */
export async function removeOthers(folder: URL, shown: readonly { readonly entry: Entry; readonly pictures: readonly string[] }[]): Promise<void> {
  const kept = new Set(shown.flatMap(({ entry, pictures }) => [`${entry.path}.json`, `${entry.path}.pdf`, ...pictures]));
  for (const part of new Set(shown.map(({ entry }) => dirname(entry.path)))) {
    for (const file of await readdir(new URL(`${part}/`, folder))) if (!kept.has(`${part}/${file}`)) await rm(new URL(`${part}/${file}`, folder), { recursive: true });
  }
}
