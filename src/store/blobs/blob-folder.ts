import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Blob, BlobStore } from '../facets/blobs.ts';
import { diskProblem, flushFolder } from './disk.ts';
import { layoutOf } from './layout.ts';
import { putBlob } from './put.ts';
import { openBlob, readBlob, touchBlob } from './read.ts';
import { sweepBlobs, type Named } from './sweep.ts';

/**
 * Blobs as files in a folder that all processes and nodes share. Every call rejects with AppError `not-ready` when the
 * disk is full or can't be reached.
 */
export interface BlobFolder extends BlobStore {
  /** Protects existing blobs from the sweep until a row that names them is committed. Rejects when one is missing. */
  hold(blobs: readonly Blob[]): Promise<void>;
  /**
   * Removes the blobs that no row names and that were neither written nor held within the grace, and the unfinished
   * files of killed processes. Resolves with the number of removed blobs.
   */
  sweep(named: Named, now: number): Promise<number>;
  /** Resolves when the folder can be written to. */
  check(): Promise<void>;
}

/**
 * Milliseconds that may pass between the writing (or `hold`) of a blob and the commit of the row that names it: several
 * statements of 30 s each.
 */
const defaultGraceMs = 300_000;

/** Opens a folder of blobs, and makes it if it does not exist. Throws the error of the system. */
export function openBlobFolder(path: string, { grace = defaultGraceMs }: { readonly grace?: number } = {}): BlobFolder {
  const layout = layoutOf(path);
  for (const folder of [layout.aside, layout.trash]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const durableFolders = new Set<string>();

  /** Before anything in the folder can be durable, its own name must be. */
  async function put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Blob> {
    if (!durableFolders.has(path)) await flushFolder(dirname(path));
    durableFolders.add(path);
    return putBlob(layout, content, durableFolders);
  }

  return {
    put: (content) => withDiskProblem(put(content)),
    read: (blob) => withDiskProblem(readBlob(layout, blob)),
    open: (blob) => withDiskProblem(openBlob(layout, blob)),
    hold: (blobs) => withDiskProblem(Promise.all(blobs.map((blob) => touchBlob(layout, blob))).then(() => undefined)),
    sweep: (named, now) => withDiskProblem(sweepBlobs(layout, { named, before: now - grace })),
    check: () => withDiskProblem(probe(layout.aside)),
  };
}

/** Writes a file of one block and removes it. */
async function probe(folder: string): Promise<void> {
  const file = join(folder, `probe-${randomUUID()}`);
  try {
    await writeFile(file, new Uint8Array(4096), { mode: 0o600, flush: true });
  } finally {
    await rm(file, { force: true });
  }
}

async function withDiskProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw diskProblem(error);
  }
}
