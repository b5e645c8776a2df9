import { createHash } from 'node:crypto';
import { rc4 } from './rc4.ts';

/** The padding of short passwords (ISO 32000-2, 7.6.4.3.2). */
const filling = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Entries of an encryption dictionary that revisions 2 to 4 derive their key from. */
export interface OldSecurity {
  readonly revision: number;
  /** Length of the file key in bytes. */
  readonly keyBytes: number;
  readonly owner: Buffer;
  readonly user: Buffer;
  readonly permissions: number;
  readonly encryptMetadata: boolean;
  readonly id: Buffer;
}

/**
 * The file key, if `password` (PDFDocEncoding) is the user's (ISO 32000-2, algorithm 6) or the owner's (algorithm 7);
 * else null.
 */
export function oldKey(password: Buffer, security: OldSecurity): { key: Buffer; as: 'user' | 'owner' } | null {
  const asOwner = userKey(userPassword(password, security), security);
  if (asOwner !== null) return { key: asOwner, as: 'owner' };
  const asUser = userKey(password, security);
  return asUser === null ? null : { key: asUser, as: 'user' };
}

/** ISO 32000-2, algorithms 2 and 6. */
function userKey(password: Buffer, security: OldSecurity): Buffer | null {
  const { revision, keyBytes, owner, user, permissions, encryptMetadata, id } = security;
  const p = Buffer.alloc(4);
  p.writeInt32LE(permissions | 0);
  const rest = revision >= 4 && !encryptMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  let hash = md5(filled(password), owner.subarray(0, 32), p, id, rest);
  if (revision >= 3) for (let round = 0; round < 50; round += 1) hash = md5(hash.subarray(0, keyBytes));
  const key = hash.subarray(0, keyBytes);
  if (revision === 2) return rc4(key, filling).equals(user.subarray(0, 32)) ? key : null;
  let check = rc4(key, md5(filling, id));
  for (let round = 1; round <= 19; round += 1) check = rc4(flipped(key, round), check);
  return check.equals(user.subarray(0, 16)) ? key : null;
}

/** Decrypts the user's password from `O` (ISO 32000-2, algorithm 7); right only if `password` is the owner's. */
function userPassword(password: Buffer, { revision, keyBytes, owner }: OldSecurity): Buffer {
  let hash = md5(filled(password));
  if (revision >= 3) for (let round = 0; round < 50; round += 1) hash = md5(hash);
  const key = hash.subarray(0, keyBytes);
  let plain: Buffer = owner.subarray(0, 32);
  if (revision === 2) return rc4(key, plain);
  for (let round = 19; round >= 0; round -= 1) plain = rc4(flipped(key, round), plain);
  return plain;
}

function filled(password: Buffer): Buffer {
  return Buffer.concat([password, filling]).subarray(0, 32);
}

function flipped(key: Buffer, round: number): Buffer {
  return Buffer.from(key.map((byte) => byte ^ round));
}

function md5(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
