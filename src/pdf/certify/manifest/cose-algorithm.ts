import { constants, sign as signBytes, verify as verifyBytes, type KeyObject } from 'node:crypto';
import { AppError } from '../../../problems.ts';
import { nodeHash, type Hash } from '../../cms/signature-algorithm.ts';

/** A signature algorithm for claims (C2PA 2.4, 13.2.1). */
export interface CoseAlgorithm {
  /** `PS256` */
  readonly name: string;
  /** Number in the registry of RFC 9053. */
  readonly id: number;
  /** Length of each signature of this key, in bytes. */
  readonly length: number;
  sign(bytes: Uint8Array): Buffer;
}

const probabilistic = { 'SHA-256': ['PS256', -37], 'SHA-384': ['PS384', -38], 'SHA-512': ['PS512', -39] } as const;
const elliptic = { prime256v1: ['ES256', -7, 64, 'SHA-256'], secp384r1: ['ES384', -35, 96, 'SHA-384'] } as const;

/**
 * The algorithm of a key: RSASSA-PSS with `hash` and a salt of the same length (RFC 8230, 2), or ECDSA with the hash of
 * its curve.
 * @throws AppError `invalid-certificate` for RSA keys of less than 2,048 bits, and PSS keys that require a longer salt
 */
export function coseAlgorithm(key: KeyObject, hash: Hash): CoseAlgorithm {
  const { modulusLength = 0, namedCurve, saltLength = 0 } = key.asymmetricKeyDetails ?? {};
  const curve = namedCurve === 'prime256v1' || namedCurve === 'secp384r1' ? elliptic[namedCurve] : undefined;
  if (curve !== undefined) {
    const [name, id, length, own] = curve;
    return { name, id, length, sign: (bytes) => signBytes(nodeHash[own], bytes, { key, dsaEncoding: 'ieee-p1363' }) };
  }
  const [name, id] = probabilistic[hash];
  const salt = saltOf(id);
  if (modulusLength < 2048)
    throw new AppError(
      'invalid-certificate',
      `The RSA key has ${modulusLength} bits; claims of C2PA are signed with 2,048 at least. Use a larger one.`,
    );
  if (saltLength > salt)
    throw new AppError(
      'invalid-certificate',
      `The key wants a salt of ${saltLength} bytes, which claims of C2PA do not have with ${hash}. Use another key.`,
    );
  return {
    name,
    id,
    length: Math.ceil(modulusLength / 8),
    sign: (bytes) =>
      signBytes(nodeHash[hash], bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt }),
  };
}

/** Salt length in bytes of PS256, PS384 and PS512. */
const saltOf = (id: number): number => ({ '-37': 32, '-38': 48, '-39': 64 })[id] ?? 32;

const digests: Readonly<Record<number, string>> = {
  [-7]: 'sha256',
  [-35]: 'sha384',
  [-36]: 'sha512',
  [-37]: 'sha256',
  [-38]: 'sha384',
  [-39]: 'sha512',
};

/** Whether a signature is valid; null for an algorithm that C2PA does not allow, or a key of another type. */
export function verifyCose(id: number, key: KeyObject, bytes: Uint8Array, signature: Uint8Array): boolean | null {
  const kind = key.asymmetricKeyType ?? '';
  if (id === -8) return kind === 'ed25519' ? verifyBytes(null, bytes, key, signature) : null;
  const digest = digests[id];
  if (digest === undefined) return null;
  if (id > -37) return kind === 'ec' ? verifyBytes(digest, bytes, { key, dsaEncoding: 'ieee-p1363' }, signature) : null;
  return kind.startsWith('rsa')
    ? verifyBytes(digest, bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltOf(id) }, signature)
    : null;
}
