import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blob } from '../facets/blobs.ts';
import { flushFolder } from './disk.ts';
import type { Layout } from './layout.ts';

/** Bytes that are hashed and written at a time: other requests have their turn in between. */
const step = 1024 * 1024;

/**
 * Writes a blob: aside, flushed, renamed to its digest, the folder flushed. The file is new also where there is an
 * equal one, so that its age counts from now. `settled` are the folders whose own names are durable already.
 */
export async function putBlob(
  layout: Layout,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  settled: Set<string>,
): Promise<Blob> {
  const path = join(layout.aside, randomUUID());
  try {
    const blob = await writeFlushed(path, content);
    const folder = layout.folderOf(blob.sha256);
    if (!settled.has(folder)) await settle(layout.root, folder);
    settled.add(folder);
    await rename(path, layout.fileOf(blob));
    await flushFolder(folder);
    return blob;
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined); // the sweep takes it
    throw error;
  }
}

async function settle(root: string, folder: string): Promise<void> {
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
      await file.writeFile(piece); // at the current position, whole
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
