import type { WantedLabel, CertifyOptions } from './certify-options.ts';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../problems.ts';
import { readCredential, type Credential } from '../cms/credential.ts';
import { subjectOf } from '../cms/certificate.ts';
import { signatureAlgorithm, type Hash } from '../cms/signature-algorithm.ts';
import { signedData } from '../cms/signed-data.ts';
import { openPdf } from '../file/open.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { seal } from '../sign/seal.ts';
import { prepare, roomFor, verify as verifySignature } from '../sign/sign-pdf.ts';
import { readSignatures } from '../facts/signatures/signatures.ts';
import { openShelf } from '../typeset/font-shelf.ts';
import { updatePdf } from '../file/writing/update.ts';
import { addProvenance } from './add-provenance.ts';
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
    /** COSE. */
    readonly algorithm: string;
    /** Of the manifest that the document had. */
    readonly parent: string | null;
  };
  readonly signature: {
    readonly field: string;
    readonly signer: string;
    readonly hash: Hash;
    readonly certified: boolean;
  };
  /** Earlier signatures that were broken, as the request allowed. */
  readonly broken: readonly string[];
}

/**
 * Nothing may change in a document that is certified so (ISO 32000-2, table 257): whatever does breaks the hard binding
 * of its manifest, too.
 */
const noChanges = 1;

const unreadableWarning =
  'The document has a C2PA manifest that can not be read, so that it is no ingredient of the new one, which ' +
  'takes its place.';

const rewrittenWarnings = {
  damaged:
    'The cross-reference of the document was broken, so that it was written anew before anything was added: ' +
    'its first bytes are not those that were sent.',
  encrypted:
    'The document was written anew without its encryption, as was asked for: its first bytes are not those ' +
    'that were sent.',
} as const;

/**
 * Adds a C2PA manifest (claim of version 2), the digital source type in its metadata, and a label where one is wanted,
 * and signs it all (PAdES baseline-B): one incremental update (C2PA 2.4, A.4.2.2), verified before it is returned.
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
  const { bytes, offsets } = updatePdf(prepared.changes);
  const bound: Bound[] = [];
  seal(
    bytes,
    { object: offsets.get(prepared.signature.num) ?? 0, room },
    algorithm.hash,
    (digest) => signedData(credential, algorithm, digest),
    (contents) => {
      // Once ByteRange is written, and before the signature covers the manifest.
      bound.push(
        bindManifest(bytes, { claim, earlier: earlier.boxes, object: offsets.get(stream.num) ?? 0, length, contents }),
      );
    },
  );
  verifySignature(bytes, { prepared, credential, password });
  verify(bytes, claim, password);
  return {
    pdf: bytes,
    pages: file.pages().length,
    warnings: [
      ...(rewritten === null ? [] : [rewrittenWarnings[rewritten]]),
      ...(earlier.unreadable ? [unreadableWarning] : []),
      ...claimWarnings(credential),
      ...warningsOf(given, options, broken),
      ...prepared.warnings,
      ...warnings,
    ],
    manifest: {
      id: claim.id,
      bytes: length,
      ...boundOnce(bound),
      algorithm: claim.algorithm.name,
      parent: claim.parent?.label ?? null,
    },
    signature: { field: prepared.field, signer, hash: algorithm.hash, certified: level === 'certified' },
    broken: rewritten === null ? broken : readSignatures(given).map(({ field }) => field),
  };
}

function boundOnce([bound]: readonly Bound[]): Bound {
  if (bound === undefined) throw new Error('the manifest was not written');
  return bound;
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

function warningsOf(file: PdfFile, { provenance, decrypt }: CertifyOptions, broken: readonly string[]): string[] {
  const { instead } = provenance.sourceType;
  return [
    ...(instead === null
      ? []
      : [
          `IPTC no longer uses the digital source type '${provenance.sourceType.name}': it has \`${instead}\` ` +
            'in its place.',
        ]),
    ...(file.encryption === null || decrypt
      ? []
      : [
          'The document is encrypted: the manifest in it is not, but many readers of Content Credentials do ' +
            'not look into encrypted documents.',
        ]),
    ...(broken.length === 0 && readSignatures(file).length > 0
      ? [
          'The document was signed before: readers tell of its earlier signatures that it was changed after ' +
            'them, by the manifest and the metadata.',
        ]
      : []),
  ];
}

/** As a reader has it. */
function verify(bytes: Buffer, claim: Claim, password: string | undefined): void {
  const { mistakes, id, sourceType } = verifyCertified(bytes, password);
  const wrong =
    mistakes[0] ??
    (id === claim.id ? null : 'it has another manifest') ??
    (sourceType === claim.provenance.sourceType.uri ? null : 'its metadata say something else');
  if (wrong !== null)
    throw new AppError(
      'invalid-pdf',
      `The certified document could not be verified (${wrong}), so that it is not returned. Repair the document first.`,
    );
}
