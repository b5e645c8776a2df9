import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { systemFontFolders, type FontFolder } from '../pdf/fonts/installed-fonts.ts';

/** The path of a file or folder of the package. */
export const bundled = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Where fontconfig's caches of the fonts are stored between runs, beside the code that V8 has compiled. */
export const fontCaches = bundled('node_modules/.cache/colophon/fonts');

/** The version in package.json. */
export async function packageVersion(): Promise<string> {
  const description = JSON.parse(await readFile(bundled('package.json'), 'utf8')) as { version: string };
  return description.version;
}

/** The folders in which the browsers find fonts. A font of an earlier folder wins over one of the same name. */
export const fontFolders = (config: Config): FontFolder[] => [...ownFontFolders(config), ...systemFontFolders];

/**
 * The font folders of the service itself. The setup makes the folder of the fonts for Chinese, Japanese and Korean
 * (docs/fonts.md), so it may be absent.
 */
export function ownFontFolders({ fontsDir }: Config): FontFolder[] {
  const operator: FontFolder[] = fontsDir === null ? [] : [{ path: fontsDir, source: 'operator' }];
  const made = [bundled('cjk-fonts')]
    .filter((path) => existsSync(path))
    .map((path): FontFolder => ({ path, source: 'bundled' }));
  return [...operator, { path: bundled('fonts'), source: 'bundled' }, ...made];
}

/** The folders of templates. A template of an earlier folder wins over one of the same name. */
export function templateFolders({ templatesDir }: Config): string[] {
  return [templatesDir, bundled('templates')].filter((folder) => folder !== null);
}
