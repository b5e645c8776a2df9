import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fontFaces } from './font-file.ts';
import { readerOf } from './read-font.ts';

/** The font families in these folders (and those below them), each once, by name. Files that are no fonts are passed over. */
export async function fontFamilies(folders: readonly (string | null)[]): Promise<{ name: string }[]> {
  const names = new Set<string>();
  for (const folder of folders) {
    if (folder === null) continue;
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!['.ttf', '.otf'].includes(extname(entry.name).toLowerCase())) continue;
      const [face] = await fontFaces(readerOf(join(entry.parentPath, entry.name)));
      if (face?.families[0] !== undefined) names.add(face.families[0]);
    }
  }
  return [...names].sort((a, b) => a.localeCompare(b)).map((name) => ({ name }));
}
