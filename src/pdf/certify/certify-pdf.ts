import type { WantedLabel, CertifyOptions } from './certify-options.ts';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../problems.ts';
import { readCredential, type Credential } from '../cms/credential.ts';
import { subjectOf } from '../cms/certificate.ts';
import { signatureAlgorithm, type Hash } from '../cms/signature-algorithm.ts';
import { signedData } from '../cms/signed-data.ts';
import { openPdf } from '../file/open.ts';
import type { Ref } from '../objects/objects.ts';
import { seal } from '../sign/seal.ts';
import type { Prepared } from '../sign/prepare-signature.ts';
import { prepare, roomFor, verify as verifySignature } from '../sign/sign-pdf.ts';
import { readSignatures } from '../facts/signatures/signatures.ts';
import { openShelf } from '../typeset/font-shelf.ts';
import { updatePdf } from '../file/writing/update.ts';
import { addProvenance } from './add-provenance.ts';
import { documentWarnings, preparationWarnings } from './certify-warnings.ts';
import type { Exclusion, Parent } from './manifest/assertions.ts';
import { bindManifest, type Bound } from './manifest/bind-manifest.ts';
import { checkCarrier } from './carry.ts';
import { checkClaimCertificate, claimChain, claimWarnings } from './manifest/claim-certificate.ts';
import { coseAlgorithm } from './manifest/cose-algorithm.ts';
import { earlierManifests } from './earlier-manifests.ts';
import { manifestLength, manifestStore, type Claim } from './manifest/manifest.ts';
import { respectSigned } from './respect-signed.ts';
import { verifyCertified } from './verify-certified.ts';
import type { VisibleLabel } from './visible-label.ts';

/** A certified document, and what was added to it. */
export interface CertifyResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly string[];
  readonly manifest: {
    readonly id: string;
    /** SHA-256 of the manifest store, and of the document without the exclusions: lower-case hex. */
    readonly storeDigest: string;
    readonly contentDigest: string;
    readonly bytes: number;
    readonly exclusions: readonly Exclusion[];
    /** Name of the COSE algorithm. */
    readonly algorithm: string;
    /** Identifier of the document's previous manifest, or null. */
    readonly parent: string | null;
  };
  readonly signature: {
    readonly field: string;
    readonly signer: string;
    readonly hash: Hash;
    readonly certified: boolean;
  };
  /** Fields of earlier signatures that were broken, as the request allowed. */
  readonly broken: readonly string[];
}

/** DocMDP level 1 (ISO 32000-2, table 257): any change would also break the hard binding of the manifest. */
const noChanges = 1;

/**
 * Adds a C2PA manifest (claim of version 2), the digital source type in the metadata, and an optional label, and signs
 * everything (PAdES baseline-B). All is one incremental update (C2PA 2.4, A.4.2.2), which is verified before it is
 * returned.
 * @throws AppError those of `openPdf`, `readCredential` and `prepare`, `conformance-not-reached` where the document can
 * not carry a manifest
 */
export async function certifyPdf(options: CertifyOptions): Promise<CertifyResult> {
  const { password, decrypt, now, label, fonts, level, breakSignatures } = options;
  const credential = readCredential(options.credential, now);
  checkClaimCertificate(credential);
  const algorithm = signatureAlgorithm(credential.key, options.hash);
  const [room, signer] = [roomFor(credential, algorithm), subjectOf(credential.certificate)];
  const shelf = label === undefined ? null : await openShelf({ folders: fonts, texts: [label.text] });
  const given = openPdf(options.bytes, { password });
  checkCarrier(given, { decrypt });
  const broken = respectSigned(given, options);
  const { file, prepared, rewritten } = await prepare(given, {
    now,
    password,
    decrypt,
    fonts,
    room,
    signer,
    certify: level === 'certified' ? noChanges : undefined,
    breakSignatures,
  });
  const earlier = earlierManifests(given);
  const claim = claimOf(options, { credential, hash: algorithm.hash, parent: earlier.parent });
  const length = manifestStore(earlier.boxes, Buffer.alloc(manifestLength(claim))).length;
  const { stream, warnings } = addProvenance(prepared.changes, {
    claim,
    now,
    length,
    shelf,
    label: label === undefined ? null : labelOn(label, file.pages().length),
  });
  const { bytes, bound } = sealed(prepared, {
    room,
    hash: algorithm.hash,
    sign: (digest) => signedData(credential, algorithm, digest),
    bind: { claim, earlier: earlier.boxes, length },
    stream,
  });
  verifySignature(bytes, { prepared, credential, password });
  verify(bytes, claim, password);
  return {
    pdf: bytes,
    pages: file.pages().length,
    warnings: [
      ...preparationWarnings({ rewritten, unreadable: earlier.unreadable }),
      ...claimWarnings(credential),
      ...documentWarnings(given, options, broken),
      ...prepared.warnings,
      ...warnings,
    ],
    manifest: {
      id: claim.id,
      bytes: length,
      ...bound,
      algorithm: claim.algorithm.name,
      parent: claim.parent?.label ?? null,
    },
    signature: { field: prepared.field, signer, hash: algorithm.hash, certified: level === 'certified' },
    broken: rewritten === null ? broken : readSignatures(given).map(({ field }) => field),
  };
}

interface Sealing {
  /** Bytes that are reserved for the CMS signature. */
  readonly room: number;
  readonly hash: Hash;
  readonly sign: (digest: Buffer) => Buffer;
  readonly bind: { readonly claim: Claim; readonly earlier: readonly Buffer[]; readonly length: number };
  /** The embedded file stream that receives the manifest store. */
  readonly stream: Ref;
}

/** Writes the update, and fills in its manifest once ByteRange is written, before the signature covers both. */
function sealed(prepared: Prepared, { room, hash, sign, bind, stream }: Sealing): { bytes: Buffer; bound: Bound } {
  const { bytes, offsets } = updatePdf(prepared.changes);
  const offsetOf = ({ num }: Ref) => offsets.get(num) ?? 0;
  let bound: Bound | undefined;
  seal(bytes, {
    place: { object: offsetOf(prepared.signature), room },
    hash,
    sign,
    fill: (contents) => {
      bound = bindManifest(bytes, { ...bind, object: offsetOf(stream), contents });
    },
  });
  if (bound === undefined) throw new Error('the manifest was not written');
  return { bytes, bound };
}

function claimOf(
  { provenance, label }: CertifyOptions,
  { credential, hash, parent }: { credential: Credential; hash: Hash; parent: Parent | null },
): Claim {
  return {
    id: `urn:c2pa:${randomUUID()}`,
    instanceId: `xmp:iid:${randomUUID()}`,
    provenance,
    label: label?.text ?? null,
    parent,
    certificates: claimChain(credential),
    algorithm: coseAlgorithm(credential.key, hash),
  };
}

function labelOn({ pages, lang, ...label }: WantedLabel, count: number): VisibleLabel {
  return { ...label, lang: lang ?? null, pages: [...new Set(pages(count))] };
}

/**
 * Verifies the result as a reader would.
 * @throws AppError `invalid-pdf`
 */
function verify(bytes: Buffer, claim: Claim, password: string | undefined): void {
  const { mistakes, id, sourceType } = verifyCertified(bytes, password);
  const wrong =
    mistakes[0] ??
    (id === claim.id ? null : 'it has another manifest') ??
    (sourceType === claim.provenance.sourceType.uri ? null : 'its metadata differ');
  if (wrong !== null)
    throw new AppError(
      'invalid-pdf',
      `The certified document could not be verified (${wrong}), so that it is not returned. Repair the document first.`,
    );
}
