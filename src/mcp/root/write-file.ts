import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { PathProblem } from './path-problem.ts';
import type { OpenedFolder, RootFolder } from './root-folder.ts';

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/** The files that this process has written, by their paths, as the system identifies them. */
export type OwnFiles = Map<string, string>;

/**
 * Writes a file of the root, whole or not at all. A file that is there already is replaced only if it is one of `own`
 * and nobody has changed it for another. Returns its path. Throws PathProblem.
 */
export async function writeFile(
  root: RootFolder,
  own: OwnFiles,
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
): Promise<string> {
  return inFolder(root, path, async (folder) => {
    await write(folder, own, bytes);
    return folder.path;
  });
}

/** Throws PathProblem where a file could not be written now. Its folder is made. */
export async function checkTarget(root: RootFolder, own: OwnFiles, path: string): Promise<void> {
  await inFolder(root, path, async (folder) => {
    await replaced(folder, own);
  });
}

async function inFolder<T>(root: RootFolder, path: string, work: (folder: OpenedFolder) => Promise<T>): Promise<T> {
  const folder = await root.openParent(path);
  try {
    return await work(folder);
  } catch (error) {
    if (error instanceof PathProblem) throw error;
    throw new PathProblem(reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? 'cannot be written');
  } finally {
    await folder.handle.close();
  }
}

/** True where a file of this session is at the place; false where nothing is. Throws PathProblem for anything else. */
async function replaced(folder: OpenedFolder, own: OwnFiles): Promise<boolean> {
  const found = await lstat(folder.inside(folder.name)).catch(() => null);
  if (found === null) return false;
  return own.get(folder.path) === identity(found) || taken({ code: 'EEXIST' });
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a disk that is read-only',
  ENOSPC: 'does not fit on the disk',
  ENAMETOOLONG: 'is too long',
};

async function write(folder: OpenedFolder, own: OwnFiles, bytes: Uint8Array): Promise<void> {
  const target = folder.inside(folder.name);
  const temporary = folder.inside(`.colophon-${randomUUID()}`);
  const handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
  try {
    await handle.writeFile(bytes);
    const written = identity(await handle.stat());
    if (await replaced(folder, own)) await rename(temporary, target);
    else await link(temporary, target).catch(taken);
    own.set(folder.path, written);
  } finally {
    await handle.close();
    await rm(temporary, { force: true });
  }
}

/** What is different in another file, and in this one after a change. */
function identity({ dev, ino, size, mtimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs].join(' ');
}

function taken(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  throw new PathProblem('exists already, and was not written by this session; choose another name');
}
