import { readdir, readFile } from 'node:fs/promises';
import type { Entry } from './entries.ts';

type Source = Omit<Entry, 'path'>;

const folder = new URL('features/', import.meta.url);

/** What a feature does at its best, a page or more each: every file of `features`. */
export async function featureEntries(): Promise<Entry[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (file) => {
      const { title, about, request } = JSON.parse(await readFile(new URL(file, folder), 'utf8')) as Source;
      return {
        path: `features/${file.slice(0, -'.json'.length)}`,
        title,
        about,
        request: { ...request, output: { deterministic: true } },
      };
    }),
  );
}
