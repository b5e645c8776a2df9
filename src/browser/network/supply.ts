import type { Egress } from './egress.ts';

/** What one print may load, and where what it could not load is told. */
export interface Supply {
  /**
   * Base address of the print, from `baseAddress`: no two prints share it, so no cache can hand one's asset to another.
   */
  readonly base: string;
  /** By name relative to the document, as `img/a.png` or `../a.png`. */
  readonly files: ReadonlyMap<string, ServedFile>;
  /** The folder of the document below the root of its files, with a slash at its end; `''` = the root itself. */
  readonly folder: string;
  readonly egress: Egress;
  /**
   * Headers for the origin of a remote page alone (RFC 6454): not for its host by another scheme, which could be in
   * clear text.
   */
  readonly remote: { readonly origin: string; readonly headers: Readonly<Record<string, string>> } | null;
  readonly signal: AbortSignal;
  warn(
    code: 'resource-blocked' | 'resource-failed' | 'console-error' | 'navigation-blocked' | 'still-moving',
    message: string,
  ): void;
}

/** A file of the request, served to its page below the base address of its print. */
export interface ServedFile {
  readonly contentType: string;
  readonly data: Uint8Array;
}
