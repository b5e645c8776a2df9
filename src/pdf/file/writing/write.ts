import type { Encryption, Method } from '../../crypt/encryption.ts';
import { Dict, PdfString, Ref, Stream, type Obj } from '../../objects/objects.ts';
import { serialize, type Writable } from '../../objects/serialize.ts';
import { dropXrefKeys } from '../xref/write-xref.ts';
import { usualStyle } from './file-style.ts';
import { FileWriter } from './file-writer.ts';
import { ObjectCipher } from './object-cipher.ts';

/** The objects of a new file, and how they are written. */
export interface WriteOptions {
  /** Each number once, above 0; written in this order, with generation 0. */
  readonly objects: Iterable<readonly [num: number, obj: Obj | Writable]>;
  /** Root, Info and entries of others. Size, ID, Encrypt and those of cross-references are made here. */
  readonly trailer: Dict;
  /** "1.7". Raised to the version that the file needs: 1.5 for `compress`, up to 1.7 for `encrypt`. */
  readonly version: string;
  /** Object streams and a cross-reference stream (ISO 32000-2, 7.5.7, 7.5.8), else a table that every reader knows. */
  readonly compress: boolean;
  /** That of an opened file, to encrypt as it was, or a new one. */
  readonly encrypt?: Encryption | null;
  /** Objects that are in an object stream among `objects`, which stays as it is: with `compress`. */
  readonly packed?: readonly (readonly [num: number, container: number, index: number])[];
  /** The file identifier (14.4); without one it follows from the content, so equal input gives equal bytes. */
  readonly id?: readonly [Buffer, Buffer];
}

type Numbered = readonly [num: number, obj: Obj | Writable];

/** Writes a file of one revision. Streams go in as their `raw` bytes, with Length set. */
export function writePdf(options: WriteOptions): Uint8Array {
  const { out, loose } = started(options);
  out.objectStreams(loose);
  return ended(out, options);
}

/** The same file, compressed on another thread: for large ones. */
export async function writePdfInParallel(options: WriteOptions): Promise<Uint8Array> {
  const { out, loose } = started(options);
  await out.objectStreamsInParallel(loose);
  return ended(out, options);
}

/** A file with all objects but those that go into object streams. */
function started(options: WriteOptions): { readonly out: FileWriter; readonly loose: readonly Numbered[] } {
  const { compress, trailer, encrypt: encryption = null, packed = [] } = options;
  const objects = [...options.objects];
  const cipher = encryption === null ? null : new ObjectCipher(encryption, metadataOf(objects, trailer), direct);
  const out = new FileWriter({ style: usualStyle, next: nextAfter(objects, packed), cipher }).begin(versionOf(options));
  const loose: Numbered[] = [];
  for (const entry of objects) {
    if (compress && !(entry[1] instanceof Stream)) loose.push(entry);
    else out.object(entry[0], 0, entry[1]);
  }
  for (const [num, container, index] of packed) out.packed(num, container, index);
  return { out, loose };
}

function ended(out: FileWriter, options: WriteOptions): Uint8Array {
  const { compress, trailer, encrypt: encryption = null } = options;
  const own = dropXrefKeys(trailer.copy(), 'Size', 'Prev', 'Encrypt', 'ID');
  if (encryption !== null) own.set('Encrypt', encryptDict(out, encryption.dict));
  own.set(
    'ID',
    identifier(out, options).map((half) => new PdfString(half, true)),
  );
  return out.end(own, compress ? 'stream' : 'table');
}

/** The first number that no object has. */
function nextAfter(...objects: readonly (readonly (readonly [num: number, ...unknown[]])[])[]): number {
  let next = 1;
  for (const numbers of objects) for (const [num] of numbers) next = Math.max(next, num + 1);
  return next;
}

function versionOf({ version, compress, encrypt }: WriteOptions): string {
  const { streams = 'none', strings = 'none', files = 'none' } = encrypt?.methods ?? {};
  const needed = [streams, strings, files].map((method) => leastVersions[method]);
  return [version, ...needed, compress ? '1.5' : version].sort().at(-1) ?? version;
}

/** The XMP of the document, by its number. */
function metadataOf(objects: readonly Numbered[], trailer: Dict): number | null {
  const root = trailer.get('Root');
  const catalog = root instanceof Ref ? (objects.find(([num]) => num === root.num)?.[1] ?? null) : null;
  const metadata = catalog instanceof Dict ? catalog.get('Metadata') : null;
  return metadata instanceof Ref ? metadata.num : null;
}

/** Writes the encryption dictionary, whose strings are never encrypted (7.6.2). */
function encryptDict(out: FileWriter, dict: Dict): Ref {
  const num = out.next++;
  out.body(num, serialize(dict));
  return new Ref(num);
}

/** Keys of old revisions hang on the first half, so encryption brings its own. */
function identifier(out: FileWriter, { id, encrypt }: WriteOptions): readonly [Buffer, Buffer] {
  const [first, second] = id ?? twice(out.digest());
  return [encrypt?.id ?? first, second];
}

/** ISO 32000-2, tables 20 and 25. */
const leastVersions: Readonly<Record<Method, string>> = { none: '1.0', rc4: '1.5', 'aes-128': '1.6', 'aes-256': '1.7' };

/** What a file is encrypted by is in its dictionaries themselves. */
const direct = (obj: Obj) => (obj instanceof Ref ? null : obj);

const twice = <T>(value: T): [T, T] => [value, value];
