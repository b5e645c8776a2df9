import { createHash } from 'node:crypto';
import type { Certificate } from './certificate.ts';
import type { Credential } from './credential.ts';
import { integer, octets, oid, sequence, setOf, setOrder, tagged } from './der.ts';
import { hashOids, nodeHash, type SignatureAlgorithm } from './signature-algorithm.ts';

const data = '1.2.840.113549.1.7.1';

/**
 * The SignedData (RFC 5652, 5.1) of a PAdES baseline-B signature (ETSI EN 319 142-1, 6.3) in DER: detached, one signer, with content-type,
 * message-digest and signing-certificate-v2 signed, no signing-time, nothing unsigned. `digest` is that of the bytes that ByteRange covers.
 */
export function signedData({ certificate, chain }: Credential, algorithm: SignatureAlgorithm, digest: Buffer): Buffer {
  const { hash } = algorithm;
  const attributes = setOrder([
    attribute('1.2.840.113549.1.9.3', oid(data)),
    attribute('1.2.840.113549.1.9.4', octets(digest)),
    attribute('1.2.840.113549.1.9.16.2.47', signingCertificate(certificate, hash)),
  ]);
  const signature = algorithm.sign(setOf(...attributes));
  const digestAlgorithm = sequence(oid(hashOids[hash]));
  const signer = sequence(integer(1), sequence(certificate.issuer, certificate.serial), digestAlgorithm, tagged(0, ...attributes), algorithm.identifier, octets(signature));
  const certificates = setOrder([certificate, ...chain].map(({ der }) => der));
  const content = sequence(integer(1), setOf(digestAlgorithm), sequence(oid(data)), tagged(0, ...certificates), setOf(signer));
  return sequence(oid('1.2.840.113549.1.7.2'), tagged(0, content));
}

function attribute(type: string, value: Buffer): Buffer {
  return sequence(oid(type), setOf(value));
}

/** SigningCertificateV2 (RFC 5035, 3): the hash of the certificate, whose algorithm is left out where it is SHA-256, and its issuer and serial number. */
function signingCertificate({ der, issuer, serial }: Certificate, hash: SignatureAlgorithm['hash']): Buffer {
  const digest = octets(createHash(nodeHash[hash]).update(der).digest());
  const issuerSerial = sequence(sequence(tagged(4, issuer)), serial);
  const id = hash === 'SHA-256' ? sequence(digest, issuerSerial) : sequence(sequence(oid(hashOids[hash])), digest, issuerSerial);
  return sequence(sequence(id));
}
