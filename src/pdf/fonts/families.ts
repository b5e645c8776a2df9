import { open, readdir, type FileHandle } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** The font families in these folders (and those below them), each once, by name. Files that are no fonts are passed over. */
export async function fontFamilies(folders: readonly (string | null)[]): Promise<{ name: string }[]> {
  const names = new Set<string>();
  for (const folder of folders) {
    if (folder === null) continue;
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!['.ttf', '.otf'].includes(extname(entry.name).toLowerCase())) continue;
      const name = await familyOf(join(entry.parentPath, entry.name));
      if (name !== null) names.add(name);
    }
  }
  return [...names].sort((a, b) => a.localeCompare(b)).map((name) => ({ name }));
}

/** The family of a font file: name 16, else 1, of its `name` table (ISO/IEC 14496-22, 5.2.6). */
async function familyOf(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const head = await read(file, 0, 12);
    const directory = await read(file, 12, head.readUInt16BE(4) * 16);
    for (let at = 0; at + 16 <= directory.length; at += 16) {
      if (directory.toString('latin1', at, at + 4) !== 'name') continue;
      return familyIn(await read(file, directory.readUInt32BE(at + 8), Math.min(directory.readUInt32BE(at + 12), 65_536)));
    }
    return null;
  } catch (error) {
    if (error instanceof RangeError) return null; // shorter than its own tables say: no font
    throw error;
  } finally {
    await file.close();
  }
}

function familyIn(table: Buffer): string | null {
  const strings = table.readUInt16BE(4);
  let best: { id: number; name: string } | null = null;
  for (let record = 6; record < 6 + table.readUInt16BE(2) * 12; record += 12) {
    const [platform, , , id = 0, length = 0, offset = 0] = [0, 2, 4, 6, 8, 10].map((at) => table.readUInt16BE(record + at));
    if (platform !== 3 || (id !== 1 && id !== 16) || (best !== null && best.id >= id)) continue;
    const utf16 = Buffer.from(table.subarray(strings + offset, strings + offset + length));
    best = { id, name: utf16.swap16().toString('utf16le') };
  }
  return best?.name ?? null;
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
