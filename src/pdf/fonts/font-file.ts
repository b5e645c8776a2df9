import { readCmaps } from './cmap-table.ts';
import { passOver, refuse } from './fault.ts';
import { tablePlaces } from './sfnt.ts';

/** Reads `length` bytes at `position`; fewer where the file ends. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** Properties of one font in a font file. */
export interface FontFace {
  /** Family names in every language and both kinds (names 1 and 16), the typographic English one first. */
  readonly families: readonly string[];
  /** `Bold Italic`. */
  readonly style: string;
  readonly postScriptName: string;
  /** Which one of a collection; 0 of a file of one font. */
  readonly index: number;
  /** Ranges of characters that it has glyphs for, first and last. */
  characters(): Promise<readonly (readonly [number, number])[]>;
}

/** Bounds on a file that need not be honest. Bytes; fonts of a collection. */
const maxCount = { table: 4 * 1024 * 1024, fonts: 64 };

/**
 * The fonts of a TrueType or OpenType file, or of a collection (ISO/IEC 14496-22, 4.5, 4.6); none for other or broken
 * files.
 */
export async function fontFaces(read: ReadAt): Promise<FontFace[]> {
  try {
    const faces: FontFace[] = [];
    for (const [index, offset] of (await fontOffsets(read)).entries()) {
      const face = await faceAt(read, offset, index);
      if (face !== null) faces.push(face);
    }
    return faces;
  } catch (error) {
    if (error instanceof RangeError) return []; // shorter than its own tables say
    throw error;
  }
}

async function fontOffsets(read: ReadAt): Promise<number[]> {
  const head = await read(0, 12);
  if (head.toString('latin1', 0, 4) !== 'ttcf') return [0];
  const count = Math.min(head.readUInt32BE(8), maxCount.fonts);
  const offsets = await read(12, count * 4);
  return Array.from({ length: count }, (_, index) => offsets.readUInt32BE(index * 4));
}

async function faceAt(read: ReadAt, offset: number, index: number): Promise<FontFace | null> {
  const count = (await read(offset, 12)).readUInt16BE(4);
  const tables = tablePlaces(await read(offset, 12 + count * 16), passOver);
  const name = tables.get('name');
  if (name === undefined) return null;
  const names = namesIn(await read(name.offset, Math.min(name.length, maxCount.table)));
  const families = [16, 1]
    .flatMap((id) => names.filter((one) => one.id === id))
    .sort((a, b) => Number(b.english) - Number(a.english) || b.id - a.id)
    .map(({ text }) => text);
  const english = (id: number) =>
    (names.find((one) => one.id === id && one.english) ?? names.find((one) => one.id === id))?.text;
  return {
    families: [...new Set(families)],
    style: english(17) ?? english(2) ?? 'Regular',
    postScriptName: english(6) ?? '',
    index,
    characters: async () => {
      const cmap = tables.get('cmap');
      return cmap === undefined ? [] : rangesIn(await read(cmap.offset, Math.min(cmap.length, maxCount.table)));
    },
  };
}

interface FontName {
  readonly id: number;
  readonly english: boolean;
  readonly text: string;
}

/** The names in Unicode of a `name` table (5.2.6): platform 3 (Windows) and 0. */
function namesIn(table: Buffer): FontName[] {
  const names: FontName[] = [];
  const strings = table.readUInt16BE(4);
  const end = 6 + table.readUInt16BE(2) * 12;
  for (let record = 6; record < end; record += 12) {
    const [platform, , language = 0, id = 0, length = 0, offset = 0] = [0, 2, 4, 6, 8, 10].map((at) =>
      table.readUInt16BE(record + at),
    );
    if (platform !== 3 && platform !== 0) continue;
    const utf16 = Buffer.from(table.subarray(strings + offset, strings + offset + (length & ~1)));
    names.push({ id, english: platform === 0 || (language & 0x3ff) === 9, text: utf16.swap16().toString('utf16le') });
  }
  return names;
}

/** Characters of a `cmap` table (5.2.1): of its subtables of format 12 and 4, several of which may be one. */
function rangesIn(table: Buffer): [number, number][] {
  const subtables = new Map(readCmaps(table, refuse).map((cmap) => [cmap.offset, cmap]));
  return [...subtables.values()]
    .filter(({ format }) => format === 4 || format === 12)
    .flatMap((cmap) => Array.from(cmap.runs(), ({ first, last }): [number, number] => [first, last]))
    .filter(([first, last]) => first <= last);
}
