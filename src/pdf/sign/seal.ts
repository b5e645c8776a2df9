import { createHash } from 'node:crypto';
import type { Hash } from '../cms/signature-algorithm.ts';
import { nodeHash } from '../cms/signature-algorithm.ts';

/** Where the signature of a document that is all but signed goes. Offsets in its bytes. */
export interface SealPlace {
  /** Of the object that is the signature dictionary. */
  readonly object: number;
  /** Bytes that were left for the CMS. */
  readonly room: number;
}

/**
 * Signs the bytes of a document in place: says in ByteRange what is covered, which is all but Contents, and puts what
 * `sign` makes of the digest of that into Contents (ISO 32000-2, 12.8.1). `fill` may write what else is to be signed
 * once ByteRange is there; it is told where Contents is.
 */
export function seal(
  bytes: Buffer,
  { object, room }: SealPlace,
  hash: Hash,
  sign: (digest: Buffer) => Buffer,
  fill?: (contents: { start: number; length: number }) => void,
): void {
  const range = bytes.indexOf('/ByteRange[', object) + '/ByteRange'.length;
  const close = bytes.indexOf(']', range);
  const start = bytes.indexOf('/Contents<', range) + '/Contents'.length;
  const end = start + room * 2 + 2;
  if (range < object || start < range || bytes[end - 1] !== 0x3e)
    throw new Error('the signature dictionary is not where it was written');
  bytes.write(`[0 ${start} ${end} ${bytes.length - end}`.padEnd(close - range), range, 'latin1');
  fill?.({ start, length: end - start });
  const digest = createHash(nodeHash[hash]).update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest();
  const cms = sign(digest);
  if (cms.length > room) throw new Error(`the signature takes ${cms.length} bytes of ${room}`);
  bytes.write(cms.toString('hex').toUpperCase(), start + 1, 'latin1');
}
