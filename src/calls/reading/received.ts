import type { Stored } from '../../editions/input-document.ts';
import type { Spooled } from '../documents/spool.ts';

/**
 * A file that came with a request. `stored` has the SHA-256 of its bytes, by which a retry of the request is
 * recognized.
 */
export interface GivenFile {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  readonly stored: Stored;
}

/** A file in the spool of its request. */
export interface ReceivedFile extends GivenFile {
  readonly stored: Spooled;
}

/**
 * A received request, not yet parsed: `request` is the JSON text in UTF-8 (the whole body, or the part of that name),
 * `files` are the file parts, or the body that is one file.
 */
export interface Payload {
  readonly kind: 'none' | 'json' | 'file' | 'multipart';
  readonly request: Uint8Array;
  readonly files: readonly ReceivedFile[];
  /** True where reading `request` would hold up other requests: it is read on a thread. */
  readonly isLarge: boolean;
}

/** A request without a body. */
export const emptyPayload: Payload = { kind: 'none', request: new Uint8Array(), files: [], isLarge: false };
