import { createHash, type Hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { checkJsonSize } from './json-size.ts';

/**
 * The identity of a request (docs/spec/requests.md): the query, the headers that change the answer, and the body. JSON
 * counts in its canonical form (RFC 8785). Files count by their digests, because a retry of multipart has another
 * boundary.
 */
export interface FingerprintPieces {
  readonly head: readonly string[];
  /** JSON, in any form. */
  readonly text: Uint8Array;
  readonly files: readonly string[];
}

/** SHA-256 of the pieces, in hex. */
export function fingerprintOf({ head, text, files }: FingerprintPieces): string {
  const hash = createHash('sha256');
  for (const piece of [...head, canonical(text), ...files]) add(hash, piece);
  return hash.digest('hex');
}

/** Each piece with its length before it: no two lists of pieces make the same bytes. */
function add(hash: Hash, piece: string | Uint8Array): void {
  hash.update(`${Buffer.byteLength(piece)}:`).update(piece);
}

/** The canonical form. A text that is not JSON, is too large, or has no canonical form is returned unchanged. */
function canonical(text: Uint8Array): string | Uint8Array {
  try {
    checkJsonSize(text);
    return canonicalize(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))) ?? text;
  } catch {
    return text;
  }
}
