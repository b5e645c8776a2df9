import { open } from 'node:fs/promises';
import { AppError } from '../../problems.ts';

/** What a disk says that has no room left, or can not be reached (errno(3)). */
const unwilling: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ESTALE', 'EMFILE', 'ENFILE']);

/** AppError `not-ready` where the disk has no room left or can't be reached, else the error as it is. */
export function diskProblem(error: unknown): unknown {
  const code = codeOf(error);
  if (code === null || !unwilling.has(code)) return error;
  return new AppError(
    'not-ready',
    `The service can not store anything at the moment (${code}). Nothing was kept of this request; send it again.`,
    { cause: error },
  );
}

/** The `code` of an error of the system; `null` = it has none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Makes durable which names a folder has. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** `null` instead of the rejection for a file that is not there. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
