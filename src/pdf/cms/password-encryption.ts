import { createDecipheriv, pbkdf2Sync, scryptSync } from 'node:crypto';
import { inside, numberOf, octetsOf, oidOf, type Asn1 } from './asn1.ts';
import { bmpPassword, maxRounds, pkcs12Key, pkcs5Key, purposes, type Derivation } from './password-key.ts';
import { rc2Decrypt } from './rc2.ts';

/**
 * Thrown where a passphrase does not decrypt the data: it is wrong, or the data are damaged, which can not be
 * distinguished.
 */
export class WrongPassphrase extends Error {}

/**
 * Decrypts data by the AlgorithmIdentifier of a password-based scheme: PBES2 (RFC 8018, 6.2), as OpenSSL 3 writes it,
 * and the older schemes of PKCS#12 (RFC 7292, appendix C) and PKCS#5, as OpenSSL 1 wrote.
 * @throws WrongPassphrase; Error for an unknown scheme
 */
export function decryptWithPassphrase(algorithm: Asn1 | undefined, passphrase: string, bytes: Buffer): Buffer {
  const [scheme, parameters] = inside(algorithm);
  const id = oidOf(scheme);
  if (id === '1.2.840.113549.1.5.13') return pbes2(parameters, passphrase, bytes);
  const old = pkcs12Schemes[id];
  if (old !== undefined) return pkcs12(old, parameters, passphrase, bytes);
  const hash = pkcs5Schemes[id];
  if (hash === undefined) throw new Error(`encrypted in a way that is not known (${id})`);
  const both = pkcs5Key(Buffer.from(passphrase, 'utf8'), derivation(parameters, hash));
  return decipher(des(both.subarray(0, 8)), both.subarray(8, 16), bytes);
}

interface Cipher {
  readonly name: string;
  readonly key: Buffer;
}

function decipher({ name, key }: Cipher, iv: Buffer, bytes: Buffer): Buffer {
  try {
    const opened = createDecipheriv(name, key, iv);
    return Buffer.concat([opened.update(bytes), opened.final()]);
  } catch (cause) {
    throw new WrongPassphrase('the padding is wrong', { cause });
  }
}

/** DES as triple DES with the same key three times. */
const des = (key: Buffer): Cipher => ({ name: 'des-ede3-cbc', key: Buffer.concat([key, key, key]) });

/** Schemes of RFC 8018, appendix A.3: MD5 or SHA-1 with DES. */
const pkcs5Schemes: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.5.3': 'md5',
  '1.2.840.113549.1.5.10': 'sha1',
};

/** Schemes of RFC 7292, appendix C, without RC4: key length in bytes, and cipher. */
const pkcs12Schemes: Readonly<Record<string, readonly [bytes: number, cipher: 'rc2' | '3des']>> = {
  '1.2.840.113549.1.12.1.3': [24, '3des'],
  '1.2.840.113549.1.12.1.4': [16, '3des'],
  '1.2.840.113549.1.12.1.5': [16, 'rc2'],
  '1.2.840.113549.1.12.1.6': [5, 'rc2'],
};

function pkcs12(
  [length, cipher]: readonly [number, 'rc2' | '3des'],
  parameters: Asn1 | undefined,
  passphrase: string,
  bytes: Buffer,
): Buffer {
  const how = derivation(parameters, 'sha1');
  const password = bmpPassword(passphrase);
  const key = pkcs12Key(password, purposes.key, length, how);
  const iv = pkcs12Key(password, purposes.iv, 8, how);
  if (cipher === '3des')
    return decipher(
      { name: 'des-ede3-cbc', key: length === 24 ? key : Buffer.concat([key, key.subarray(0, 8)]) },
      iv,
      bytes,
    );
  const plain = rc2Decrypt(key, iv, bytes);
  if (plain === null) throw new WrongPassphrase('the padding is wrong');
  return plain;
}

function derivation(parameters: Asn1 | undefined, hash: string): Derivation {
  const [salt, rounds] = inside(parameters);
  return { hash, salt: octetsOf(salt), rounds: roundsOf(rounds) };
}

function roundsOf(value: Asn1 | undefined): number {
  const rounds = numberOf(value);
  if (rounds < 1 || rounds > maxRounds) throw new Error(`derived in ${rounds} rounds, of ${maxRounds} at most`);
  return rounds;
}

const ciphers: Readonly<Record<string, readonly [name: string, bytes: number]>> = {
  '1.2.840.113549.3.7': ['des-ede3-cbc', 24],
  '2.16.840.1.101.3.4.1.2': ['aes-128-cbc', 16],
  '2.16.840.1.101.3.4.1.22': ['aes-192-cbc', 24],
  '2.16.840.1.101.3.4.1.42': ['aes-256-cbc', 32],
};

const hmacs: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

function pbes2(parameters: Asn1 | undefined, passphrase: string, bytes: Buffer): Buffer {
  const [derive, encrypt] = inside(parameters);
  const [cipherId, iv] = inside(encrypt);
  const cipher = ciphers[oidOf(cipherId)];
  if (cipher === undefined) throw new Error(`encrypted with a cipher that is not known (${oidOf(cipherId)})`);
  const [name, length] = cipher;
  return decipher({ name, key: derived(derive, Buffer.from(passphrase, 'utf8'), length) }, octetsOf(iv), bytes);
}

/** PBKDF2 (RFC 8018, 5.2) or scrypt (RFC 7914). */
export function derived(algorithm: Asn1 | undefined, password: Buffer, bytes: number): Buffer {
  const [id, parameters] = inside(algorithm);
  const [salt, rounds, ...rest] = inside(parameters);
  if (oidOf(id) === '1.3.6.1.4.1.11591.4.11') {
    const [block, parallel] = rest;
    return scryptSync(password, octetsOf(salt), bytes, {
      N: numberOf(rounds),
      r: numberOf(block),
      p: Math.min(numberOf(parallel), 16),
      maxmem: 64 * 1024 * 1024,
    });
  }
  if (oidOf(id) !== '1.2.840.113549.1.5.12') throw new Error(`derived in a way that is not known (${oidOf(id)})`);
  const prf = rest.find((one) => 'value' in one.valueBlock && Array.isArray(one.valueBlock.value));
  const hash = prf === undefined ? 'sha1' : hmacs[oidOf(inside(prf)[0])];
  if (hash === undefined) throw new Error('derived with a hash that is not known');
  return pbkdf2Sync(password, octetsOf(salt), roundsOf(rounds), bytes, hash);
}
