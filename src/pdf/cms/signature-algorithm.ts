import { constants, createVerify, sign as signBytes, type KeyObject } from 'node:crypto';
import { Null } from 'asn1js';
import { AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs';
import { AppError } from '../../problems.ts';

/** Hashes of signatures made here. */
export const hashes = ['SHA-256', 'SHA-384', 'SHA-512'] as const;

/** A hash of signatures made here. */
export type Hash = (typeof hashes)[number];

/** Names of hashes in node:crypto. */
export const nodeHash = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const;

/** Object identifiers of the hashes. */
export const hashOids = {
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
} as const;
/** Hashes of received signatures by their object identifiers, as node:crypto names them. */
export const nodeHashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  [hashOids['SHA-256']]: 'sha256',
  [hashOids['SHA-384']]: 'sha384',
  [hashOids['SHA-512']]: 'sha512',
};
const hashBytes = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 } as const;

/** A signature algorithm of a key, and its identifiers (RFC 3279, 4055, 5754). */
export interface SignatureAlgorithm {
  readonly hash: Hash;
  readonly identifier: AlgorithmIdentifier;
  sign(bytes: Uint8Array): Buffer;
}

/** Bits of RSA keys. A smaller key has no room for a hash of 512 bits; a greater one occupies a thread for seconds. */
const minRsaBits = 1024;
const maxRsaBits = 8192;

/**
 * The algorithm of a key: PKCS#1 v1.5 for RSA, PSS for RSA-PSS keys, ECDSA for P-256 and P-384. `wanted` is the
 * requested hash; the default is the only hash that a PSS key allows, else SHA-256.
 * @throws AppError `invalid-certificate` for another type of key
 */
export function signatureAlgorithm(key: KeyObject, wanted: Hash | undefined): SignatureAlgorithm {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'rsa-pss') {
    if (modulusLength < minRsaBits || modulusLength > maxRsaBits)
      throw new AppError(
        'invalid-certificate',
        `The RSA key has ${modulusLength} bits; it must have ${minRsaBits} to ${maxRsaBits}.`,
      );
    return key.asymmetricKeyType === 'rsa' ? pkcs1(key, wanted ?? 'SHA-256') : pss(key, wanted);
  }
  if (key.asymmetricKeyType === 'ec' && (namedCurve === 'prime256v1' || namedCurve === 'secp384r1'))
    return ecdsa(key, wanted ?? 'SHA-256');
  const kind = namedCurve ?? key.asymmetricKeyType ?? 'unknown';
  throw new AppError(
    'invalid-certificate',
    `The key is of a kind that documents are not signed with here (${kind}). Use RSA, or ECDSA on P-256 or P-384.`,
  );
}

const rsaOids = {
  'SHA-256': '1.2.840.113549.1.1.11',
  'SHA-384': '1.2.840.113549.1.1.12',
  'SHA-512': '1.2.840.113549.1.1.13',
} as const;
const ecdsaOids = {
  'SHA-256': '1.2.840.10045.4.3.2',
  'SHA-384': '1.2.840.10045.4.3.3',
  'SHA-512': '1.2.840.10045.4.3.4',
} as const;

const rsassaPss = '1.2.840.113549.1.1.10';
const mgf1 = '1.2.840.113549.1.1.8';

const withNull = (algorithmId: string) => new AlgorithmIdentifier({ algorithmId, algorithmParams: new Null() });

function pkcs1(key: KeyObject, hash: Hash): SignatureAlgorithm {
  return {
    hash,
    identifier: withNull(rsaOids[hash]),
    sign: (bytes) => signBytes(nodeHash[hash], bytes, { key, padding: constants.RSA_PKCS1_PADDING }),
  };
}

function ecdsa(key: KeyObject, hash: Hash): SignatureAlgorithm {
  return {
    hash,
    identifier: new AlgorithmIdentifier({ algorithmId: ecdsaOids[hash] }),
    sign: (bytes) => signBytes(nodeHash[hash], bytes, { key, dsaEncoding: 'der' }),
  };
}

