import { createHash } from 'node:crypto';
import { open, utimes, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Blob } from '../facets/blobs.ts';
import { unlessMissing } from './disk.ts';
import type { Layout } from './layout.ts';

const step = 1024 * 1024;
/** Bytes that the check of a stream holds. */
const pieceBytes = 128 * 1024;
/** Milliseconds after which a blob is back that a sweep took away by mistake. */
const sweepPauseMs = 200;

/** Reads a whole blob. Rejects when it is missing or does not match its digest. */
export async function readBlob(layout: Layout, blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const file = await withRetry(blob, () => open(layout.fileOf(blob), 'r'));
  try {
    const bytes = new Uint8Array(blob.size);
    await check(file, blob, (done) => bytes.subarray(done, Math.min(done + step, blob.size)));
    return bytes;
  } finally {
    await file.close();
  }
}

/** Opens a blob as a stream. The file is read once before, to check the digest. */
export async function openBlob(layout: Layout, blob: Blob): Promise<Readable> {
  const file = await withRetry(blob, () => open(layout.fileOf(blob), 'r'));
  try {
    const piece = new Uint8Array(Math.min(pieceBytes, blob.size));
    await check(file, blob, (done) => piece.subarray(0, Math.min(pieceBytes, blob.size - done)));
    return file.createReadStream({ start: 0, end: Math.max(0, blob.size - 1) });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Sets the age of a blob to zero. */
export async function touchBlob(layout: Layout, blob: Blob): Promise<void> {
  const now = new Date();
  await withRetry(blob, () => utimes(layout.fileOf(blob), now, now).then(() => true));
}

/**
 * Repeats `work` after a pause when the blob is missing, because a sweep takes a blob away for a moment before it
 * checks the age again.
 */
async function withRetry<T>(blob: Blob, work: () => Promise<T>): Promise<T> {
  const found = await unlessMissing(work());
  if (found !== null) return found;
  await pause(sweepPauseMs);
  const again = await unlessMissing(work());
  if (again === null) throw new Error(`Blob ${blob.sha256} is missing.`);
  return again;
}

/** Reads a file into the memory that `target` returns for each offset, and compares the digest. */
async function check(file: FileHandle, { sha256, size }: Blob, target: (offset: number) => Uint8Array): Promise<void> {
  const damaged = (how: string): Error => new Error(`Blob ${sha256} is damaged: ${how}.`);
  const found = (await file.stat()).size;
  if (found !== size) throw damaged(`it has ${found} bytes instead of ${size}`);
  const hash = createHash('sha256');
  for (let done = 0; done < size;) {
    const piece = target(done);
    const { bytesRead } = await file.read(piece, 0, piece.byteLength, done);
    if (bytesRead === 0) throw damaged('it became shorter while it was read');
    hash.update(piece.subarray(0, bytesRead));
    done += bytesRead;
  }
  if (hash.digest('hex') !== sha256) throw damaged('its digest is another');
}
