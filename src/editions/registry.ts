import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tiers } from '../context.ts';
import type { Edition } from './edition.ts';

/** The folder of the editions; each has a folder in it. */
export const editionsFolder = new URL('./', import.meta.url);

/**
 * Loads the installed editions, lowest tier first. An edition is installed if its folder exists. An error of an
 * installed edition while it is loaded stops the start, and is never taken for absence.
 */
export async function loadEditions(folder: URL = editionsFolder): Promise<Edition[]> {
  const editions: Edition[] = [];
  for (const name of tiers) {
    const home = new URL(`${name}/`, folder);
    if (!existsSync(fileURLToPath(home))) continue;
    const manifest = ['index.js', 'index.ts']
      .map((file) => new URL(file, home))
      .find((file) => existsSync(fileURLToPath(file)));
    if (manifest === undefined) throw new Error(`The edition ${name} is installed without its manifest.`);
    const { edition } = (await import(manifest.href)) as { edition: Edition };
    editions.push(edition);
  }
  return editions;
}

/** The editions of a folder, loaded once in each process. Tasks use it, because they have no other memory. */
export function installedEditions(folder: string): Promise<readonly Edition[]> {
  const loading = loaded.get(folder) ?? loadEditions(new URL(folder));
  loaded.set(folder, loading);
  return loading;
}

const loaded = new Map<string, Promise<readonly Edition[]>>();
