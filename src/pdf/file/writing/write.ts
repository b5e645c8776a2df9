import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Encryption, Method } from '../../crypt/encryption.ts';
import { withoutForeignCrypt } from '../../crypt/crypt-filter.ts';
import { ByteSink } from '../../objects/byte-sink.ts';
import { Lexer } from '../../objects/lexer.ts';
import { Dict, isName, Name, PdfString, Ref, Stream, type Obj } from '../../objects/objects.ts';
import { Parser } from '../../objects/parser.ts';
import { serialize, serializeTo, Writable } from '../../objects/serialize.ts';
import { WrittenObjects, xrefData, xrefStreamKeys, xrefTable } from '../xref/write-xref.ts';

export interface WriteOptions {
  /** Each number once, above 0; written in this order, with generation 0. */
  readonly objects: Iterable<readonly [num: number, obj: Obj | Writable]>;
  /** Root, Info and entries of others. Size, ID, Encrypt and those of cross-references are made here. */
  readonly trailer: Dict;
  /** "1.7". Raised to what the file needs: 1.5 for `compress`, up to 1.7 for `encrypt`. */
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

/** Objects an object stream holds: readers inflate a whole one to reach a single object. */
const objectsAStream = 400;

/**
 * Of compression. The objects of a tagged document are millions of alike bytes: zlib's own level, 6, takes twice as
 * long over them for 3 % less.
 */
const objectLevel = 4;

/** Writes a file of one revision. Streams go in as their `raw` bytes, with Length set. */
export function writePdf(options: WriteOptions): Uint8Array {
  return new Writer(options).write();
}

class Writer {
  readonly #options: WriteOptions;
  readonly #encryption: Encryption | null;
  readonly #chunks: Buffer[] = [];
  /** What comes after the chunks: a file has millions of small pieces. */
  readonly #pending = new ByteSink();
  readonly #entries = new WrittenObjects();
  readonly #objects: (readonly [number, Obj | Writable])[];
  readonly #plainMetadata: number | null;
  /** Of one object stream after the other. */
  readonly #heads = new ByteSink();
  readonly #bodies = new ByteSink();
  #length = 0;
  #next = 1;

  constructor(options: WriteOptions) {
    this.#options = options;
    this.#encryption = options.encrypt ?? null;
    this.#objects = [...options.objects];
    for (const numbers of [this.#objects, options.packed ?? []])
      for (const [num] of numbers) this.#next = Math.max(this.#next, num + 1);
    this.#plainMetadata = this.#encryption?.encryptMetadata === false ? this.#metadata() : null;
  }

  write(): Uint8Array {
    const { compress, trailer } = this.#options;
    this.#push(`%PDF-${this.#version()}\n%\xE2\xE3\xCF\xD3\n`);
    const packed: (readonly [number, Obj | Writable])[] = [];
    for (const entry of this.#objects) {
      if (compress && !(entry[1] instanceof Stream)) packed.push(entry);
      else this.#object(...entry);
    }
    for (const [num, container, index] of this.#options.packed ?? []) this.#entries.in(num, container, index);
    for (let from = 0; from < packed.length; from += objectsAStream)
      this.#pack(packed.slice(from, from + objectsAStream));
    const own = trailer.copy();
    for (const key of ['Size', 'Prev', 'XRefStm', 'Encrypt', 'ID', ...xrefStreamKeys]) own.delete(key);
    if (this.#encryption !== null) own.set('Encrypt', this.#encryptDict(this.#encryption.dict));
    own.set(
      'ID',
      this.#identifier().map((half) => new PdfString(half, true)),
    );
    if (compress) this.#endWithStream(own);
    else this.#endWithTable(own);
    this.#flush();
    return Buffer.concat(this.#chunks, this.#length);
  }

  #version(): string {
    const { version, compress } = this.#options;
    const { streams = 'none', strings = 'none', files = 'none' } = this.#encryption?.methods ?? {};
    const needed = [streams, strings, files].map((method) => leastVersions[method]);
    return [version, ...needed, compress ? '1.5' : version].sort().at(-1) ?? version;
  }

  /** The XMP of the document, by its number. */
  #metadata(): number | null {
    const root = this.#options.trailer.get('Root');
    const catalog = root instanceof Ref ? (this.#objects.find(([num]) => num === root.num)?.[1] ?? null) : null;
    const metadata = catalog instanceof Dict ? catalog.get('Metadata') : null;
    return metadata instanceof Ref ? metadata.num : null;
  }

  #object(num: number, object: Obj | Writable): void {
    if (object instanceof Writable && this.#encryption === null) {
      this.#entries.at(num, this.#length);
      this.#push(`${num} 0 obj\n`);
      const before = this.#pending.length;
      object.write(this.#pending);
      this.#length += this.#pending.length - before;
      this.#push('\nendobj\n');
      return;
    }
    const obj = object instanceof Writable ? read(object) : object;
    if (obj instanceof Stream) {
      const method = num === this.#plainMetadata ? 'none' : (this.#encryption?.methodOf(obj.dict, direct) ?? 'none');
      this.#stream(
        num,
        withoutForeignCrypt(obj.dict, this.#encryption),
        this.#encryption?.encrypt(method, num, 0, obj.raw) ?? obj.raw,
      );
    } else this.#body(num, serialize(obj, this.#strings(num)), null);
  }

  #stream(num: number, dict: Dict, bytes: Buffer): void {
    const strings = isName(dict.get('Type'), 'XRef') ? undefined : this.#strings(num);
    this.#body(num, `${serialize(dict.copy().set('Length', bytes.length), strings)}\nstream\n`, bytes);
  }

  #body(num: number, text: string, bytes: Buffer | null): void {
    this.#entries.at(num, this.#length);
    this.#push(`${num} 0 obj\n${text}`);
    if (bytes !== null) {
      this.#push(bytes);
      this.#push('\nendstream');
    }
    this.#push('\nendobj\n');
  }

  #strings(num: number): ((string: PdfString) => PdfString) | undefined {
    const encryption = this.#encryption;
    if (encryption === null || encryption.methods.strings === 'none') return undefined;
    return ({ bytes, hex }) => new PdfString(encryption.encrypt(encryption.methods.strings, num, 0, bytes), hex);
  }

  /** An object stream; the strings in it are encrypted with it, not on their own (7.5.7). */
  #pack(objects: readonly (readonly [number, Obj | Writable])[]): void {
    const container = this.#next++;
    const bodies = this.#bodies;
    bodies.clear();
    const heads = this.#heads;
    heads.clear();
    objects.forEach(([num, obj], index) => {
      heads.integer(num);
      heads.byte(0x20);
      heads.integer(bodies.length);
      heads.byte(0x20);
      if (obj instanceof Writable) obj.write(bodies);
      else serializeTo(bodies, obj);
      bodies.byte(10);
      this.#entries.in(num, container, index);
    });
    const bytes = deflateSync(Buffer.concat([heads.view, bodies.view]), { level: objectLevel });
    const dict = new Dict([
      ['Type', new Name('ObjStm')],
      ['N', objects.length],
      ['First', heads.length],
      ['Filter', new Name('FlateDecode')],
    ]);
    this.#stream(
      container,
      dict,
      this.#encryption?.encrypt(this.#encryption.methods.streams, container, 0, bytes) ?? bytes,
    );
  }

