import { constants, sign as signBytes, verify as verifyBytes, type KeyObject } from 'node:crypto';
import { AppError } from '../../problems.ts';
import { integer, nothing, oid, sequence, tagged } from './der.ts';

export const hashes = ['SHA-256', 'SHA-384', 'SHA-512'] as const;
export type Hash = (typeof hashes)[number];

/** For node:crypto. */
export const nodeHash = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const;
export const hashOids = { 'SHA-256': '2.16.840.1.101.3.4.2.1', 'SHA-384': '2.16.840.1.101.3.4.2.2', 'SHA-512': '2.16.840.1.101.3.4.2.3' } as const;
const hashBytes = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 } as const;

/** How a key signs, and what a signature says of it (RFC 3279, 4055, 5754). */
export interface SignatureAlgorithm {
  readonly hash: Hash;
  /** AlgorithmIdentifier in DER. */
  readonly identifier: Buffer;
  sign(bytes: Uint8Array): Buffer;
}

/** Bits of an RSA key: below, no hash of 512 bits would fit in comfortably; above, one signature holds a thread for seconds. */
const smallestRsa = 1024;
const largestRsa = 8192;

/**
 * The algorithm that a key signs with: RSA by PKCS#1 v1.5, a key for PSS by that, ECDSA on P-256 or P-384.
 * `wanted` is the hash asked for; without one a PSS key that allows but one hash brings it, and SHA-256 is the rule.
 * @throws AppError `invalid-certificate` for another kind of key
 */
export function signatureAlgorithm(key: KeyObject, wanted: Hash | undefined): SignatureAlgorithm {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'rsa-pss') {
    if (modulusLength < smallestRsa || modulusLength > largestRsa) throw new AppError('invalid-certificate', `The RSA key has ${modulusLength} bits; it must have ${smallestRsa} to ${largestRsa}.`);
    return key.asymmetricKeyType === 'rsa' ? pkcs1(key, wanted ?? 'SHA-256') : pss(key, wanted);
  }
  if (key.asymmetricKeyType === 'ec' && (namedCurve === 'prime256v1' || namedCurve === 'secp384r1')) return ecdsa(key, wanted ?? 'SHA-256');
  const kind = namedCurve ?? key.asymmetricKeyType ?? 'unknown';
  throw new AppError('invalid-certificate', `The key is of a kind that documents are not signed with here (${kind}). Use RSA, or ECDSA on P-256 or P-384.`);
}

const rsaOids = { 'SHA-256': '1.2.840.113549.1.1.11', 'SHA-384': '1.2.840.113549.1.1.12', 'SHA-512': '1.2.840.113549.1.1.13' } as const;
const ecdsaOids = { 'SHA-256': '1.2.840.10045.4.3.2', 'SHA-384': '1.2.840.10045.4.3.3', 'SHA-512': '1.2.840.10045.4.3.4' } as const;

function pkcs1(key: KeyObject, hash: Hash): SignatureAlgorithm {
  return { hash, identifier: sequence(oid(rsaOids[hash]), nothing), sign: (bytes) => signBytes(nodeHash[hash], bytes, { key, padding: constants.RSA_PKCS1_PADDING }) };
}

function ecdsa(key: KeyObject, hash: Hash): SignatureAlgorithm {
  return { hash, identifier: sequence(oid(ecdsaOids[hash])), sign: (bytes) => signBytes(nodeHash[hash], bytes, { key, dsaEncoding: 'der' }) };
}

function pss(key: KeyObject, wanted: Hash | undefined): SignatureAlgorithm {
  const { hashAlgorithm, mgf1HashAlgorithm, saltLength = 0 } = key.asymmetricKeyDetails ?? {};
  const bound = hashes.find((hash) => nodeHash[hash] === hashAlgorithm);
  const hash = wanted ?? bound ?? 'SHA-256';
  const allowed = hashAlgorithm === undefined || (nodeHash[hash] === hashAlgorithm && mgf1HashAlgorithm === hashAlgorithm);
  if (!allowed) throw new AppError('invalid-certificate', `The key is bound to RSASSA-PSS with ${hashAlgorithm} and can not sign with ${hash}.${bound === undefined ? '' : ` Leave \`hash\` out, or say \`${bound}\`.`}`);
  const salt = Math.max(saltLength, hashBytes[hash]);
  const hashId = sequence(oid(hashOids[hash]), nothing);
  const parameters = sequence(tagged(0, hashId), tagged(1, sequence(oid('1.2.840.113549.1.1.8'), hashId)), tagged(2, integer(salt)));
  return {
    hash, identifier: sequence(oid('1.2.840.113549.1.1.10'), parameters),
    sign: (bytes) => signBytes(nodeHash[hash], bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt }),
  };
}

/** Whether `signature` is one of `bytes`, by the identifier that it came with; null for an algorithm that is not known. */
export function verifySignature(id: string, { hash, saltLength }: { hash: string; saltLength: number }, key: KeyObject, bytes: Uint8Array, signature: Uint8Array): boolean | null {
  const named = (oids: Readonly<Record<Hash, string>>) => hashes.find((one) => oids[one] === id);
  const own = named(rsaOids) ?? named(ecdsaOids);
  const digest = own === undefined ? hash : nodeHash[own];
  if (id === '1.2.840.113549.1.1.10') return verifyBytes(digest, bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
  if (own === undefined && id !== '1.2.840.113549.1.1.1' && id !== '1.2.840.113549.1.1.5' && id !== '1.2.840.10045.4.1') return null;
  return verifyBytes(id === '1.2.840.113549.1.1.5' || id === '1.2.840.10045.4.1' ? 'sha1' : digest, bytes, { key, dsaEncoding: 'der' }, signature);
}
