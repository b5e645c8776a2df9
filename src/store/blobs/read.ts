import { createHash } from 'node:crypto';
import { open, utimes, type FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Blob } from '../store.ts';
import { unlessMissing } from './disk.ts';
import type { Layout } from './layout.ts';

const step = 1024 * 1024;
/** Milliseconds after which a blob that a sweep has wrongly suspected is back. */
const suspected = 200;

/** Reads a blob whole; rejects when it is missing, or is not what its digest says. */
export async function readBlob(layout: Layout, blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const file = await patiently(blob, () => open(layout.fileOf(blob), 'r'));
  try {
    return await readChecked(file, blob);
  } finally {
    await file.close();
  }
}

/** Lets a blob count as just written. */
export async function touchBlob(layout: Layout, blob: Blob): Promise<void> {
  const now = new Date();
  await patiently(blob, () => utimes(layout.fileOf(blob), now, now).then(() => true));
}

/**
 * A sweep takes a blob away for a moment before it looks at its age a second time: what is missing is looked for again.
 */
async function patiently<T>(blob: Blob, work: () => Promise<T>): Promise<T> {
  const found = await unlessMissing(work());
  if (found !== null) return found;
  await pause(suspected);
  const again = await unlessMissing(work());
  if (again === null) throw new Error(`Blob ${blob.sha256} is missing.`);
  return again;
}

async function readChecked(file: FileHandle, { sha256, size }: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const damaged = (how: string): Error => new Error(`Blob ${sha256} is damaged: ${how}.`);
  const found = (await file.stat()).size;
  if (found !== size) throw damaged(`it has ${found} bytes instead of ${size}`);
  const bytes = new Uint8Array(size);
  const hash = createHash('sha256');
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(bytes, done, Math.min(step, size - done), done);
    if (bytesRead === 0) throw damaged('it became shorter while it was read');
    hash.update(bytes.subarray(done, done + bytesRead));
    done += bytesRead;
  }
  if (hash.digest('hex') !== sha256) throw damaged('its digest is another');
  return bytes;
}
