import { createHash } from 'node:crypto';
import { Null, Sequence } from 'asn1js';
import { ContentInfo, type AlgorithmIdentifier } from 'pkijs';
import { inside, isDer, octetsOf, oidOf, type Asn1 } from './asn1.ts';
import type { Certificate } from './certificate.ts';
import { isIssuer, isRoot } from './chain.ts';
import { NotRead, readSignedData, type ReadSignedData } from './read-signed-data.ts';
import { checkSignature, nodeHashes } from './signature-algorithm.ts';

/**
 * The type of the gravest mistake: `unknown` for an unsupported feature, so that nothing is proven; `digest` if other
 * bytes were signed; `signature` if the certificate's key did not sign, or the signature is unreadable.
 */
export type SignatureFault = 'unknown' | 'digest' | 'signature';

/** The verdict on a detached signature. */
export interface SignedDataVerdict {
  /** Empty for a valid signature. */
  readonly mistakes: readonly string[];
  /** Null for a valid signature. */
  readonly fault: SignatureFault | null;
  /**
   * Deviations from the standards that readers tolerate and that do not invalidate the signature; empty for signatures
   * made here.
   */
  readonly deviations: readonly string[];
  /** The signer's certificate; null where it is not included. */
  readonly certificate: Certificate | null;
  /** All included certificates. Only their issuers vouch for those of others than the signer. */
  readonly certificates: readonly Certificate[];
}

/**
 * Verifies a detached CMS signature (RFC 5652, 5.6) of the bytes in `parts`; zeros may follow it. Checks the digest,
 * the signature over the attributes, and that the signing-certificate attribute (RFC 5035) names the certificate whose
 * key verifies. Does not judge trust.
 */
export function verifySignedData(cms: Uint8Array, parts: readonly Uint8Array[]): SignedDataVerdict {
  try {
    const read = readSignedData(cms);
    const { certificate, certificates } = read;
    const hash = nodeHashes[read.signer.digestAlgorithm.algorithmId];
    if (certificate === null || hash === undefined)
      return {
        mistakes: [
          certificate === null
            ? 'the certificate of its signer is not in it'
            : 'its digest is of a kind that is not known',
        ],
        fault: 'unknown',
        deviations: [],
        certificate,
        certificates,
      };
    const { mistakes, fault, deviations } = verifySigner(read, certificate, hash, parts);
    return {
      mistakes,
      fault,
      deviations: [...encodingDeviations(cms, read.bytes), ...deviations, ...unsignedDeviations(read, certificate)],
      certificate,
      certificates,
    };
  } catch (error) {
    return {
      mistakes: [error instanceof NotRead ? error.message : 'it can not be read'],
      fault: error instanceof NotRead ? 'unknown' : 'signature',
      deviations: [],
      certificate: null,
      certificates: [],
    };
  }
}

function verifySigner(
  { contentType, attached, signer }: ReadSignedData,
  certificate: Certificate,
  hash: string,
  parts: readonly Uint8Array[],
): Pick<SignedDataVerdict, 'mistakes' | 'fault' | 'deviations'> {
  const attributes = new Map(
    (signer.signedAttrs?.attributes ?? []).map(({ type, values }) => [type, values as Asn1[]] as const),
  );
  const mistakes = attached ? ['it has a content of its own'] : [];
  // Without attributes the content itself is signed. Attributes are signed as a set, and encoded under an implicit tag
  // (RFC 5652, 5.4).
  const covered = signer.signedAttrs === undefined ? parts : [new Uint8Array(signer.signedAttrs.encodedValue)];
  if (signer.signedAttrs !== undefined)
    mistakes.push(...attributeMistakes(attributes, { type: contentType, digest: digestOf(hash, parts) }));
  const { valid, regular } = checkSignature(signer.signatureAlgorithm, hash, certificate.x509.publicKey, {
    parts: covered,
    signature: octetsOf(signer.signature),
  });
  if (valid !== true)
    mistakes.push(valid === null ? 'its algorithm is not known' : 'its value does not fit its certificate');
  if (namesAnother(attributes, certificate))
    mistakes.push('its signing-certificate attribute names another certificate');
  const fault =
    mistakes.length === 0 ? null : valid === null ? 'unknown' : mistakes.includes(otherDigest) ? 'digest' : 'signature';
  return { mistakes, fault, deviations: regular ? [] : ['its algorithm has parameters that it does not take'] };
}

