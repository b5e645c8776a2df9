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

/** The pictures of a PDF that are there, in the order of its pages, relative to the gallery. */
async function picturesOf(folder: URL, path: string): Promise<string[]> {
  const files = await readdir(new URL(`${dirname(path)}/`, folder));
  const page = (file: string) => Number(/-(\d+)\.png$/.exec(file)?.[1]);
  return files
    .filter((file) => file.startsWith(`${basename(path)}-`) && file.endsWith('.png'))
    .sort((a, b) => page(a) - page(b))
    .map((file) => `${dirname(path)}/${file}`);
}

function draw(pdf: string, prefix: string): void {
  const { status, stderr } = spawnSync('pdftoppm', ['-r', resolution, '-png', pdf, prefix], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`pdftoppm could not draw ${pdf}: ${stderr}`);
}

/** A PDF of the gallery. */
export interface Drawn {
  /** Where it is, below the gallery and without an ending. */
  readonly path: string;
  /** Of its pages, relative to the gallery. */
  readonly pictures: readonly string[];
}

/** What came of keeping it. */
export interface KeptPdf extends Drawn {
  /** False where the same PDF was there already. */
  readonly changed: boolean;
}

/**
 * Writes a PDF where it is not there already. Pages are drawn only where it changed, because their pixels depend on the
 * version of poppler.
 */
export async function keepPdf(folder: URL, path: string, pdf: Uint8Array): Promise<KeptPdf> {
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

/** Removes what belongs to no entry any more. */
export async function removeOthers(folder: URL, kept: readonly Drawn[]): Promise<void> {
  const names = new Set(kept.flatMap(({ path, pictures }) => [`${path}.json`, `${path}.pdf`, ...pictures]));
  for (const part of new Set(kept.map(({ path }) => dirname(path)))) {
    for (const file of await readdir(new URL(`${part}/`, folder))) {
      if (!names.has(`${part}/${file}`)) await rm(new URL(`${part}/${file}`, folder), { recursive: true });
    }
  }
}
