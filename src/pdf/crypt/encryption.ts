import { createHash, createHmac } from 'node:crypto';
import { AppError } from '../../problems.ts';
import { Dict, Name, type Obj, PdfString } from '../objects/objects.ts';
import { aesDecrypt, aesEncrypt } from './aes.ts';
import { rc4 } from './rc4.ts';

/** The method of a crypt filter. */
export type Method = 'none' | 'rc4' | 'aes-128' | 'aes-256';

/** An encryption dictionary, and its key. */
export interface EncryptionParts {
  /** Without references. */
  readonly dict: Dict;
  /** Null if only attachments are encrypted, and the document was opened without a password. */
  readonly key: Buffer | null;
  /** The user whose password was given. */
  readonly as: 'user' | 'owner' | 'none';
  readonly methods: {
    readonly streams: Method;
    readonly strings: Method;
    readonly files: Method;
    readonly named: ReadonlyMap<string, Method>;
  };
  readonly encryptMetadata: boolean;
  readonly permissions: number;
  /**
   * The first half of the file identifier, which keys of revisions 2 to 4 depend on; null for a file that is not
   * written yet.
   */
  readonly id: Buffer | null;
}

/** The encryption of a file (ISO 32000-2, 7.6) with its key. Decrypts, and encrypts in the same way. */
export class Encryption {
  readonly dict: Dict;
  readonly as: EncryptionParts['as'];
  readonly methods: EncryptionParts['methods'];
  readonly encryptMetadata: boolean;
  readonly permissions: number;
  readonly id: Buffer | null;
  readonly #key: Buffer | null;

  constructor(parts: EncryptionParts) {
    this.dict = parts.dict;
    this.as = parts.as;
    this.methods = parts.methods;
    this.encryptMetadata = parts.encryptMetadata;
    this.permissions = parts.permissions;
    this.id = parts.id;
    this.#key = parts.key;
  }

  /**
   * The crypt filter of a stream (ISO 32000-2, 7.6.6): its own, that for embedded files, or that for streams. `resolve`
   * follows references.
   */
  methodOf(dict: Dict, resolve: (obj: Obj) => Obj): Method {
    const type = resolve(dict.get('Type'));
    if (type instanceof Name && type.value === 'XRef') return 'none';
    const filter = resolve(dict.get('Filter'));
    const first = Array.isArray(filter) ? resolve(filter[0] ?? null) : filter;
    if (first instanceof Name && first.value === 'Crypt') {
      const parameters = resolve(dict.get('DecodeParms'));
      const own = Array.isArray(parameters) ? resolve(parameters[0] ?? null) : parameters;
      const name = own instanceof Dict ? resolve(own.get('Name')) : null;
      return name instanceof Name ? (this.methods.named.get(name.value) ?? 'none') : 'none';
    }
    return type instanceof Name && type.value === 'EmbeddedFile' ? this.methods.files : this.methods.streams;
  }

  decrypt(method: Method, num: number, gen: number, bytes: Buffer): Buffer {
    if (method === 'none') return bytes;
    const key = this.#objectKey(method, num, gen);
    return method === 'rc4' ? rc4(key, bytes) : aesDecrypt(key, bytes);
  }

  /**
   * The initialization vector is derived from key, object and content, so that equal input gives equal bytes, and
   * different contents have different vectors.
   */
  encrypt(method: Method, num: number, gen: number, bytes: Buffer): Buffer {
    if (method === 'none') return bytes;
    const key = this.#objectKey(method, num, gen);
    if (method === 'rc4') return rc4(key, bytes);
    const iv = createHmac('sha256', this.#unlocked()).update(`${num} ${gen} `).update(bytes).digest().subarray(0, 16);
    return aesEncrypt(key, iv, bytes);
  }

  /**
   * Decrypts the strings of a parsed object in place. Contents of a signature is not encrypted (ISO 32000-2, 7.6.2).
   */
  decryptStrings(value: Obj, num: number, gen: number): Obj {
    const method = this.methods.strings;
    if (method === 'none') return value;
    return mapStrings(value, (string) => new PdfString(this.decrypt(method, num, gen, string.bytes), string.hex));
  }

  #unlocked(): Buffer {
    if (this.#key === null)
      throw new AppError(
        'encrypted-pdf',
        'The attachments of the document are encrypted and need a password. Send it as `password`.',
      );
    return this.#key;
  }

  /** ISO 32000-2, algorithms 1 and 1.A. */
  #objectKey(method: Method, num: number, gen: number): Buffer {
    const key = this.#unlocked();
    if (method === 'aes-256') return key;
    const tail = Buffer.from([num & 0xff, (num >> 8) & 0xff, (num >> 16) & 0xff, gen & 0xff, (gen >> 8) & 0xff]);
    const hash = createHash('md5').update(key).update(tail);
    if (method === 'aes-128') hash.update('sAlT');
    return hash.digest().subarray(0, Math.min(16, key.length + 5));
  }
}

/** Replaces the strings within a direct object. The parser limits its depth. */
function mapStrings(value: Obj, map: (string: PdfString) => PdfString): Obj {
  if (value instanceof PdfString) return map(value);
  if (Array.isArray(value)) {
    value.forEach((entry, index) => {
      if (typeof entry === 'object') value[index] = mapStrings(entry, map);
    });
  } else if (value instanceof Dict) {
    const signature = isSignature(value);
    for (const [key, entry] of value.entries()) {
      if (typeof entry === 'object' && !(signature && key === 'Contents')) value.set(key, mapStrings(entry, map));
    }
  }
  return value;
}

/** True for a signature dictionary, whose Contents is never encrypted (ISO 32000-2, 7.6.2). */
export function isSignature(dict: Dict): boolean {
  return dict.has('ByteRange') && dict.has('Contents');
}