function pss(key: KeyObject, wanted: Hash | undefined): SignatureAlgorithm {
  const { hashAlgorithm, mgf1HashAlgorithm, saltLength = 0 } = key.asymmetricKeyDetails ?? {};
  const bound = hashes.find((hash) => nodeHash[hash] === hashAlgorithm);
  const hash = wanted ?? bound ?? 'SHA-256';
  const allowed =
    hashAlgorithm === undefined || (nodeHash[hash] === hashAlgorithm && mgf1HashAlgorithm === hashAlgorithm);
  if (!allowed)
    throw new AppError(
      'invalid-certificate',
      `The key is bound to RSASSA-PSS with ${hashAlgorithm} and can not sign with ` +
        `${hash}.${bound === undefined ? '' : ` Leave \`hash\` out, or send \`${bound}\`.`}`,
    );
  const salt = Math.max(saltLength, hashBytes[hash]);
  const maskGenAlgorithm = new AlgorithmIdentifier({
    algorithmId: mgf1,
    algorithmParams: withNull(hashOids[hash]).toSchema(),
  });
  const parameters = new RSASSAPSSParams({
    hashAlgorithm: withNull(hashOids[hash]),
    maskGenAlgorithm,
    saltLength: salt,
  });
  return {
    hash,
    identifier: new AlgorithmIdentifier({ algorithmId: rsassaPss, algorithmParams: parameters.toSchema() }),
    sign: (bytes) =>
      signBytes(nodeHash[hash], bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt }),
  };
}

/** The algorithm of a received signature. */
interface ReadAlgorithm {
  /** Its hash as node:crypto names it. */
  readonly hash: string;
  /** Salt length of RSASSA-PSS; null for others. */
  readonly saltLength: number | null;
  /** Its parameters are as the standard requires. */
  readonly regular: boolean;
}

/** Identifiers that name no hash: the signature uses that of the digest, or SHA-1 (RFC 3279, 2.2). */
const others: Readonly<Record<string, string | null>> = {
  '1.2.840.113549.1.1.1': null,
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.10045.4.1': 'sha1',
};

/** Null for an unknown algorithm. `digest` is the hash of the signer, as node:crypto names it. */
function readAlgorithm({ algorithmId, algorithmParams }: AlgorithmIdentifier, digest: string): ReadAlgorithm | null {
  if (algorithmId === rsassaPss) return readPss(algorithmParams);
  const named = (oids: Readonly<Record<Hash, string>>) => hashes.find((one) => oids[one] === algorithmId);
  const known = named(rsaOids) ?? named(ecdsaOids);
  const hash = known === undefined ? others[algorithmId] : nodeHash[known];
  if (hash === undefined) return null;
  const elliptic = algorithmId.startsWith('1.2.840.10045.');
  return {
    hash: hash ?? digest,
    saltLength: null,
    regular: algorithmParams === undefined || (!elliptic && isNull(algorithmParams)),
  };
}

/** Parameters of RSASSA-PSS (RFC 4055, 3.1): only one hash for both uses, and trailer field 1, are supported. */
function readPss(schema: unknown): ReadAlgorithm | null {
  const { hashAlgorithm, maskGenAlgorithm, saltLength, trailerField } = new RSASSAPSSParams(
    schema === undefined ? {} : { schema },
  );
  const masked = new AlgorithmIdentifier({ schema: maskGenAlgorithm.algorithmParams as unknown });
  const hash = nodeHashes[hashAlgorithm.algorithmId];
  if (
    hash === undefined ||
    maskGenAlgorithm.algorithmId !== mgf1 ||
    masked.algorithmId !== hashAlgorithm.algorithmId ||
    trailerField !== 1
  )
    return null;
  return {
    hash,
    saltLength,
    regular: [hashAlgorithm, masked].every(
      ({ algorithmParams }) => algorithmParams === undefined || isNull(algorithmParams),
    ),
  };
}

/** NULL (ITU-T X.690, 8.8). */
const isNull = (parameters: unknown) => parameters instanceof Null;

/** The result of checking a signature. `valid` is null for an unknown algorithm. */
export interface CheckedSignature {
  readonly valid: boolean | null;
  /** The parameters of the algorithm are as the standard requires. */
  readonly regular: boolean;
}

/**
 * Checks a signature over the concatenated `parts` by the identifier that it came with. `digest` is the hash of its
 * signer, as node:crypto names it.
 */
export function checkSignature(
  identifier: AlgorithmIdentifier,
  digest: string,
  key: KeyObject,
  { parts, signature }: { parts: readonly Uint8Array[]; signature: Uint8Array },
): CheckedSignature {
  const algorithm = readAlgorithm(identifier, digest);
  if (algorithm === null) return { valid: null, regular: true };
  const { hash, saltLength, regular } = algorithm;
  const verify = createVerify(hash);
  for (const part of parts) verify.update(part);
  const how =
    saltLength === null ? { dsaEncoding: 'der' as const } : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
  return { valid: verify.verify({ key, ...how }, signature), regular };
}
