import { createHash } from 'node:crypto';
import { inside, octetsOf, oidOf, parse } from '../../cms/asn1.ts';

const hashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/**
 * Whether a timestamp token (RFC 3161, 2.4.2) has the digest of the bytes in `parts`; null for an unreadable one. Does
 * not check who issued it.
 */
export function timestampFits(token: Uint8Array, parts: readonly Uint8Array[]): boolean | null {
  try {
    const content = inside(inside(inside(inside(parse(token))[1])[0])[2]);
    const [, , imprint] = inside(parse(octetsOf(inside(content[1])[0])));
    const [algorithm, digest] = inside(imprint);
    const name = hashes[oidOf(inside(algorithm)[0])];
    if (name === undefined) return null;
    const hash = createHash(name);
    for (const part of parts) hash.update(part);
    return hash.digest().equals(octetsOf(digest));
  } catch {
    return null;
  }
}
