import type { Certificate } from '../cms/certificate.ts';
import { isOwnForm } from '../cms/canonical-der.ts';
import { propertyOf, readPacket, simpleText } from '../xmp/reading/packet.ts';
import { openPdf } from '../file/open.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { readSignatures } from '../facts/signatures/signatures.ts';
import { coverOf, verifySignature } from '../sign/verify.ts';
import type { Exclusion } from './manifest/assertions.ts';
import { metadataOf } from './carry.ts';
import { embeddedManifest } from '../facts/embedded-manifest.ts';
import { readStore } from './manifest/read-store.ts';
import { iptcExtension } from '../xmp/source-type-xmp.ts';
import { verifyManifest } from './manifest/verify-manifest.ts';

/** A certified document as a reader sees it. */
export interface Certified {
  /** Empty for a valid document. */
  readonly mistakes: readonly string[];
  /** Identifier of the active manifest: `urn:c2pa:...` */
  readonly id: string | null;
  /** URI of the digital source type in the metadata. */
  readonly sourceType: string | null;
  /** The certificate of the document signature. */
  readonly certificate: Certificate | null;
}

/**
 * Verifies a document of `certifyPdf` from its bytes alone: a signature over the whole file, and a manifest by the same
 * signer. The manifest must be bound to the whole file without itself and Contents. Does not judge trust.
 * @throws AppError those of `openPdf`
 */
export function verifyCertified(bytes: Buffer, password?: string): Certified {
  const file = openPdf(bytes, { password });
  const { mistakes, certificate, contents } = verifySigned(file);
  const embedded = embeddedManifest(file);
  const store = embedded === null ? null : readStore(embedded.bytes);
  const active = store?.at(-1) ?? null;
  if (embedded === null || store === null || active === null)
    return {
      mistakes: [...mistakes, 'its manifest store is missing, or cannot be read'],
      id: null,
      sourceType: sourceTypeIn(file),
      certificate,
    };
  const verdict = verifyManifest(active, store, bytes);
  const failures = verdict.statuses.filter(({ kind }) => kind === 'failure').map(({ code, url }) => `${code} (${url})`);
  const bound = isBound(bytes, verdict.exclusions, { store: embedded.bytes, contents });
  const sameSigner = certificate !== null && verdict.certificate?.der.equals(certificate.der) === true;
  return {
    mistakes: [
      ...mistakes,
      ...(file.repaired === null ? [] : [file.repaired]),
      ...failures,
      ...(bound ? [] : ['its manifest leaves out other bytes than its own and those of the signature']),
      ...(sameSigner ? [] : ['its manifest and its signature are not by the same signer']),
    ],
    id: active.label,
    sourceType: sourceTypeIn(file),
    certificate,
  };
}

/** The signature over the whole file. */
function verifySigned(file: PdfFile): {
  mistakes: readonly string[];
  certificate: Certificate | null;
  contents: Exclusion | null;
} {
  for (const signature of readSignatures(file)) {
    const cover = coverOf(file.bytes, signature.byteRange);
    const { mistakes, deviations, certificate, whole } = verifySignature(file.bytes, signature);
    if (!whole || cover === null) continue;
    const own =
      mistakes.length > 0 || isOwnForm(signature.contents, cover.parts) ? [] : ['its signature is not as it was made'];
    return {
      mistakes: [...mistakes, ...deviations, ...own],
      certificate,
      contents: { start: cover.parts[0]?.length ?? 0, length: cover.gap.length },
    };
  }
  return { mistakes: ['it has no signature over all of it'], certificate: null, contents: null };
}

/** The exclusions must be the manifest store at its stated place, and Contents. */
function isBound(
  bytes: Buffer,
  exclusions: readonly Exclusion[],
  { store, contents }: { store: Buffer; contents: Exclusion | null },
): boolean {
  const others = exclusions.filter(({ start, length }) => start !== contents?.start || length !== contents.length);
  const [own] = others;
  return (
    exclusions.length === 2 &&
    others.length === 1 &&
    own !== undefined &&
    bytes.subarray(own.start, own.start + own.length).equals(store)
  );
}

function sourceTypeIn(file: PdfFile): string | null {
  const metadata = metadataOf(file);
  return metadata === null
    ? null
    : simpleText(propertyOf(readPacket(metadata), iptcExtension, 'DigitalSourceType')?.value);
}
