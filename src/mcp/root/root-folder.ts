import { constants } from 'node:fs';
import { open, lstat, mkdir, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { PathProblem } from './path-problem.ts';

const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW, O_DIRECTORY } = constants;

/** The folder whose files the calls of one person may read and write. Nothing outside of it is ever opened or made. */
export interface RootFolder {
  /** The path without symbolic links. */
  readonly path: string;
  /** Opens a regular file. Throws PathProblem. The caller closes it. */
  openFile(path: string): Promise<FileHandle>;
  /** Opens the folder of a file that is to be written, which is made where it is missing. Throws PathProblem. */
  openParent(path: string): Promise<OpenedFolder>;
}

/** A folder that is open, so that nobody can put another one in its place. */
export interface OpenedFolder {
  readonly handle: FileHandle;
  /** The path of a file in this folder, whatever has become of the folder's name. */
  inside(name: string): string;
  /** The name of the requested file. */
  readonly name: string;
  /** The path of that file without symbolic links. */
  readonly path: string;
}

/** Opens a root. Rejects where it is not a folder. */
export async function openRoot(folder: string): Promise<RootFolder> {
  const root = await realpath(folder);
  if (!(await lstat(root)).isDirectory()) throw new Error(`${folder} is not a folder.`);

  /** The path as the system names it, in the root; only its last parts may be missing. */
  function named(path: string): string {
    if (path === '' || path.includes('\0') || path.length > maxPathLength) throw new PathProblem('is not a path');
    const whole = resolve(root, path);
    if (!isWithin(root, whole)) throw new PathProblem('leads out of the root folder');
    return whole;
  }

  return {
    path: root,
    async openFile(path) {
      const real = await existing(named(path));
      if (!isWithin(root, real)) throw new PathProblem('leads out of the root folder');
      if (!(await lstat(real).catch(missing)).isFile()) throw new PathProblem('is not a regular file');
      const handle = await open(real, O_RDONLY | O_NONBLOCK | O_NOFOLLOW).catch(missing);
      return checked(handle, real, root, async () => (await handle.stat()).isFile());
    },
    async openParent(path) {
      const whole = named(path);
      if (whole === root || /[/\\]$/.test(path)) throw new PathProblem('is not the path of a file');
      const folder = await made(root, dirname(whole));
      const handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch(missing);
      await checked(handle, folder, root, async () => (await handle.stat()).isDirectory());
      const name = basename(whole);
      const at = await descriptorPath(handle);
      return { handle, name, path: join(folder, name), inside: (file) => join(at ?? folder, file) };
    },
  };
}

const maxPathLength = 4096;

/** True for the root itself and for what is in it. */
function isWithin(root: string, path: string): boolean {
  const from = relative(root, path);
  return from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}

/** The path without symbolic links of something that exists. */
function existing(path: string): Promise<string> {
  return realpath(path).catch(missing);
}

function missing(error: unknown): never {
  throw new PathProblem(codes[(error as NodeJS.ErrnoException).code ?? ''] ?? 'cannot be opened');
}

const codes: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be opened by this user',
  EPERM: 'may not be opened by this user',
  ELOOP: 'is a symbolic link in a circle, or was replaced by one',
  ENAMETOOLONG: 'is too long',
};

/** The folder at a path, without symbolic links; what is missing of it is made below the deepest part that exists. */
async function made(root: string, folder: string): Promise<string> {
  const rest: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    const real = await realpath(at).catch((error: unknown) =>
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : missing(error),
    );
    if (real === null && (await lstat(at).catch(() => null)) !== null)
      throw new PathProblem('leads through a symbolic link to nowhere');
    if (real === null) {
      rest.unshift(basename(at));
      continue;
    }
    if (!isWithin(root, real)) throw new PathProblem('leads out of the root folder');
    const whole = join(real, ...rest);
    if (rest.length > 0) await mkdir(whole, { recursive: true, mode: 0o755 }).catch(missing);
    return whole;
  }
}

/** The path by which Linux reaches an open file whatever its name has become; `null` on other systems. */
async function descriptorPath({ fd }: FileHandle): Promise<string | null> {
  const path = `/proc/self/fd/${fd}`;
  return readlink(path).then(
    () => path,
    () => null,
  );
}

/**
 * The handle, once it is sure what it has opened: between a check of a name and its opening, a part of the path may
 * have been replaced by a symbolic link. Linux names what is open; elsewhere the name is resolved once more.
 */
async function checked(
  handle: FileHandle,
  path: string,
  root: string,
  isExpected: () => Promise<boolean>,
): Promise<FileHandle> {
  try {
    const link = await descriptorPath(handle);
    const opened = await (link === null ? realpath(path) : readlink(link)).catch(missing);
    if (!isWithin(root, opened)) throw new PathProblem('leads out of the root folder');
    if (!(await isExpected())) throw new PathProblem('is not a regular file');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
