import type { PdfFile } from '../file/pdf-file.ts';
import type { Parent } from './manifest/assertions.ts';
import { embeddedManifest } from '../facts/embedded-manifest.ts';
import { parentOf } from './parent.ts';
import { readStore } from './manifest/read-store.ts';

/** The manifests that a document brings. */
export interface EarlierManifests {
  /** Boxes of manifests, which are copied unchanged. */
  readonly boxes: readonly Buffer[];
  /** The parent of the new manifest; null without one. */
  readonly parent: Parent | null;
  /** The document has a manifest store that can not be read. */
  readonly unreadable: boolean;
}

/** Bytes of a store that is taken over; stores contain thumbnails. */
const maxBytes = 32 * 1024 * 1024;

/** The manifests of a document. The file must be open on the very bytes that they describe. */
export function earlierManifests(file: PdfFile): EarlierManifests {
  const known = embeddedManifest(file);
  if (known === null) return { boxes: [], parent: null, unreadable: false };
  const store = known.bytes.length > maxBytes ? null : readStore(known.bytes);
  return store === null
    ? { boxes: [], parent: null, unreadable: true }
    : { boxes: store.map(({ box }) => box.bytes), parent: parentOf(store, file.bytes), unreadable: false };
}
