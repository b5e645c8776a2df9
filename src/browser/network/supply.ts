import type { Egress } from './egress.ts';

/** The resources of one print, and who receives warnings about those that failed. */
export interface Supply {
  /** Base address of the print, from `baseAddress`. No two prints share it, so no cache mixes up their assets. */
  readonly base: string;
  /** Files by their names relative to the document: `img/a.png`, `../a.png`. */
  readonly files: ReadonlyMap<string, ServedFile>;
  /** The folder of the document below the root of its files, with a slash at its end; `''` = the root itself. */
  readonly folder: string;
  readonly egress: Egress;
  /** Headers for the origin of a remote page alone (RFC 6454): another scheme of its host could be unencrypted. */
  readonly remote: { readonly origin: string; readonly headers: Readonly<Record<string, string>> } | null;
  readonly signal: AbortSignal;
  warn(
    code: 'resource-blocked' | 'resource-failed' | 'console-error' | 'navigation-blocked' | 'still-moving',
    message: string,
    /** What it is about: a URL, or the name of a file relative to the document. */
    address?: string,
  ): void;
}

/** A file of the request, served to its page below the base address of its print. */
export interface ServedFile {
  readonly contentType: string;
  readonly data: Uint8Array;
}
