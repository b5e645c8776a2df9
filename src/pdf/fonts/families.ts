import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { showsBoxes } from './box-fonts.ts';
import { fontFaces } from './font-file.ts';
import { readerOf } from './read-font.ts';

/**
 * The font families in these folders and the folders below them, each once, by name. Files that are no fonts are
 * skipped.
 */
export async function fontFamilies(folders: readonly string[]): Promise<{ name: string }[]> {
  const names = new Set<string>();
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!['.ttf', '.otf', '.ttc'].includes(extname(entry.name).toLowerCase())) continue;
      for (const { families, postScriptName } of await fontFaces(readerOf(join(entry.parentPath, entry.name)))) {
        if (families[0] !== undefined && !showsBoxes(postScriptName)) names.add(families[0]);
      }
    }
  }
  return [...names].sort((a, b) => a.localeCompare(b)).map((name) => ({ name }));
}
