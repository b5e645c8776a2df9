import { createHash } from 'node:crypto';
import { type BaseBlock, Constructed, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { AsItCame, CertificateAsItCame } from './verbatim-der.ts';
import { encoded } from './asn1.ts';
import type { Certificate } from './certificate.ts';
import type { Credential } from './credential.ts';
import { hashOids, nodeHash, type SignatureAlgorithm } from './signature-algorithm.ts';

/**
 * The SignedData (RFC 5652, 5.1) of a PAdES baseline-B signature (ETSI EN 319 142-1, 6.3) in DER: detached, one signer;
 * signed attributes content-type, message-digest and signing-certificate-v2; no signing-time, and no unsigned
 * attributes. `digest` is over the bytes of ByteRange.
 */
export function signedData(
  { certificate, chain }: Pick<Credential, 'certificate' | 'chain'>,
  algorithm: SignatureAlgorithm,
  digest: Buffer,
): Buffer {
  const digestAlgorithm = new AlgorithmIdentifier({ algorithmId: hashOids[algorithm.hash] });
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: signedAttributes(certificate, algorithm.hash, digest),
  });
  const signer = new SignerInfo({
    version: 1,
    digestAlgorithm,
    signedAttrs,
    sid: new Sequence({ value: [new AsItCame(certificate.issuer), new AsItCame(certificate.serial)] }),
    signatureAlgorithm: algorithm.identifier,
    signature: octets(algorithm.sign(asSet(encoded(signedAttrs.toSchema())))),
  });
  const content = new SignedData({
    digestAlgorithms: [digestAlgorithm],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    certificates: inSetOrder([certificate, ...chain].map(({ der }) => new CertificateAsItCame(der))),
    signerInfos: [signer],
  });
  return encoded(new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: content.toSchema() }).toSchema());
}

function signedAttributes(certificate: Certificate, hash: SignatureAlgorithm['hash'], digest: Buffer): Attribute[] {
  return inSetOrder([
    new Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: ContentInfo.DATA })] }),
    new Attribute({ type: '1.2.840.113549.1.9.4', values: [octets(digest)] }),
    new Attribute({ type: '1.2.840.113549.1.9.16.2.47', values: [signingCertificate(certificate, hash)] }),
  ]);
}

/**
 * SigningCertificateV2 (RFC 5035, 3), which pkijs lacks: the hash of the certificate (its algorithm is omitted for
 * SHA-256), and its issuer and serial number.
 */
function signingCertificate({ der, issuer, serial }: Certificate, hash: SignatureAlgorithm['hash']): Sequence {
  const digest = octets(createHash(nodeHash[hash]).update(der).digest());
  const directoryName = new Constructed({ idBlock: { tagClass: 3, tagNumber: 4 }, value: [new AsItCame(issuer)] });
  const issuerSerial = sequence(sequence(directoryName), new AsItCame(serial));
  const algorithm = hash === 'SHA-256' ? [] : [new AlgorithmIdentifier({ algorithmId: hashOids[hash] }).toSchema()];
  return sequence(sequence(sequence(...algorithm, digest, issuerSerial)));
}

const sequence = (...value: BaseBlock[]) => new Sequence({ value });
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: new Uint8Array(bytes).buffer });

/** Sorts members of a set by their bytes (ITU-T X.690, 11.6), which pkijs does not do. */
function inSetOrder<T extends { toSchema(): BaseBlock }>(members: readonly T[]): T[] {
  return members
    .map((member) => ({ member, bytes: encoded(member.toSchema()) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ member }) => member);
}

/** Attributes are signed as a set, and encoded under an implicit tag (RFC 5652, 5.4). */
function asSet(attributes: Buffer): Buffer {
  attributes[0] = 0x31;
  return attributes;
}
