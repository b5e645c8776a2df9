import { Sequence, Set as Asn1Set } from 'asn1js';
import { AlgorithmIdentifier, ContentInfo, SignerInfo } from 'pkijs';
import { bytesOf, hasTag, inside, numberOf, octetsOf, oidOf, parse, type Asn1 } from './asn1.ts';
import { readCertificate, type Certificate } from './certificate.ts';

/** A CMS SignedData (RFC 5652, 5.1) with one signer. */
export interface ReadSignedData {
  /** Its own bytes, without those after it. */
  readonly bytes: Buffer;
  readonly version: number;
  readonly digestAlgorithms: readonly AlgorithmIdentifier[];
  /** Type of the signed content. */
  readonly contentType: string;
  /** The content is included. */
  readonly attached: boolean;
  readonly signer: SignerInfo;
  /** The signer is identified by a key identifier, not by issuer and serial number (RFC 5652, 5.3). */
  readonly byKey: boolean;
  /** The signer's certificate; null where it is not included. */
  readonly certificate: Certificate | null;
  /** All included certificates, byte for byte (pkijs does not retain their bytes). */
  readonly certificates: readonly Certificate[];
  /** Number of certificates that are unreadable, or not X.509. */
  readonly otherCertificates: number;
}

/** Certificates that are read: comparing them is costly. */
const maxCertificates = 50;

/** Describes an unreadable signature in words that complete "the signature ...". */
export class NotRead extends Error {}

/** @throws NotRead; Error for bytes that are no CMS */
export function readSignedData(cms: Uint8Array): ReadSignedData {
  const tree = parse(cms);
  const [type, wrapped] = inside(tree);
  if (oidOf(type) !== ContentInfo.SIGNED_DATA) throw new NotRead('it is not signed data');
  const fields = inside(inside(wrapped)[0]);
  const [version, digests, content] = fields;
  const signers = fields.at(-1) instanceof Asn1Set ? inside(fields.at(-1)) : [];
  const [only] = signers;
  if (only === undefined || signers.length > 1) throw new NotRead(`it has ${signers.length} signers instead of one`);
  const sid = inside(only)[1];
  const [contentType, attached] = inside(content);
  return {
    bytes: bytesOf(tree),
    version: numberOf(version),
    contentType: oidOf(contentType),
    attached: attached !== undefined,
    byKey: hasTag(sid, 0),
    digestAlgorithms: inside(digests).map((schema) => new AlgorithmIdentifier({ schema })),
    ...certificatesIn(
      fields.find((field) => hasTag(field, 0)),
      sid,
    ),
    signer: new SignerInfo({ schema: only }),
  };
}

function certificatesIn(
  set: Asn1 | undefined,
  sid: Asn1 | undefined,
): Pick<ReadSignedData, 'certificate' | 'certificates' | 'otherCertificates'> {
  const members = set === undefined ? [] : inside(set);
  if (members.length > maxCertificates) throw new NotRead(`it has ${members.length} certificates`);
  const certificates = members.flatMap((one) => certificateOf(one) ?? []);
  return {
    certificates,
    certificate: certificates.find((one) => isSigner(one, sid)) ?? null,
    otherCertificates: members.length - certificates.length,
  };
}

function certificateOf(value: Asn1): Certificate | null {
  try {
    return value instanceof Sequence ? readCertificate(bytesOf(value)) : null;
  } catch {
    return null;
  }
}

function isSigner({ issuer, serial, keyIdentifier }: Certificate, sid: Asn1 | undefined): boolean {
  if (hasTag(sid, 0)) return keyIdentifier?.equals(octetsOf(sid)) === true;
  const [name, number] = inside(sid);
  return bytesOf(name).equals(issuer) && bytesOf(number).equals(serial);
}
