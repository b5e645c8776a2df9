import { join } from 'node:path';
import { invalidRequest } from '../../input/input.ts';
import { PathProblem } from './path-problem.ts';
import type { RootFolder } from './root-folder.ts';
import { checkTarget, writeFile, type OwnFiles } from './write-file.ts';

/** The files that the calls of one connection write. */
export interface Files {
  /** Throws AppError `invalid-request` where a file, or files in a folder, cannot be written. */
  check(path: string, isFolder: boolean): Promise<void>;
  /** Writes a file; returns its path. Throws AppError `invalid-request`. */
  save(path: string, bytes: Uint8Array): Promise<string>;
}

/** The files of a root. */
export function createFiles(root: RootFolder): Files {
  const own: OwnFiles = new Map();
  const saving = <T>(path: string, work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (!(error instanceof PathProblem)) throw error;
      const message = `\`saveTo\` ${error.message}: ${path.slice(0, 200)}`;
      throw invalidRequest([{ pointer: '/saveTo', message }]);
    });
  return {
    check: (path, isFolder) => saving(path, checkTarget(root, own, isFolder ? join(path, '.colophon') : path)),
    save: (path, bytes) => saving(path, writeFile(root, own, { path, bytes })),
  };
}
