import type { Limits } from '../../../objects/limits.ts';
import type { ScannedElements } from './scanned-elements.ts';

/** Who reads an object stream: nobody so far, the reader of the document, or the thread that scans ahead of it. */
export const claim = { free: 0, reader: 1, ahead: 2 } as const;

/** Object streams of one document (ISO 32000-2, 7.5.7), compressed with FlateDecode alone. */
export interface ScanJob {
  readonly id: number;
  /** The `claim` on each stream, in shared memory. */
  readonly claims: Int32Array<SharedArrayBuffer>;
  /** The streams as they are stored, one after the other. */
  readonly stored: Uint8Array<ArrayBuffer>;
  /** Where each begins in `stored`, and the end of the last. */
  readonly starts: readonly number[];
  /** The offset of the first object of each in its content (table 16, First). */
  readonly firsts: readonly number[];
  readonly limits: Limits;
}

/** An object stream that was scanned; `index` is its place in its job. */
export interface ScannedStream extends ScannedElements {
  readonly id: number;
  readonly index: number;
  /** Its inflated content. */
  readonly content: Uint8Array<ArrayBuffer>;
}
