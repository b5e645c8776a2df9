import { createHash } from 'node:crypto';
import { octetsOf } from './asn1.ts';
import { readSignedData } from './read-signed-data.ts';
import { hashes, hashOids, nodeHash, signatureAlgorithm } from './signature-algorithm.ts';
import { signedData } from './signed-data.ts';

/**
 * Whether a signature of `parts` is, byte for byte, what `signedData` makes of its certificates, its hash and its
 * value, followed by zeros. CMS has several encodings of the same statement, and no signature covers the choice. This
 * check detects any changed byte, where `verifySignedData` explains mistakes.
 * @throws Error for an unreadable signature
 */
export function isOwnForm(cms: Uint8Array, parts: readonly Uint8Array[]): boolean {
  const { certificate, certificates, signer } = readSignedData(cms);
  const hash = hashes.find((one) => hashOids[one] === signer.digestAlgorithm.algorithmId);
  if (certificate === null || hash === undefined) return false;
  const digest = createHash(nodeHash[hash]);
  for (const part of parts) digest.update(part);
  const { identifier } = signatureAlgorithm(certificate.x509.publicKey, hash);
  const signature = octetsOf(signer.signature);
  const made = signedData(
    { certificate, chain: certificates.filter((one) => one !== certificate) },
    { hash, identifier, sign: () => signature },
    digest.digest(),
  );
  return Buffer.concat([made, Buffer.alloc(Math.max(0, cms.length - made.length))]).equals(cms);
}
