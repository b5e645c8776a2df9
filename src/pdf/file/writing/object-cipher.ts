import type { Encryption } from '../../crypt/encryption.ts';
import { ByteSink } from '../../objects/byte-sink.ts';
import { Lexer } from '../../objects/lexer.ts';
import { PdfString, type Dict, type Obj } from '../../objects/objects.ts';
import { Parser } from '../../objects/parser.ts';
import type { StringMap, Writable } from '../../objects/serialize.ts';

/** Encrypts the objects of a file as they are written (ISO 32000-2, 7.6). */
export class ObjectCipher {
  readonly encryption: Encryption;
  readonly #plainMetadata: number | null;
  readonly #resolve: (obj: Obj) => Obj;

  /**
   * `metadata` is the number of the XMP of the document, which is not encrypted in some documents. `resolve` follows
   * references in dictionaries of streams.
   */
  constructor(encryption: Encryption, metadata: number | null, resolve: (obj: Obj) => Obj) {
    this.encryption = encryption;
    this.#plainMetadata = encryption.encryptMetadata ? null : metadata;
    this.#resolve = resolve;
  }

  /** The data of a stream of the document, by its dictionary. */
  stream(num: number, gen: number, dict: Dict, data: Buffer): Buffer {
    const method = num === this.#plainMetadata ? 'none' : this.encryption.methodOf(dict, this.#resolve);
    return this.encryption.encrypt(method, num, gen, data);
  }

  /** The data of an object stream; strings in it are encrypted with it, not on their own (7.5.7). */
  objectStream(num: number, data: Buffer): Buffer {
    return this.encryption.encrypt(this.encryption.methods.streams, num, 0, data);
  }

  /** For the strings of an object that is in no object stream. */
  strings(num: number, gen: number): StringMap | undefined {
    const { encryption } = this;
    const { strings: method } = encryption.methods;
    if (method === 'none') return undefined;
    return ({ bytes, hex }) => new PdfString(encryption.encrypt(method, num, gen, bytes), hex);
  }
}

/** The value of an object that writes itself, for strings in it that have to be encrypted. */
export function parsedWritable(writable: Writable, num: number): Obj {
  const sink = new ByteSink();
  writable.write(sink, num);
  return new Parser(new Lexer(sink.view), { depth: Infinity, references: true }).object();
}
