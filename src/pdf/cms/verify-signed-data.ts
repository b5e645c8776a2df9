import { createHash } from 'node:crypto';
import { Sequence } from 'asn1js';
import { ContentInfo, SignedData, type SignerInfo } from 'pkijs';
import { bytesOf, encoded, inside, numberOf, octetsOf, oidOf, parse, type Asn1 } from './asn1.ts';
import { readCertificate, type Certificate } from './certificate.ts';
import { verifySignature } from './signature-algorithm.ts';

const nodeHashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1', '2.16.840.1.101.3.4.2.4': 'sha224', '2.16.840.1.101.3.4.2.1': 'sha256', '2.16.840.1.101.3.4.2.2': 'sha384', '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** What a detached signature came to. */
export interface SignedDataVerdict {
  /** What is wrong with it; empty for a good one. */
  readonly mistakes: readonly string[];
  /** Who signed; null where that is not in it. */
  readonly certificate: Certificate | null;
}

/**
 * Verifies a detached CMS signature (RFC 5652, 5.6) of the bytes in `parts`, which may be followed by zeros: its digest, the signature over its
 * attributes, and that its signing-certificate attribute (RFC 5035) names the certificate whose key verifies it. Says nothing of trust.
 */
export function verifySignedData(cms: Uint8Array, parts: readonly Uint8Array[]): SignedDataVerdict {
  try {
    const content = new ContentInfo({ schema: parse(cms) });
    if (content.contentType !== '1.2.840.113549.1.7.2') return { mistakes: ['it is not signed data'], certificate: null };
    const signed = new SignedData({ schema: content.content as unknown });
    const [signer] = signed.signerInfos;
    if (signer === undefined || signed.signerInfos.length > 1) return { mistakes: [`it has ${signed.signerInfos.length} signers instead of one`], certificate: null };
    return verifySigner(signer, (signed.certificates ?? []).map((one) => encoded(one.toSchema() as Asn1)), parts);
  } catch {
    return { mistakes: ['it can not be read'], certificate: null };
  }
}

function verifySigner(signer: SignerInfo, ders: readonly Buffer[], parts: readonly Uint8Array[]): SignedDataVerdict {
  const certificate = ders.map(readCertificate).find((one) => isSigner(one, encoded((signer.sid as { toSchema(): Asn1 }).toSchema()))) ?? null;
  const hash = nodeHashes[signer.digestAlgorithm.algorithmId];
  const attributes = new Map((signer.signedAttrs?.attributes ?? []).map(({ type, values }) => [type, values as Asn1[]] as const));
  if (certificate === null || hash === undefined) return { mistakes: [certificate === null ? 'the certificate of its signer is not in it' : 'its digest is of a kind that is not known'], certificate };
  const mistakes: string[] = [];
  const digest = createHash(hash);
  for (const part of parts) digest.update(part);
  const expected = attributes.get('1.2.840.113549.1.9.4')?.[0];
  if (expected === undefined || !octetsOf(expected).equals(digest.digest())) mistakes.push('the bytes that it covers have another digest');
  // The attributes are signed as a set and stand in the file under a tag of their own (5.4).
  const covered = Buffer.from(signer.signedAttrs?.encodedValue ?? new ArrayBuffer(0));
  const algorithm = signer.signatureAlgorithm;
  const right = verifySignature(algorithm.algorithmId, pssOf(algorithm.algorithmParams as Asn1 | undefined, hash), certificate.x509.publicKey, covered, octetsOf(signer.signature));
  if (right !== true) mistakes.push(right === null ? 'its algorithm is not known' : 'its value does not fit its certificate');
  if (namesAnother(attributes, certificate)) mistakes.push('its signing-certificate attribute names another certificate');
  return { mistakes, certificate };
}

/** By issuer and serial number. */
function isSigner({ issuer, serial }: Certificate, sid: Buffer): boolean {
  const [name, number] = inside(parse(sid));
  return bytesOf(name).equals(issuer) && bytesOf(number).equals(serial);
}

/** Parameters of RSASSA-PSS (RFC 4055, 3.1); of other algorithms whatever. */
function pssOf(parameters: Asn1 | undefined, hash: string): { hash: string; saltLength: number } {
  if (!(parameters instanceof Object) || !('value' in parameters.valueBlock)) return { hash, saltLength: 20 };
  const fields = inside(parameters);
  const tag = (number: number) => fields.find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === number);
  const [own, salt] = [tag(0), tag(2)];
  return {
    hash: own === undefined ? 'sha1' : (nodeHashes[oidOf(inside(inside(own)[0])[0])] ?? hash),
    saltLength: salt === undefined ? 20 : numberOf(inside(salt)[0]),
  };
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
  const name = algorithm === undefined ? (second === undefined ? 'sha1' : 'sha256') : nodeHashes[oidOf(inside(algorithm)[0])];
  return name === undefined || !createHash(name).update(der).digest().equals(octetsOf(hash));
}
