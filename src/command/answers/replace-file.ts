import { randomUUID } from 'node:crypto';
import { constants, renameSync, rmSync } from 'node:fs';
import { access, chmod, mkdir, open, realpath, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../exit-codes.ts';
import { reasonOf } from '../arguments/read-files.ts';

/** The bytes of a file, whole or in pieces. */
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

/** Temporary files of this process, which it removes when it ends in any way but a kill. */
const temporary = new Set<string>();

process.on('exit', () => {
  for (const path of temporary) rmSync(path, { force: true });
});

/** Throws UsageError where no file can be made at a path, before there is any work for it. */
export async function checkTarget(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) throw new UsageError(`'${path}' is a folder; \`-o\` names a file here.`);
  if (found === null || found.isFile()) await checkFolder(dirname(resolve(path)), path);
}

/** Throws UsageError where the folder is missing or takes no files. */
async function checkFolder(folder: string, path: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true)
    throw new UsageError(`'${path}' cannot be written: there is no folder '${dirname(path)}'.`);
  await access(folder, constants.W_OK).catch(() => {
    throw new UsageError(`'${path}' cannot be written: its folder takes no files.`);
  });
}

/**
 * Writes a file beside its place, and then puts it there in one step: a reader sees the old file or the new one, and
 * nothing is left where writing fails. A device or a pipe is written as it is.
 */
export async function replaceFile(path: string, bytes: Bytes): Promise<void> {
  const target = await realpath(path).catch(() => resolve(path));
  const found = await stat(target).catch(() => null);
  if (found !== null && !found.isFile()) {
    await write(target, 'w', bytes);
    return;
  }
  const beside = await writeBeside(target, bytes, found?.mode);
  putInPlace([{ beside, target }]);
}

/** Writes files into a folder, which is made where it is missing. All of them get their places at the end. */
export async function replaceFiles(
  folder: string,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  const written: Written[] = [];
  try {
    for (const { name, bytes } of files) {
      const target = join(resolve(folder), name);
      written.push({ beside: await writeBeside(target, bytes, undefined), target });
    }
    putInPlace(written);
  } catch (error) {
    for (const { beside } of written) discard(beside);
    if (made !== undefined) await rmdir(folder).catch(() => undefined);
    throw error;
  }
}

interface Written {
  readonly beside: string;
  readonly target: string;
}

/** All at once: no signal is handled in between. */
function putInPlace(written: readonly Written[]): void {
  for (const { beside, target } of written) {
    renameSync(beside, target);
    temporary.delete(beside);
  }
}

async function writeBeside(target: string, bytes: Bytes, mode: number | undefined): Promise<string> {
  const beside = join(dirname(target), `.${basename(target).slice(0, 40)}.${randomUUID()}`);
  temporary.add(beside);
  try {
    await write(beside, 'wx', bytes);
    if (mode !== undefined) await chmod(beside, mode & 0o7777);
    return beside;
  } catch (error) {
    discard(beside);
    throw error;
  }
}

function discard(path: string): void {
  rmSync(path, { force: true });
  temporary.delete(path);
}

async function write(path: string, flags: string, bytes: Bytes): Promise<void> {
  const file = await open(path, flags).catch((error: unknown) => {
    throw new UsageError(`'${path}' cannot be written: ${reasonOf(error)}.`);
  });
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}
