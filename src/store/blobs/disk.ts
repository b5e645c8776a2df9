import { open } from 'node:fs/promises';
import { AppError } from '../../problems.ts';

/** Error codes of a disk that is full or can't be reached (errno(3)). */
const fullOrUnreachable: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'ESTALE',
  'EMFILE',
  'ENFILE',
]);

/** Converts the error of a full or unreachable disk into AppError `not-ready`; returns other errors unchanged. */
export function diskProblem(error: unknown): unknown {
  const code = codeOf(error);
  if (code === null || !fullOrUnreachable.has(code)) return error;
  return new AppError(
    'not-ready',
    `The service can not store anything at the moment (${code}). Nothing of this request was stored; send it again.`,
    { cause: error },
  );
}

/** The error code of the system; `null` = the error has none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Flushes a folder, so that the names in it are durable. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Resolves with `null` when the file does not exist. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
