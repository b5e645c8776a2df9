import { markArtifacts } from './artifacts/mark-artifacts.ts';
import { dropUnsafeLinks } from './link-actions.ts';
import { PrintedObjects } from './model/printed-objects.ts';
import type { PrintedFile } from './printed.ts';

/**
 * New bodies, by object number, for objects that every result must change: artifacts are marked, and unsafe links lose
 * their actions.
 */
export function mendPrinted(file: PrintedFile): ReadonlyMap<number, Buffer> {
  const mended = new Map(markArtifacts(file));
  if (!file.bytes.includes('/URI')) return mended;
  const objects = new PrintedObjects(file, mended);
  for (const { number, start, end, stream } of file.objects) {
    if (stream || !file.bytes.subarray(start, end).includes('/URI')) continue;
    const body = objects.head(number);
    const [[, safe] = [number, body]] = dropUnsafeLinks([[number, body]]);
    if (safe !== body) mended.set(number, Buffer.from(safe, 'latin1'));
  }
  return mended;
}
