import { chmod, copyFile, link, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * Returns the folder from which browsers read the fonts of `path`. It is that folder itself where the user of the
 * browsers may read it. Otherwise it is `to`, which gets links to the files, or copies where links are refused (another
 * disk, files of another user).
 */
export async function placeFonts(path: string, to: string): Promise<string> {
  const from = resolve(path);
  const files = await filesBelow(from);
  if (process.getuid?.() !== 0 || (await isOpenToAll(from, files))) return from;
  for (const file of files) await placeFile(await realpath(file), join(to, file.slice(from.length)));
  return to;
}

async function placeFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const linked =
    (await allows(from, reading)) &&
    (await link(from, to).then(
      () => true,
      () => false,
    ));
  if (linked) return;
  await copyFile(from, to);
  await chmod(to, 0o644);
}

/** Bits of a file's mode, for users who are neither its owner nor of its group. */
const reading = 0o4;
const entering = 0o1;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

/** True where every user may read these files of a folder, and enter all folders that lead to them. */
export async function isOpenToAll(folder: string, files: readonly string[]): Promise<boolean> {
  const folders = new Set(files.map((file) => dirname(file)));
  for (let above = folder; ; above = dirname(above)) {
    folders.add(above);
    if (above === dirname(above)) break;
  }
  const checks = [...[...folders].map((one) => allows(one, entering)), ...files.map((file) => allows(file, reading))];
  return (await Promise.all(checks)).every(Boolean);
}

async function allows(path: string, bit: number): Promise<boolean> {
  return ((await stat(path)).mode & bit) !== 0;
}
