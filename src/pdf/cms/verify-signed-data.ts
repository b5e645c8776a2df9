import { createHash } from 'node:crypto';
import { Null, Sequence } from 'asn1js';
import { ContentInfo, type AlgorithmIdentifier } from 'pkijs';
import { inside, isDer, octetsOf, oidOf, type Asn1 } from './asn1.ts';
import type { Certificate } from './certificate.ts';
import { isIssuer, isRoot } from './chain.ts';
import { NotRead, readSignedData, type ReadSignedData } from './read-signed-data.ts';
import { checkSignature, nodeHashes } from './signature-algorithm.ts';

/**
 * What kind of mistake the gravest is: `unknown` is something that is not known here, so that nothing was proven;
 * `digest` that other bytes were signed; `signature` that the certificate did not sign, or that the signature can not
 * be read.
 */
export type SignatureFault = 'unknown' | 'digest' | 'signature';

/** What a detached signature came to. */
export interface SignedDataVerdict {
  /** What is wrong with it; empty for a good one. */
  readonly mistakes: readonly string[];
  /** Null for a good one. */
  readonly fault: SignatureFault | null;
  /**
   * What is not as it should be, though it proves nothing wrong and readers overlook it; empty for all that is made
   * here.
   */
  readonly deviations: readonly string[];
  /** Who signed; null where that is not in it. */
  readonly certificate: Certificate | null;
  /** All certificates in it. Nothing vouches for those beside the signer's but who issued them. */
  readonly certificates: readonly Certificate[];
}

/**
 * Verifies a detached CMS signature (RFC 5652, 5.6) of the bytes in `parts`, which may be followed by zeros: its
 * digest, the signature over its attributes, and that its signing-certificate attribute (RFC 5035) names the
 * certificate whose key verifies it. Says nothing of trust.
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
  const mistakes = attached ? ['it brings a content of its own'] : [];
  // Without attributes the content itself is what is signed; they are signed as a set, and stand in the file under a
  // tag of their own (5.4).
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

/** Both attributes have to be there (5.3), and to say what is so (11.1, 11.2). */
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
    ...(claimed === undefined || oidOf(claimed) !== type ? ['its content-type attribute says another type'] : []),
  ];
}

/** Versions 2 and 1 of the attribute; a signature without either names nobody else. */
function namesAnother(attributes: ReadonlyMap<string, readonly Asn1[]>, { der }: Certificate): boolean {
  const second = attributes.get('1.2.840.113549.1.9.16.2.47')?.[0];
  const first = attributes.get('1.2.840.113549.1.9.16.2.12')?.[0];
  const named = second ?? first;
  if (named === undefined) return false;
  // ESSCertIDv2 begins with the algorithm where that is not SHA-256; ESSCertID never does.
  const id = inside(inside(inside(named)[0])[0]);
  const algorithm = id[0] instanceof Sequence ? id[0] : undefined;
  const hash = algorithm === undefined ? id[0] : id[1];
  const name =
    algorithm === undefined ? (second === undefined ? 'sha1' : 'sha256') : nodeHashes[oidOf(inside(algorithm)[0])];
  return name === undefined || !createHash(name).update(der).digest().equals(octetsOf(hash));
}

/** PAdES wants DER, and Contents of a signature is filled up with zeros (ISO 32000-2, 12.8.3.3.1). */
function encodingDeviations(cms: Uint8Array, own: Buffer): string[] {
  return [
    ...(cms.subarray(own.length).some((byte) => byte !== 0) ? ['something other than zeros follows it'] : []),
    ...(isDer(own) ? [] : ['it is not in DER']),
  ];
}

/**
 * What no signature covers, and follows from the rest: versions (5.1, 5.3), the list of digests, and who issued whom.
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
      : ['its versions are not those of what is in it']),
    ...(digests.includes(signer.digestAlgorithm.algorithmId) &&
    [...digestAlgorithms, signer.digestAlgorithm].every(isPlain)
      ? []
      : ['its digests are not said as they are used']),
    ...(otherCertificates === 0 && issued(certificate, certificates)
      ? []
      : ['a certificate in it did not issue that of its signer, nor one above that']),
  ];
}

/** Digests take no parameters, or NULL as older writers have it (RFC 5754, 2). */
const isPlain = ({ algorithmParams }: AlgorithmIdentifier) =>
  algorithmParams === undefined || algorithmParams instanceof Null;

/**
 * Whether all certificates are the signer's, or of those who issued it. One that names itself as its issuer has to be
 * that.
 */
function issued(signer: Certificate, certificates: readonly Certificate[]): boolean {
  const known = new Set([signer]);
  for (const below of known) for (const above of certificates) if (isIssuer(above, below)) known.add(above);
  return certificates.every((one) => known.has(one) && (one.x509.issuer !== one.x509.subject || isRoot(one)));
}
