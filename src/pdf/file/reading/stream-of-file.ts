import type { Encryption, Method } from '../../crypt/encryption.ts';
import { decode, filtersOf } from '../../filters/decode.ts';
import type { Meter } from '../../objects/limits.ts';
import type { Decoded, Obj, Stream, StreamOrigin } from '../../objects/objects.ts';

/** What streams need of their file. */
export interface StreamFile {
  readonly meter: Meter;
  readonly encryption: Encryption | null;
  /** The document's own XMP, which stays plain where EncryptMetadata is false; or null. */
  readonly plainMetadata: number | null;
  resolve(obj: Obj): Obj;
}

/**
 * A stream in a file. It is decrypted by the file's key. Its inflated bytes count once for the limits, however often it
 * is decoded.
 */
export class FileStreamOrigin implements StreamOrigin {
  readonly #file: StreamFile;
  readonly #num: number;
  readonly #gen: number;
  #counted = false;

  constructor(file: StreamFile, num: number, gen: number) {
    this.#file = file;
    this.#num = num;
    this.#gen = gen;
  }

  decrypt(stream: Stream): Buffer {
    const { encryption } = this.#file;
    return encryption === null
      ? stream.stored
      : encryption.decrypt(this.#method(encryption, stream), this.#num, this.#gen, stream.stored);
  }

  decode(stream: Stream): Decoded {
    const { meter } = this.#file;
    const resolve = (obj: Obj) => this.#file.resolve(obj);
    const decoded = decode(stream.raw, filtersOf(stream.dict, resolve), resolve, meter.limits.streamBytes);
    this.count(decoded.bytes.length);
    return decoded;
  }

  count(bytes: number): void {
    if (!this.#counted) this.#file.meter.inflated(bytes);
    this.#counted = true;
  }

  #method(encryption: Encryption, stream: Stream): Method {
    return this.#num === this.#file.plainMetadata
      ? 'none'
      : encryption.methodOf(stream.dict, (obj) => this.#file.resolve(obj));
  }
}
