import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blob } from '../facets/blobs.ts';
import { flushFolder } from './disk.ts';
import type { Layout } from './layout.ts';

/** Bytes that are hashed and written at a time, so that other requests run in between. */
const step = 1024 * 1024;

/**
 * Writes a blob to a temporary file, flushes it, renames it to its digest and flushes the folder. An equal blob is
 * written again, which resets its age. `durableFolders` are the folders whose own names are durable already.
 */
export async function putBlob(
  layout: Layout,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  durableFolders: Set<string>,
): Promise<Blob> {
  const path = join(layout.aside, randomUUID());
  try {
    const blob = await writeFlushed(path, content);
    const folder = layout.folderOf(blob.sha256);
    if (!durableFolders.has(folder)) await makeDurableFolder(layout.root, folder);
    durableFolders.add(folder);
    await rename(path, layout.fileOf(blob));
    await flushFolder(folder);
    return blob;
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined); // the sweep removes it
    throw error;
  }
}

async function makeDurableFolder(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await flushFolder(root);
}

async function writeFlushed(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Blob> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces(content)) {
      hash.update(piece);
      size += piece.byteLength;
      await file.writeFile(piece); // writes all of it at the current position
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}

async function* pieces(content: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  if (!(content instanceof Uint8Array)) {
    for await (const chunk of content) yield* pieces(chunk);
    return;
  }
  for (let start = 0; start < content.byteLength; start += step) yield content.subarray(start, start + step);
}
