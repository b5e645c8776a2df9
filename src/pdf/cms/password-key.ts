import { createHash } from 'node:crypto';

/**
 * Rounds of a key derivation. OpenSSL uses 2,048, and the most careful writers a million; more would only occupy a
 * thread.
 */
export const maxRounds = 5_000_000;

/** Purposes of a derived key in PKCS#12 (RFC 7292, appendix B.3). */
export const purposes = { key: 1, iv: 2, mac: 3 } as const;

/** Parameters of a key derivation. */
export interface Derivation {
  readonly hash: string;
  readonly salt: Buffer;
  readonly rounds: number;
}

/** Derives a key from a password by PKCS#12 (RFC 7292, appendix B.2). `password` is a BMPString, see `bmpPassword`. */
export function pkcs12Key(
  password: Buffer,
  purpose: number,
  bytes: number,
  { hash, salt, rounds }: Derivation,
): Buffer {
  const block = hash === 'sha384' || hash === 'sha512' ? 128 : 64;
  const start = Buffer.alloc(block, purpose);
  const input = Buffer.concat([repeated(salt, block), repeated(password, block)]);
  const key: Buffer[] = [];
  for (let length = 0; length < bytes;) {
    let digest = createHash(hash).update(start).update(input).digest();
    for (let round = 1; round < rounds; round += 1) digest = createHash(hash).update(digest).digest();
    key.push(digest);
    length += digest.length;
    if (length < bytes) addToBlocks(input, repeated(digest, block).subarray(0, block), block);
  }
  return Buffer.concat(key).subarray(0, bytes);
}

/** Repeats bytes up to whole blocks. */
function repeated(bytes: Buffer, block: number): Buffer {
  const length = block * Math.ceil(bytes.length / block);
  return Buffer.alloc(length, bytes.length === 0 ? 0 : bytes);
}

/** Adds `addend` and 1 to each block of `input`, as numbers. */
function addToBlocks(input: Buffer, addend: Buffer, block: number): void {
  for (let from = 0; from < input.length; from += block) {
    let carry = 1;
    for (let at = block - 1; at >= 0; at -= 1) {
      const sum = (input[from + at] ?? 0) + (addend[at] ?? 0) + carry;
      input[from + at] = sum & 0xff;
      carry = sum >> 8;
    }
  }
}

/** A passphrase in UTF-16BE with a null terminator (RFC 7292, appendix B.1). */
export function bmpPassword(passphrase: string): Buffer {
  return Buffer.concat([Buffer.from(passphrase, 'utf16le').swap16(), Buffer.alloc(2)]);
}

/** Derives a key and an initialization vector from a password by PKCS#5 version 1 (RFC 8018, 5.1): 16 bytes. */
export function pkcs5Key(password: Buffer, { hash, salt, rounds }: Derivation): Buffer {
  let digest = createHash(hash).update(password).update(salt).digest();
  for (let round = 1; round < rounds; round += 1) digest = createHash(hash).update(digest).digest();
  return digest.subarray(0, 16);
}