function digestOf(hash: string, parts: readonly Uint8Array[]): Buffer {
  const digest = createHash(hash);
  for (const part of parts) digest.update(part);
  return digest.digest();
}

const otherDigest = 'the bytes that it covers have another digest';

/** Both attributes are required (RFC 5652, 5.3), with the right values (11.1, 11.2). */
function attributeMistakes(
  attributes: ReadonlyMap<string, readonly Asn1[]>,
  { type, digest }: { type: string; digest: Buffer },
): string[] {
  const [claimed, expected] = [
    attributes.get('1.2.840.113549.1.9.3')?.[0],
    attributes.get('1.2.840.113549.1.9.4')?.[0],
  ];
  return [
    ...(expected === undefined || !octetsOf(expected).equals(digest) ? [otherDigest] : []),
    ...(claimed === undefined || oidOf(claimed) !== type ? ['its content-type attribute states another type'] : []),
  ];
}

/** True where version 1 or 2 of the attribute names another certificate; false without the attribute. */
function namesAnother(attributes: ReadonlyMap<string, readonly Asn1[]>, { der }: Certificate): boolean {
  const second = attributes.get('1.2.840.113549.1.9.16.2.47')?.[0];
  const first = attributes.get('1.2.840.113549.1.9.16.2.12')?.[0];
  const named = second ?? first;
  if (named === undefined) return false;
  // ESSCertIDv2 begins with its hash algorithm unless that is SHA-256; ESSCertID has none.
  const id = inside(inside(inside(named)[0])[0]);
  const algorithm = id[0] instanceof Sequence ? id[0] : undefined;
  const hash = algorithm === undefined ? id[0] : id[1];
  const name =
    algorithm === undefined ? (second === undefined ? 'sha1' : 'sha256') : nodeHashes[oidOf(inside(algorithm)[0])];
  return name === undefined || !createHash(name).update(der).digest().equals(octetsOf(hash));
}

/** PAdES requires DER, and Contents is padded with zeros (ISO 32000-2, 12.8.3.3.1). */
function encodingDeviations(cms: Uint8Array, own: Buffer): string[] {
  return [
    ...(cms.subarray(own.length).some((byte) => byte !== 0) ? ['something other than zeros follows it'] : []),
    ...(isDer(own) ? [] : ['it is not in DER']),
  ];
}

/**
 * Deviations in values that no signature covers and that follow from others: versions (RFC 5652, 5.1, 5.3), the list of
 * digests, and the chain of issuers.
 */
function unsignedDeviations(
  { version, contentType, digestAlgorithms, signer, certificates, otherCertificates, byKey }: ReadSignedData,
  certificate: Certificate,
): string[] {
  const lowest = byKey || contentType !== ContentInfo.DATA ? 3 : 1;
  const digests = digestAlgorithms.map(({ algorithmId }) => algorithmId);
  return [
    ...((version === lowest || version === 4 || version === 5) && signer.version === (byKey ? 3 : 1)
      ? []
      : ['its versions are not those of its content']),
    ...(digests.includes(signer.digestAlgorithm.algorithmId) &&
    [...digestAlgorithms, signer.digestAlgorithm].every(isPlain)
      ? []
      : ['its digests are not stated as they are used']),
    ...(otherCertificates === 0 && issued(certificate, certificates)
      ? []
      : ['a certificate in it did not issue that of its signer, nor one above that']),
  ];
}

/** Digest algorithms have no parameters, or NULL in older signatures (RFC 5754, 2). */
const isPlain = ({ algorithmParams }: AlgorithmIdentifier) =>
  algorithmParams === undefined || algorithmParams instanceof Null;

/** Whether all certificates are the signer's or its issuers'. A self-issued one must be self-signed. */
function issued(signer: Certificate, certificates: readonly Certificate[]): boolean {
  const known = new Set([signer]);
  for (const below of known) for (const above of certificates) if (isIssuer(above, below)) known.add(above);
  return certificates.every((one) => known.has(one) && (one.x509.issuer !== one.x509.subject || isRoot(one)));
}