  /** Its strings are never encrypted (7.6.2). */
  #encryptDict(dict: Dict): Ref {
    const num = this.#next++;
    this.#body(num, serialize(dict), null);
    return new Ref(num);
  }

  #endWithTable(trailer: Dict): void {
    const start = this.#length;
    this.#push(
      `${xrefTable(this.#entries, this.#next)}trailer\n` +
        `${serialize(trailer.set('Size', this.#next))}\nstartxref\n${start}\n%%EOF\n`,
    );
  }

  #endWithStream(trailer: Dict): void {
    const num = this.#next++;
    const start = this.#length;
    const { bytes, widths, index } = xrefData(this.#entries.at(num, start), this.#next, start);
    trailer
      .set('Type', new Name('XRef'))
      .set('Size', this.#next)
      .set('W', widths)
      .set('Filter', new Name('FlateDecode'));
    if (index.length > 2) trailer.set('Index', index);
    this.#stream(num, trailer, deflateSync(bytes));
    this.#push(`startxref\n${start}\n%%EOF\n`);
  }

  /** Keys of old revisions hang on the first half, so encryption brings its own. */
  #identifier(): [Buffer, Buffer] {
    const given = this.#options.id;
    if (given !== undefined) return [this.#encryption?.id ?? given[0], given[1]];
    this.#flush();
    const hash = createHash('sha256');
    for (const chunk of this.#chunks) hash.update(chunk);
    const own = hash.digest().subarray(0, 16);
    return [this.#encryption?.id ?? own, own];
  }

  #push(chunk: string | Buffer): void {
    this.#length += chunk.length;
    if (typeof chunk === 'string') this.#pending.text(chunk);
    else if (chunk.length < chunkBytes) this.#pending.bytes(chunk);
    else {
      this.#flush();
      this.#chunks.push(chunk);
    }
    if (this.#pending.length > chunkBytes) this.#flush();
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#chunks.push(Buffer.from(this.#pending.view));
    this.#pending.clear();
  }
}

/** What is larger is not copied. */
const chunkBytes = 64 * 1024;

/** ISO 32000-2, tables 20 and 25. */
const leastVersions: Readonly<Record<Method, string>> = { none: '1.0', rc4: '1.5', 'aes-128': '1.6', 'aes-256': '1.7' };

/** What a file is encrypted by is in its dictionaries themselves. */
const direct = (obj: Obj) => (obj instanceof Ref ? null : obj);

/** The object that would be written: its strings may have to be encrypted. */
function read(writable: Writable): Obj {
  const sink = new ByteSink();
  writable.write(sink);
  return new Parser(new Lexer(sink.view), { depth: Infinity, references: true }).object();
}
