import { createHash } from 'node:crypto';
import type { Exclusion } from './assertions.ts';
import { manifestBox, manifestStore, type Claim } from './manifest.ts';
import { digestWithout } from './verify-manifest.ts';

/** A manifest to bind, and its place in the document. */
export interface Unbound {
  readonly claim: Claim;
  /** Boxes of earlier manifests. */
  readonly earlier: readonly Uint8Array[];
  /** Offset of the object of the manifest store. */
  readonly object: number;
  /** Length of the store in bytes. */
  readonly length: number;
  /** Contents of the signature, with its brackets. */
  readonly contents: Exclusion;
}

/** A manifest that was bound to its document. */
export interface Bound {
  readonly exclusions: readonly Exclusion[];
  /** SHA-256 of the document without the exclusions, in lower-case hex. */
  readonly contentDigest: string;
  readonly storeDigest: string;
}

/**
 * Makes the manifest store of a document that lacks only the store and Contents, and writes it into its place (C2PA
 * 2.4, A.4.2.2).
 */
export function bindManifest(bytes: Buffer, { claim, earlier, object, length, contents }: Unbound): Bound {
  const start = bytes.indexOf('\nstream\n', object) + '\nstream\n'.length;
  const exclusions = [{ start, length }, contents].sort((a, b) => a.start - b.start);
  const digest = digestWithout(bytes, exclusions);
  if (start < object || digest === null) throw new Error('the manifest is not where it was written');
  const store = manifestStore(earlier, manifestBox(claim, { exclusions, digest }));
  if (store.length !== length) throw new Error(`the manifest store takes ${store.length} bytes of ${length}`);
  store.copy(bytes, start);
  return {
    exclusions,
    contentDigest: digest.toString('hex'),
    storeDigest: createHash('sha256').update(store).digest('hex'),
  };
}
