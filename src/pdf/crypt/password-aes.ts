import { createHash, randomBytes } from 'node:crypto';
import { aesDecryptBlocks, aesEncryptBlocks } from './aes.ts';

/** Entries of an encryption dictionary that hold the key in revisions 5 and 6. */
export interface NewSecurity {
  readonly revision: number;
  readonly owner: Buffer;
  readonly ownerKey: Buffer;
  readonly user: Buffer;
  readonly userKey: Buffer;
}

const zeroIv = Buffer.alloc(16);

/** The file key, if `password` (UTF-8) is the user's or the owner's (ISO 32000-2, algorithm 2.A); else null. */
export function newKey(password: Buffer, security: NewSecurity): { key: Buffer; as: 'user' | 'owner' } | null {
  const { revision, owner, ownerKey, user, userKey } = security;
  const secret = password.subarray(0, 127);
  const full = user.subarray(0, 48);
  const hash = (salted: Buffer, extra: Buffer) =>
    revision === 5 ? sha256(Buffer.concat([secret, salted, extra])) : hardened(secret, salted, extra);
  if (hash(owner.subarray(32, 40), full).equals(owner.subarray(0, 32))) {
    return { key: aesDecryptBlocks(hash(owner.subarray(40, 48), full), zeroIv, ownerKey.subarray(0, 32)), as: 'owner' };
  }
  const none = Buffer.alloc(0);
  if (hash(user.subarray(32, 40), none).equals(user.subarray(0, 32))) {
    return { key: aesDecryptBlocks(hash(user.subarray(40, 48), none), zeroIv, userKey.subarray(0, 32)), as: 'user' };
  }
  return null;
}

/** ISO 32000-2, algorithm 2.B. */
function hardened(password: Buffer, salt: Buffer, extra: Buffer): Buffer {
  let key = sha256(Buffer.concat([password, salt, extra]));
  for (let round = 1; ; round += 1) {
    const once = Buffer.concat([password, key, extra]);
    const repeated = Buffer.concat(new Array<Buffer>(64).fill(once));
    const encrypted = aesEncryptBlocks(key.subarray(0, 16), key.subarray(16, 32), repeated);
    // 256 is 1 modulo 3, so the sum of the bytes has the same remainder as the number.
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256')
      .update(encrypted)
      .digest();
    if (round >= 64 && (encrypted[encrypted.length - 1] ?? 0) <= round - 32) return key.subarray(0, 32);
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** The passwords of a new encryption. */
export interface NewPasswords {
  readonly user: Buffer;
  readonly owner: Buffer;
  readonly permissions: number;
  readonly encryptMetadata: boolean;
}

/** The entries for a new file key (revision 6; ISO 32000-2, algorithms 8, 9 and 10). */
export function newSecurity(passwords: NewPasswords): { key: Buffer; security: NewSecurity; perms: Buffer } {
  const key = randomBytes(32);
  const [user, userKey] = sealed(passwords.user.subarray(0, 127), key, Buffer.alloc(0));
  const [owner, ownerKey] = sealed(passwords.owner.subarray(0, 127), key, user);
  const perms = Buffer.concat([
    Buffer.alloc(4),
    Buffer.alloc(4, 0xff),
    Buffer.from(`${passwords.encryptMetadata ? 'T' : 'F'}adb`),
    randomBytes(4),
  ]);
  perms.writeInt32LE(passwords.permissions, 0);
  return {
    key,
    security: { revision: 6, owner, ownerKey, user, userKey },
    perms: aesEncryptBlocks(key, Buffer.alloc(16), perms),
  };
}

function sealed(password: Buffer, key: Buffer, extra: Buffer): [hash: Buffer, sealedKey: Buffer] {
  const salts = randomBytes(16);
  const hash = hardened(password, salts.subarray(0, 8), extra);
  return [Buffer.concat([hash, salts]), aesEncryptBlocks(hardened(password, salts.subarray(8), extra), zeroIv, key)];
}
