import { createHash, type Hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Request } from 'express';
import { checkJsonSize } from './json-size.ts';
import { parseMediaType } from './accepted-body.ts';
import type { Payload } from './payload.ts';
import { queryOf } from './route.ts';

/**
 * What makes two requests the same (contract 3): the query, the headers that change the answer, and the body; JSON in canonical form (RFC 8785),
 * files by their digests: a retry of multipart has another boundary. SHA-256 in hex.
 */
export function fingerprint(request: Pick<Request, 'headers' | 'url'>, payload: Payload): string {
  const hash = createHash('sha256');
  add(hash, queryOf(request.url));
  add(hash, request.headers.accept ?? '*/*');
  add(hash, parseMediaType(request.headers['content-type'] ?? '').type);
  add(hash, canonical(payload.request));
  for (const { field, filename, contentType, stored } of payload.files) add(hash, JSON.stringify([field, filename, contentType, stored.sha256]));
  return hash.digest('hex');
}

/** Each piece with its length before it: no two lists of pieces make the same bytes. */
function add(hash: Hash, piece: string | Uint8Array): void {
  hash.update(`${Buffer.byteLength(piece)}:`).update(piece);
}

/** The canonical form; a text that is no JSON, is too much of it, or has none, stands for itself. */
function canonical(text: Uint8Array): string | Uint8Array {
  try {
    checkJsonSize(text);
    return canonicalize(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))) ?? text;
  } catch {
    return text;
  }
}
