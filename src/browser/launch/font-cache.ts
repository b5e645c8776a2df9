import { createHash, randomBytes } from 'node:crypto';
import { type Dirent } from 'node:fs';
import { cp, lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isOpenToAll } from './font-place.ts';
import { systemFolders } from './fontconfig.ts';

/** Caches of earlier sets of fonts that remain, for services with other fonts on the same machine. */
const maxSets = 4;

/** The caches that fontconfig made in an earlier run, for the same fonts. */
export interface FontCache {
  /** The folder with them; null where there is none, or the browsers may not read it. */
  readonly folder: string | null;
  /** Copies the caches of this run for later ones, unless they came from an earlier run. Failures are ignored. */
  store(from: string): Promise<void>;
}

/**
 * Finds the caches of these font folders and of the system's below `place`. Without one, each browser that starts reads
 * every font file, which takes a tenth of a second of CPU time. fontconfig compares a cache only with the time of its
 * folder, so the name of a set of caches has the size and the time of each file.
 */
export async function findFontCache(fontFolders: readonly string[], place: string): Promise<FontCache> {
  const folder = join(place, await nameOf([...fontFolders, ...systemFolders]));
  const files = await readdir(folder).catch(() => null);
  const isReadable =
    files !== null &&
    (process.getuid?.() !== 0 ||
      (await isOpenToAll(
        folder,
        files.map((name) => join(folder, name)),
      )));
  return {
    folder: isReadable ? folder : null,
    store: async (from) => {
      if (files === null) await copyTo(folder, from, place).catch(() => undefined);
    },
  };
}

/** A hash of the paths, the sizes and the times of all files and folders. */
async function nameOf(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders) hash.update(JSON.stringify(await describe(folder)));
  return hash.digest('hex').slice(0, 32);
}

async function describe(folder: string): Promise<unknown[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((): Dirent[] => []);
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))].sort();
  return Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => lstat(path).catch(() => null)); // a link may lead nowhere
      return [path, found?.size, found?.mtimeMs, found?.ino];
    }),
  );
}

/** Makes the set of caches under another name first, so that no service reads a part of it. */
async function copyTo(folder: string, from: string, place: string): Promise<void> {
  const unfinished = `${folder}.${randomBytes(8).toString('hex')}`;
  try {
    await mkdir(place, { recursive: true });
    await cp(from, unfinished, { recursive: true });
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  const sets = await Promise.all(
    (await readdir(place)).map(async (name) => ({ name, at: (await stat(join(place, name))).mtimeMs })),
  );
  const old = sets.sort((a, b) => b.at - a.at).slice(maxSets);
  for (const { name } of old) await rm(join(place, name), { recursive: true, force: true });
}
