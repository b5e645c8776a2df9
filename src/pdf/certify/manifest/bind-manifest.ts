import { createHash } from 'node:crypto';
import type { Exclusion } from './assertions.ts';
import { manifestBox, manifestStore, type Claim } from './manifest.ts';
import { digestWithout } from './verify-manifest.ts';

/** What a document is about to be bound to. */
export interface Unbound {
  readonly claim: Claim;
  /** Boxes of earlier manifests. */
  readonly earlier: readonly Uint8Array[];
  /** Where the object starts that is the manifest store. */
  readonly object: number;
  /** Bytes of the store. */
  readonly length: number;
  /** Of the signature: Contents with its brackets. */
  readonly contents: Exclusion;
}

export interface Bound {
  readonly exclusions: readonly Exclusion[];
  /** Of the document without them: SHA-256 in lower-case hex. */
  readonly contentDigest: string;
  readonly storeDigest: string;
}

/**
 * Makes the manifest store of a document that is whole but for that and for Contents, and writes it into its place
 * (C2PA 2.4, A.4.2.2).
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
