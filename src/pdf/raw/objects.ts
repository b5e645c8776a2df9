import { decodeTextString, encodeTextString } from './text-string.ts';

/**
 * The values of PDF (ISO 32000-2, 7.3). Integers and reals are both JavaScript numbers: a double holds every number that PDF allows, and is written
 * back in its shortest decimal form. Values are shared, not copied: whoever changes an object that came out of a file changes it for all its readers,
 * so copy first (`Dict.copy`).
 */
export type Obj = null | boolean | number | Name | PdfString | PdfArray | Dict | Ref | Stream;

/** ISO 32000-2, 7.3.6. */
export type PdfArray = Obj[];

/** ISO 32000-2, 7.3.5. `value` has one character a byte (Latin-1), so that nothing is lost of names that are not UTF-8; `text` reads it as UTF-8. */
export class Name {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }

  get text(): string {
    return Buffer.from(this.value, 'latin1').toString('utf8');
  }
}

/** ISO 32000-2, 7.3.4. Bytes without escapes, decrypted; `hex` tells how it was written and how it will be. */
export class PdfString {
  readonly bytes: Buffer;
  readonly hex: boolean;

  constructor(bytes: Buffer, hex = false) {
    this.bytes = bytes;
    this.hex = hex;
  }

  /** The bytes read as a text string (7.9.2.2): UTF-16BE or UTF-8 with a byte order mark, else PDFDocEncoding. */
  get text(): string {
    return decodeTextString(this.bytes);
  }

  /** A text string: PDFDocEncoding where that has every character, else UTF-16BE. */
  static ofText(text: string): PdfString {
    return new PdfString(encodeTextString(text));
  }
}

/** ISO 32000-2, 7.3.10. A file has one live object a number, so `num` alone is a key. */
export class Ref {
  readonly num: number;
  readonly gen: number;

  constructor(num: number, gen = 0) {
    this.num = num;
    this.gen = gen;
  }
}

/** ISO 32000-2, 7.3.7. Keys as in `Name.value`, in the order of the file. An entry that is null is an entry that is not there. */
export class Dict {
  readonly map: Map<string, Obj>;

  constructor(entries?: Iterable<readonly [string, Obj]>) {
    this.map = new Map();
    for (const [key, value] of entries ?? []) this.set(key, value);
  }

  /** Not resolved: a `Ref` stays one. */
  get(key: string): Obj {
    return this.map.get(key) ?? null;
  }

  has(key: string): boolean {
    return this.map.has(key);
  }

  set(key: string, value: Obj): this {
    if (value === null) this.map.delete(key);
    else this.map.set(key, value);
    return this;
  }

  delete(key: string): void {
    this.map.delete(key);
  }

  get size(): number {
    return this.map.size;
  }

  entries(): IterableIterator<[string, Obj]> {
    return this.map.entries();
  }

  /** A dictionary of its own with the same values. */
  copy(): Dict {
    return new Dict(this.map);
  }
}

/** What comes out of the filters of a stream. */
export interface Decoded {
  readonly bytes: Buffer;
  /** Filters that are left on `bytes`, because they make pictures: none, or from the first of DCTDecode, JPXDecode, CCITTFaxDecode, JBIG2Decode on. */
  readonly filters: readonly string[];
  /** Of the first of `filters`. */
  readonly parameters: Dict | null;
  /** False when the data broke off or was corrupt: `bytes` is what could be had. */
  readonly intact: boolean;
}

/** What a stream needs of the file that it is in: its key, its limits, and the objects that its dictionary refers to. */
export interface StreamOrigin {
  decrypt(stream: Stream): Buffer;
  decode(stream: Stream): Decoded;
}

/** ISO 32000-2, 7.3.8. */
export class Stream {
  readonly dict: Dict;
  /** The bytes between `stream` and `endstream` as they are in the file: a view on it, encrypted if the file is. */
  readonly stored: Buffer;
  readonly origin: StreamOrigin;
  #raw: Buffer | undefined;

  constructor(dict: Dict, stored: Buffer, origin: StreamOrigin) {
    this.dict = dict;
    this.stored = stored;
    this.origin = origin;
  }

  /** Decrypted, still filtered: what a copy into another file takes, with `dict`. */
  get raw(): Buffer {
    return (this.#raw ??= this.origin.decrypt(this));
  }

  /** Through all filters but those of pictures. @throws AppError `limit-exceeded` */
  decode(): Buffer {
    return this.origin.decode(this).bytes;
  }

  /** As `decode`, and what it could not or would not undo. @throws AppError `limit-exceeded` */
  decoded(): Decoded {
    return this.origin.decode(this);
  }
}

export function isName(obj: Obj, value: string): boolean {
  return obj instanceof Name && obj.value === value;
}
