import type { PdfFile } from '../file/pdf-file.ts';
import type { Parent } from './manifest/assertions.ts';
import { embeddedManifest } from '../facts/embedded-manifest.ts';
import { parentOf } from './parent.ts';
import { readStore } from './manifest/read-store.ts';

/** What a document brings of manifests. */
export interface EarlierManifests {
  /** Boxes of manifests, to be copied as they are. */
  readonly boxes: readonly Buffer[];
  /** Of the new manifest; null for none. */
  readonly parent: Parent | null;
  /** There is a manifest store, and it can not be read. */
  readonly unreadable: boolean;
}

/** Bytes of the largest store that is taken over: thumbnails are in it. */
const maxBytes = 32 * 1024 * 1024;

/** The manifests of a document, which was opened from the bytes that they speak of. */
export function earlierManifests(file: PdfFile): EarlierManifests {
  const known = embeddedManifest(file);
  if (known === null) return { boxes: [], parent: null, unreadable: false };
  const store = known.bytes.length > maxBytes ? null : readStore(known.bytes);
  return store === null
    ? { boxes: [], parent: null, unreadable: true }
    : { boxes: store.map(({ box }) => box.bytes), parent: parentOf(store, file.bytes), unreadable: false };
}
