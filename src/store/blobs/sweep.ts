import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder, unlessMissing } from './disk.ts';
import { isDigest, type Layout } from './layout.ts';

/** Returns those of the digests that a row names. */
export type Named = (digests: readonly string[]) => Promise<ReadonlySet<string>>;

interface Sweep {
  readonly named: Named;
  /** Milliseconds since the epoch. Later files stay. */
  readonly before: number;
}

/**
 * Removes old blobs that no row names; resolves with their number. A process that is about to name a blob has just
 * written or touched it, so an old blob without a row is not needed. Each blob is renamed away, and then its age is
 * checked again; one that was touched meanwhile is put back.
 */
export async function sweepBlobs(layout: Layout, sweep: Sweep): Promise<number> {
  await removeHalfWritten(layout.aside, sweep.before);
  await emptyTrash(layout, sweep);
  let removed = 0;
  for (const prefix of await readdir(layout.root)) {
    if (/^[0-9a-f]{2}$/.test(prefix)) removed += await sweepFolder(layout, join(layout.root, prefix), sweep);
  }
  return removed;
}

/** Removes the unfinished files of processes that were killed while they wrote. */
async function removeHalfWritten(aside: string, before: number): Promise<void> {
  for (const name of await readdir(aside)) {
    const path = join(aside, name);
    if (await isOld(path, before)) await rm(path, { force: true });
  }
}

/** Finishes a sweep that was killed. A blob that a row names goes back to its place. */
async function emptyTrash(layout: Layout, sweep: Sweep): Promise<void> {
  const names = (await readdir(layout.trash)).filter((name) => isDigest(digestOf(name)));
  const named = names.length > 0 ? await sweep.named(names.map(digestOf)) : new Set<string>();
  for (const name of names) await discard(layout, name, named.has(digestOf(name)), sweep.before);
}

async function sweepFolder(layout: Layout, folder: string, { named, before }: Sweep): Promise<number> {
  const digests = (await readdir(folder)).filter(isDigest);
  const inUse = digests.length > 0 ? await named(digests) : new Set<string>();
  let removed = 0;
  for (const digest of digests) {
    if (inUse.has(digest) || !(await isOld(join(folder, digest), before))) continue;
    const name = `${digest}.${randomUUID()}`;
    const taken = await unlessMissing(rename(join(folder, digest), join(layout.trash, name)).then(() => true));
    if (taken && (await discard(layout, name, false, before))) removed += 1;
  }
  return removed;
}

/** Removes a file from the trash, or puts it back when it is needed or was touched; `true` = it is removed. */
async function discard(layout: Layout, name: string, wanted: boolean, before: number): Promise<boolean> {
  const path = join(layout.trash, name);
  const old = await isOld(path, before);
  if (old && !wanted) {
    await rm(path, { force: true });
    return true;
  }
  const digest = digestOf(name);
  const now = new Date(); // a blob that was just written may have this name; the age of the replacement must be as low
  await unlessMissing(utimes(path, now, now).then(() => rename(path, layout.fileOf({ sha256: digest }))));
  await flushFolder(layout.folderOf(digest));
  return false;
}

/** True for a file that has not been touched since `before`; false when it is missing. */
async function isOld(path: string, before: number): Promise<boolean> {
  const found = await unlessMissing(stat(path));
  return found !== null && found.mtimeMs <= before;
}

function digestOf(trashed: string): string {
  return trashed.slice(0, 64);
}
