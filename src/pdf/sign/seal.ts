import { createHash } from 'node:crypto';
import type { Hash } from '../cms/signature-algorithm.ts';
import { nodeHash } from '../cms/signature-algorithm.ts';

/** The place of the signature in a document that is prepared for it. */
export interface SealPlace {
  /** Offset of the signature dictionary, in bytes. */
  readonly object: number;
  /** Bytes that are reserved for the CMS signature. */
  readonly room: number;
}

/** How a document is sealed. */
export interface Seal {
  readonly place: SealPlace;
  readonly hash: Hash;
  /** Answers the CMS signature (DER) over a digest. */
  readonly sign: (digest: Buffer) => Buffer;
  /**
   * Writes further signed bytes once ByteRange is in place. Receives the offset and the length of Contents, with its
   * brackets.
   */
  readonly fill?: (contents: { start: number; length: number }) => void;
}

/**
 * Signs a document in place (ISO 32000-2, 12.8.1). ByteRange is written first and covers all bytes but Contents. The
 * digest over them is signed, and the signature is written into Contents in upper-case hex.
 * @throws Error where the signature dictionary is not at its place, or the signature exceeds the room
 */
export function seal(bytes: Buffer, { place: { object, room }, hash, sign, fill }: Seal): void {
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
