import type { XrefEntry } from './xref/xref-entry.ts';
import type { Encryption } from '../crypt/encryption.ts';
import type { Dict, Obj, PdfArray, PdfString, Ref, Stream } from '../objects/objects.ts';
import type { Parser } from '../objects/parser.ts';
import type { XrefEntries } from './xref/xref-entries.ts';

/**
 * An opened PDF. Objects are parsed when they are first requested, and stay in memory. Every method may throw AppError
 * `limit-exceeded`.
 */
export interface PdfFile {
  readonly bytes: Buffer;
  /** Where `%PDF-` is: offsets of the file count from here. */
  readonly headerOffset: number;
  /** Of the header, or of the catalog where that is later: "1.7". */
  readonly version: string;
  /** Of the newest revision (ISO 32000-2, 7.5.5); for a repaired file, the entries that were found. */
  readonly trailer: Dict;
  readonly catalog: Dict;
  readonly encryption: Encryption | null;
  /** Newest first; empty when the table was rebuilt. */
  readonly sections: readonly XrefSection[];
  /**
   * The reason why the cross-reference table was rebuilt by a search for objects, or null. This may happen late, while
   * objects are read.
   */
  readonly repaired: string | null;
  /** One more than the highest object number. */
  readonly size: number;
  /** The object, or null where there is none. Never a `Ref` to itself in a circle: see `resolve`. */
  get(ref: Ref | number): Obj;
  /**
   * Calls `read` with a parser that is placed before an object of an object stream, and returns its result; null for an
   * object elsewhere. Nothing is cached: for numerous objects that are read once.
   */
  scan<T>(num: number, read: ReadPacked<T>): T | null;
  /** Numbers of the object streams that objects are in, ascending. */
  objectStreams(): readonly number[];
  /** An object stream that is read from now on for the first time has the content that `inflated` returns. */
  inflateWith(inflated: Inflated): void;
  /** Follows references until there is a value. */
  resolve(obj: Obj): Exclude<Obj, Ref>;
  /**
   * `resolve`, but null for a value of another type than that in the method's name. `dict` also takes the dictionary of
   * a stream.
   */
  dict(obj: Obj): Dict | null;
  array(obj: Obj): PdfArray | null;
  stream(obj: Obj): Stream | null;
  name(obj: Obj): string | null;
  number(obj: Obj): number | null;
  string(obj: Obj): PdfString | null;
  /** The page tree, flat. @throws AppError `too-many-pages` */
  pages(): readonly PdfPage[];
  /** Numbers of all objects in use, ascending. */
  numbers(): readonly number[];
  /** Where an object is, or null. */
  where(num: number): XrefEntry | null;
}

/**
 * Reads the object that the parser is before; null for one that it does not take. `index` is the place of the object in
 * its object stream, and `container` the number of that.
 */
export type ReadPacked<T> = (parser: Parser, index: number, container: number) => T | null;

/** Returns the content of an object stream; null where the file is to inflate it. */
export type Inflated = (num: number) => Buffer | null;

/** A leaf of the page tree (ISO 32000-2, 7.7.3.3), with what it inherits (7.7.3.4). */
export interface PdfPage {
  /** Null for a page that is a direct object. */
  readonly ref: Ref | null;
  readonly dict: Dict;
  /** Values of Resources, MediaBox, CropBox and Rotate, own or inherited, not resolved. */
  readonly inherited: Dict;
  readonly resources: Dict;
  /** [left, bottom, right, top], put in order; Letter where there is none. */
  readonly mediaBox: Box;
  /** Within the media box. */
  readonly cropBox: Box;
  readonly rotate: 0 | 90 | 180 | 270;
}

/** A rectangle (ISO 32000-2, 7.9.5) by its sides, in units of the space that it is in; y grows upwards. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** One cross-reference section (ISO 32000-2, 7.5.4, 7.5.8): a revision of the file, or half of a linearized one. */
export interface XrefSection {
  /** In `bytes`. */
  readonly offset: number;
  readonly kind: 'table' | 'stream';
  readonly trailer: Dict;
  /** Null = free. Of a hybrid file (7.5.8.4), with the entries of its XRefStm. */
  readonly entries: XrefEntries;
  /** XRefStm of a hybrid file, in `bytes`. */
  readonly hybrid: number | null;
}
