import type { BlobStore } from '../../store/facets/blobs.ts';
import type { SessionAsset } from '../../store/facets/sessions.ts';

/** `document` of a session, as far as its assets are read. */
interface WithAssets {
  readonly assets?: Readonly<Record<string, unknown>>;
}

/**
 * `document` with the assets of the session among its own, before which they come: each is one byte, for a validation
 * that may be done elsewhere, until `fill` puts the bytes there.
 */
export function withNames(document: string, names: readonly string[]): object {
  const parsed = JSON.parse(document) as WithAssets;
  if (names.length === 0) return parsed;
  return {
    ...parsed,
    assets: { ...parsed.assets, ...Object.fromEntries(names.map((name) => [name, new Uint8Array(1)])) },
  };
}

/** The names of the assets in `document`. */
export function namesIn(document: string): ReadonlySet<string> {
  return new Set(Object.keys((JSON.parse(document) as WithAssets).assets ?? {}));
}

/**
 * Puts the bytes of assets into a valid request. Those that neither the texts nor a style sheet among the assets name
 * are left out, so that they are not read.
 */
export async function fill(
  request: unknown,
  assets: readonly SessionAsset[],
  { texts, blobs }: { readonly texts: readonly Uint8Array[]; readonly blobs: Pick<BlobStore, 'read'> },
): Promise<void> {
  const held = (request as { document?: { assets?: Record<string, unknown> } }).document?.assets;
  if (held === undefined) return;
  const read = new Set<string>();
  const waiting = texts.map(bufferOf);
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop())
    for (const { name, contentType, blob } of assets)
      if (!read.has(name) && text.includes(name)) {
        read.add(name);
        const bytes = await blobs.read(blob);
        held[name] = bytes;
        if (contentType === 'text/css' || contentType === 'image/svg+xml') waiting.push(bufferOf(bytes));
      }
  for (const { name } of assets) if (!read.has(name)) Reflect.deleteProperty(held, name);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
