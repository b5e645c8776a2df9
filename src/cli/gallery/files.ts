import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Entry } from './entries.ts';

/** Pixels per inch of the pictures: a page of A4 is 413 wide. */
const resolution = '50';

/** True when the pages of PDFs can be drawn, which needs poppler. */
export function hasPictures(): boolean {
  return spawnSync('pdftoppm', ['-v']).error === undefined;
}

/** The existing pictures of a PDF, in the order of its pages, relative to the gallery. */
async function picturesOf(folder: URL, path: string): Promise<string[]> {
  const files = await readdir(new URL(`${dirname(path)}/`, folder));
  const page = (file: string) => Number(/-(\d+)\.png$/.exec(file)?.[1]);
  return files
    .filter((file) => file.startsWith(`${basename(path)}-`) && file.endsWith('.png'))
    .sort((a, b) => page(a) - page(b))
    .map((file) => `${dirname(path)}/${file}`);
}

function draw(pdf: string, prefix: string): void {
  const { status, stderr } = spawnSync('pdftoppm', ['-r', resolution, '-cropbox', '-png', pdf, prefix], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`pdftoppm could not draw ${pdf}: ${stderr}`);
}

/** A PDF of the gallery. */
export interface Drawn {
  /** The path below the gallery, without its extension. */
  readonly path: string;
  /** The pictures of its pages, relative to the gallery. */
  readonly pictures: readonly string[];
}

/** The result of writing a PDF. */
export interface StoredPdf extends Drawn {
  /** False when the same PDF existed already. */
  readonly changed: boolean;
}

/**
 * Writes a PDF, unless the same one exists. Its pages are drawn only when it has changed, because their pixels depend
 * on the version of poppler.
 */
export async function keepPdf(folder: URL, path: string, pdf: Uint8Array): Promise<StoredPdf> {
  const target = new URL(`${path}.pdf`, folder);
  await mkdir(new URL('.', target), { recursive: true });
  const before = await readFile(target).catch(() => null);
  const old = await picturesOf(folder, path);
  if (before?.equals(pdf) === true && old.length > 0) return { path, pictures: old, changed: false };
  await writeFile(target, pdf);
  if (hasPictures()) {
    for (const picture of old) await unlink(new URL(picture, folder));
    draw(fileURLToPath(target), fileURLToPath(new URL(path, folder)));
  }
  return { path, pictures: await picturesOf(folder, path), changed: true };
}

/** Writes the request of an entry beside its PDF. */
export async function keepRequest(folder: URL, { path, request }: Entry): Promise<void> {
  await writeFile(new URL(`${path}.json`, folder), `${JSON.stringify(request, null, 2)}\n`);
}

/** Removes files that belong to no entry. */
export async function removeOthers(folder: URL, current: readonly Drawn[]): Promise<void> {
  const names = new Set(current.flatMap(({ path, pictures }) => [`${path}.json`, `${path}.pdf`, ...pictures]));
  for (const part of new Set(current.map(({ path }) => dirname(path)))) {
    for (const file of await readdir(new URL(`${part}/`, folder))) {
      if (!names.has(`${part}/${file}`)) await rm(new URL(`${part}/${file}`, folder), { recursive: true });
    }
  }
}
