import { readdir } from 'node:fs/promises';

/**
 * Frequent font names in documents, and their bundled replacements: of the same widths where there is one, so that
 * lines break where the author saw them break. Chromium accepts a replacement under another name only from `prefer`
 * with the same binding.
 */
export const aliases: readonly (readonly [requested: readonly string[], given: string])[] = [
  [['Arial', 'Helvetica', 'Helvetica Neue', 'Liberation Sans'], 'Arimo'],
  [['Times New Roman', 'Times', 'Liberation Serif'], 'Tinos'],
  [['Courier New', 'Courier', 'Liberation Mono'], 'Cousine'],
  [['Calibri'], 'Carlito'],
  [['Cambria'], 'Caladea'],
  [['Georgia'], 'Gelasio'],
  [['Palatino'], 'Source Serif 4'],
  [['Menlo', 'Consolas', 'Monaco', 'SF Mono'], 'JetBrains Mono'],
  [['Segoe UI', 'Roboto', 'Verdana', 'Tahoma', 'San Francisco'], 'Inter'],
  [['Latin Modern Math', 'Cambria Math', 'STIX Two Math'], 'Colophon Math'],
  [['Apple Color Emoji', 'Segoe UI Emoji'], 'Noto Color Emoji'],
];

/** Folders of the system's fonts. */
export const systemFolders = ['/usr/share/fonts', '/usr/local/share/fonts'];
/**
 * Collections with CFF outlines, which Chromium embeds as Type 3 fonts: left out where there are TrueType versions
 * (docs/fonts.md).
 */
const collections = {
  glob: 'Noto*CJK*.ttc',
  has: (name: string) => name.startsWith('Noto') && name.includes('CJK') && name.endsWith('.ttc'),
};

/**
 * Browsers take the first font that has a character, sorted by language, then by `symbol`. Fonts of boxes, which have
 * every character, come last.
 */
const lastResort =
  '<match target="scan"><test name="family" compare="contains"><string>Colophon Boxes</string></test>\n' +
  '<edit name="lang" mode="assign"><string>zxx</string></edit>' +
  '<edit name="symbol" mode="assign"><bool>true</bool></edit></match>';

/** A fontconfig file for these folders. Caches are read from all of `caches`, and written to the first that can be. */
export async function fontConfiguration(folders: readonly string[], caches: readonly string[]): Promise<string> {
  const files = (await Promise.all(folders.map((folder) => readdir(folder)))).flat();
  const hasCollections = files.some((name) => collections.has(name));
  const rejected = hasCollections ? systemFolders.map((folder) => `<glob>${folder}/*${collections.glob}</glob>`) : [];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${[...folders, ...systemFolders].map((folder) => `<dir>${escaped(folder)}</dir>`).join('\n')}
${caches.map((cache) => `<cachedir>${escaped(cache)}</cachedir>`).join('\n')}
<selectfont><rejectfont>${rejected.join('')}</rejectfont></selectfont>
${aliases.map(alias).join('\n')}
${lastResort}
<match target="pattern"><edit name="family" mode="append_last" binding="weak"><string>Inter</string></edit></match>
<config><rescan><int>0</int></rescan></config>
</fontconfig>
`;
}

const alias = ([requested, given]: (typeof aliases)[number]) =>
  requested
    .map((name) => `<alias binding="same">${element(name)}<prefer>${element(given)}</prefer></alias>`)
    .join('\n');

const element = (family: string) => `<family>${family}</family>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
