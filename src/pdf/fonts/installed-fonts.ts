import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { showsBoxes } from './box-fonts.ts';
import { fontFaces, type FontFace } from './font-file.ts';
import { readerOf } from './read-font.ts';

/** Who brought a font. */
export type FontSource = 'request' | 'operator' | 'bundled' | 'system';

/** A font that documents may use. */
export interface InstalledFont {
  readonly family: string;
  /** `Bold Italic`. */
  readonly style: string;
  readonly source: FontSource;
}

/**
 * The fonts that the browsers find, with the facts that the diagnosis of a document needs. Read at the first call, and
 * cached.
 */
export interface InstalledFonts {
  /** Where they are. */
  readonly folders: readonly FontFolder[];
  /** Family names, by themselves in lower case. */
  families(): Promise<ReadonlyMap<string, string>>;
  /** By PostScript name. */
  byName(): Promise<ReadonlyMap<string, InstalledFont>>;
  /** True for a character (code point) that at least one of them has a glyph for. */
  has(): Promise<(character: number) => boolean>;
  /** File of the font that draws emoji; `null` = there is none. */
  emojiFont(): Promise<string | null>;
}

/** A folder with fonts, and those below it. */
export interface FontFolder {
  readonly path: string;
  readonly source: FontSource;
}

/** Where fontconfig finds fonts beside those of the service (see browser/fontconfig.ts). */
export const systemFontFolders: readonly FontFolder[] = ['/usr/share/fonts', '/usr/local/share/fonts'].map((path) => ({
  path,
  source: 'system',
}));

type Found = FontFace & { readonly source: FontSource; readonly path: string };

/** The fonts in these folders; of two with one PostScript name that of the earlier folder speaks. */
export function installedFonts(folders: readonly FontFolder[]): InstalledFonts {
  const found = once(async () => (await Promise.all(folders.map(fontsIn))).flat());
  const families = once(
    async () =>
      new Map((await found()).flatMap((face) => face.families.map((name) => [name.toLowerCase(), name] as const))),
  );
  const byName = once(
    async () =>
      new Map(
        (await found())
          .toReversed()
          .map(({ postScriptName, families: [family = ''], style, source }) => [
            postScriptName,
            { family, style, source },
          ]),
      ),
  );
  const has = once(async () => {
    const bits = new Uint8Array((lastCharacter + 1) / 8);
    for (const face of await found()) for (const range of await face.characters()) mark(bits, range);
    return (character: number) => ((bits[character >> 3] ?? 0) & (1 << (character & 7))) !== 0;
  });
  const emojiFont = async () =>
    (await found()).find((face) => face.families.some((family) => /\bemoji$/i.test(family)))?.path ?? null;
  return { folders, families, byName, has, emojiFont };
}

const lastCharacter = 0x10ffff;

function mark(bits: Uint8Array, [first, last]: readonly [number, number]): void {
  for (let character = first; character <= Math.min(last, lastCharacter); character += 1) {
    const at = character >> 3;
    bits[at] = (bits[at] ?? 0) | (1 << (character & 7));
  }
}

/** The same promise every time; a new one after a failure. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  return () => {
    known ??= work().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

const endings = new Set(['.ttf', '.otf', '.ttc', '.otc']);

async function fontsIn({ path, source }: FontFolder): Promise<Found[]> {
  // a machine need not have fonts of its own
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: Found[] = [];
  for (const entry of entries) {
    if (!endings.has(extname(entry.name).toLowerCase())) continue;
    const file = join(entry.parentPath, entry.name);
    for (const face of await fontFaces(readerOf(file)))
      if (!showsBoxes(face.postScriptName)) found.push({ ...face, source, path: file });
  }
  return found;
}
