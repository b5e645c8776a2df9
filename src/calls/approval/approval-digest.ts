import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { InputDocument } from '../../editions/input-document.ts';
import { invalidRequest, pointer } from '../../input/input.ts';

/** Bytes of a request: their place in it, and their SHA-256 in lower-case hex. */
interface Content {
  readonly at: string;
  readonly sha256: string;
}

/**
 * What an approver signs: `sha256:` and the SHA-256, in hex, of the canonical JSON (RFC 8785) of `{tool, parameters,
 * documents}`. `request` is the valid request with its defaults filled in and its documents opened. In `parameters`
 * each document is `null`; `documents` lists the documents by place and digest. So the digest is the same for every
 * form of the request, and reveals no document and no secret, except a passphrase that can be guessed.
 */
export function approvalDigest(tool: string, request: unknown): string {
  const documents: Content[] = [];
  const parameters = withoutBytes(request, [], documents);
  documents.sort((one, other) => (one.at < other.at ? -1 : 1));
  return `sha256:${createHash('sha256').update(canonical({ tool, parameters, documents })).digest('hex')}`;
}

/** JSON has no bytes: `null` takes their place, and `documents` lists them. `path` is the place of `value`. */
function withoutBytes(value: unknown, path: (string | number)[], documents: Content[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const sha256 = digestOf(value);
  if (sha256 !== null) {
    documents.push({ at: pointer(path), sha256 });
    return null;
  }
  const inner = (child: unknown, key: string | number): unknown => {
    path.push(key);
    const made = withoutBytes(child, path, documents);
    path.pop();
    return made;
  };
  if (Array.isArray(value)) return value.map(inner);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new Error(`A valid request has something at ${pointer(path)} that is neither JSON nor bytes.`);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, inner(child, key)]));
}

/** The digest of bytes, in hex; `null` = the value is something else. */
function digestOf(value: object): string | null {
  if (value instanceof InputDocument) return value.sha256;
  return value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : null;
}

/**
 * Throws AppError `invalid-request` where something in the request has no canonical form: two such requests could not
 * be distinguished.
 */
function canonical(value: object): string {
  try {
    return canonicalize(value) ?? '';
  } catch {
    throw invalidRequest([
      {
        pointer: '',
        message:
          'the request has half of a surrogate pair in a text, or a number beyond what JSON carries, and an ' +
          'approval can not name that',
      },
    ]);
  }
}
