import { decodeTextString, encodeTextString } from './text-string.ts';

/**
 * The values of PDF (ISO 32000-2, 7.3). Integers and reals are both JavaScript numbers: a double holds every number
 * that PDF allows, and is written back in its shortest decimal form. Values are shared, not copied: a change to an
 * object of a file is a change for all its readers, so copy first (`Dict.copy`).
 */
export type Obj = null | boolean | number | Name | PdfString | PdfArray | Dict | Ref | Stream;

/** ISO 32000-2, 7.3.6. */
export type PdfArray = Obj[];

/**
 * ISO 32000-2, 7.3.5. `value` has one character a byte (Latin-1), so that nothing is lost of names that are not UTF-8;
 * `text` reads it as UTF-8.
 */
export class Name {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }

  get text(): string {
    return Buffer.from(this.value, 'latin1').toString('utf8');
  }
}

/**
 * ISO 32000-2, 7.3.4. Bytes without escapes, decrypted; `hex` is true for a hexadecimal string, and applies to writing
 * as well.
 */
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

/**
 * An array that grows takes room for 17 values at once; a file has hundreds of thousands of arrays and dictionaries of
 * a few.
 */
export function fitted<T>(array: T[]): T[] {
  return array.length < 12 ? array.slice() : array;
}

/** Slots of a dictionary that are gone through one by one; a larger one gets an index. */
const maxSlots = 32;

/**
 * ISO 32000-2, 7.3.7. Keys are as in `Name.value`, in the order of the file. An entry with the value null counts as
 * missing. Files have hundreds of thousands of dictionaries of a few entries each: one array takes half the memory of a
 * `Map`, and is searched as fast.
 */
export class Dict {
  /** Key, value, key, value... */
  slots: (string | Obj)[] = [];
  #index: Map<string, number> | null = null;

  constructor(entries?: Iterable<readonly [string, Obj]>) {
    if (entries !== undefined) for (const [key, value] of entries) this.set(key, value);
  }

  /** Not resolved: a `Ref` stays one. */
  get(key: string): Obj {
    const at = this.#find(key);
    return at < 0 ? null : (this.slots[at + 1] as Obj);
  }

  has(key: string): boolean {
    return this.#find(key) >= 0;
  }

  set(key: string, value: Obj): this {
    if (value === null) {
      this.delete(key);
      return this;
    }
    const at = this.#find(key);
    if (at >= 0) this.slots[at + 1] = value;
    else {
      this.#index?.set(key, this.slots.length);
      this.slots.push(key, value);
    }
    return this;
  }

  delete(key: string): void {
    const at = this.#find(key);
    if (at < 0) return;
    this.slots.splice(at, 2);
    this.#index = null;
  }

  get size(): number {
    return this.slots.length / 2;
  }

  /** A snapshot: changes during iteration have no effect on it. */
  entries(): [string, Obj][] {
    const entries: [string, Obj][] = [];
    for (let at = 0; at < this.slots.length; at += 2)
      entries.push([this.slots[at] as string, this.slots[at + 1] as Obj]);
    return entries;
  }

  keys(): string[] {
    return this.entries().map(([key]) => key);
  }

  [Symbol.iterator](): Iterator<[string, Obj]> {
    return this.entries()[Symbol.iterator]();
  }

  /** Frees unused space once no further entries follow. */
  fit(): this {
    this.slots = fitted(this.slots);
    return this;
  }

  /** A dictionary of its own with the same values. */
  copy(): Dict {
    const copy = new Dict();
    for (const slot of this.slots) copy.slots.push(slot);
    return copy;
  }

  /** The slot of a key, or -1. */
  #find(key: string): number {
    const { slots } = this;
    if (slots.length > maxSlots) return (this.#index ??= indexOf(slots)).get(key) ?? -1;
    for (let at = 0; at < slots.length; at += 2) if (slots[at] === key) return at;
    return -1;
  }
}

function indexOf(slots: readonly (string | Obj)[]): Map<string, number> {
  const index = new Map<string, number>();
  for (let at = 0; at < slots.length; at += 2) index.set(slots[at] as string, at);
  return index;
}

/** What comes out of the filters of a stream. */
export interface Decoded {
  readonly bytes: Buffer;
  /**
   * Filters that are not decoded in `bytes`, because their data are pictures: none, or the filters from the first
   * DCTDecode, JPXDecode, CCITTFaxDecode or JBIG2Decode on.
   */
  readonly filters: readonly string[];
  /** Of the first of `filters`. */
  readonly parameters: Dict | null;
  /** False when the data broke off or was corrupt: `bytes` is the part that could be decoded. */
  readonly intact: boolean;
}

/**
 * What a stream needs of the file that it is in: its key, its limits, and the objects that its dictionary refers to.
 */
export interface StreamOrigin {
  decrypt(stream: Stream): Buffer;
  decode(stream: Stream): Decoded;
  /** Counts the content of the stream as `decode` does, where it was decoded elsewhere. */
  count?(bytes: number): void;
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

/** True for the name object with this value, without its slash. */
export function isName(obj: Obj, value: string): boolean {
  return obj instanceof Name && obj.value === value;
}
