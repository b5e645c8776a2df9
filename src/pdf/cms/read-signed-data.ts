import { Sequence, Set as Asn1Set } from 'asn1js';
import { AlgorithmIdentifier, ContentInfo, SignerInfo } from 'pkijs';
import { bytesOf, hasTag, inside, numberOf, octetsOf, oidOf, parse, type Asn1 } from './asn1.ts';
import { readCertificate, type Certificate } from './certificate.ts';

/** A CMS signature (RFC 5652, 5.1) of one signer. */
export interface ReadSignedData {
  /** Its own bytes, without what follows them. */
  readonly bytes: Buffer;
  readonly version: number;
  readonly digestAlgorithms: readonly AlgorithmIdentifier[];
  /** Of the content that is signed. */
  readonly contentType: string;
  /** The content is in it. */
  readonly attached: boolean;
  readonly signer: SignerInfo;
  /** The signer is named by the identifier of its key, not by issuer and serial number (5.3). */
  readonly byKey: boolean;
  /** Whose signature it is; null where that is not in it. */
  readonly certificate: Certificate | null;
  /** All that are in it, byte for byte, as pkijs does not keep them. */
  readonly certificates: readonly Certificate[];
  /** Certificates that can not be read, or are of another kind than X.509. */
  readonly otherCertificates: number;
}

/** More say nothing about who signed, and are costly to compare with each other. */
const maxCertificates = 50;

/** What a signature is not, in words that complete "the signature ...". */
export class NotRead extends Error {}

/** @throws NotRead; Error where it is nothing of the kind */
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
