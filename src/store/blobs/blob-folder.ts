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
 * Blobs as files, in a folder that all processes and nodes share. Every call rejects with AppError `not-ready` when the
 * disk is full or can't be reached.
 */
export interface BlobFolder extends BlobStore {
  /**
   * To be called before a row is committed that names blobs which were not just put: lets none of them be swept
   * meanwhile; rejects when one is missing.
   */
  hold(blobs: readonly Blob[]): Promise<void>;
  /**
   * Removes what no row names and nobody has put or held within the grace, and what killed processes left half written;
   * answers how many blobs.
   */
  sweep(named: Named, now: number): Promise<number>;
  /** Resolves when it can be written to. */
  check(): Promise<void>;
}

/**
 * Milliseconds between a blob's writing (or `hold`) and the commit of the row that names it, at the most: several
 * statements of 30 s each.
 */
const usualGrace = 300_000;

/** Opens a folder of blobs, which is made if need be. Throws what the system says where that fails. */
export function openBlobFolder(path: string, { grace = usualGrace }: { readonly grace?: number } = {}): BlobFolder {
  const layout = layoutOf(path);
  for (const folder of [layout.aside, layout.trash]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const settled = new Set<string>();

  /** The folder's own name has to be durable before what is in it can be. */
  async function put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Blob> {
    if (!settled.has(path)) await flushFolder(dirname(path));
    settled.add(path);
    return putBlob(layout, content, settled);
  }

  return {
    put: (content) => willing(put(content)),
    read: (blob) => willing(readBlob(layout, blob)),
    open: (blob) => willing(openBlob(layout, blob)),
    hold: (blobs) => willing(Promise.all(blobs.map((blob) => touchBlob(layout, blob))).then(() => undefined)),
    sweep: (named, now) => willing(sweepBlobs(layout, { named, before: now - grace })),
    check: () => willing(probe(layout.aside)),
  };
}

/** Writes a file of one block, and removes it. */
async function probe(folder: string): Promise<void> {
  const file = join(folder, `probe-${randomUUID()}`);
  try {
    await writeFile(file, new Uint8Array(4096), { mode: 0o600, flush: true });
  } finally {
    await rm(file, { force: true });
  }
}

async function willing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw diskProblem(error);
  }
}
