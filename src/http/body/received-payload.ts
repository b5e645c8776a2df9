import type { ReceivedFile } from './multipart.ts';

/**
 * A received body, not yet parsed: `request` is the JSON text (the whole body, or the part of that name), `files` the
 * file parts, or the body that is one.
 */
export interface Payload {
  readonly kind: 'none' | 'json' | 'file' | 'multipart';
  readonly request: Uint8Array;
  readonly files: readonly ReceivedFile[];
  /** True where reading `request` would hold up other requests: it is read on a thread. */
  readonly isLarge: boolean;
}

export const nothing: Payload = { kind: 'none', request: new Uint8Array(), files: [], isLarge: false };
