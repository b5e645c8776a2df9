import { createHash } from 'node:crypto';
import { withoutForeignCrypt } from '../../crypt/crypt-filter.ts';
import { Dict, isName, Name, Stream, type Obj } from '../../objects/objects.ts';
import { serialize, serializeTo, Writable } from '../../objects/serialize.ts';
import { xrefRows, xrefTable, type XrefScope } from '../xref/write-xref.ts';
import { XrefEntries } from '../xref/xref-entries.ts';
import { FileSink } from './file-sink.ts';
import type { FileStyle } from './file-style.ts';
import { parsedWritable, type ObjectCipher } from './object-cipher.ts';
import {
  ObjectPacker,
  leastObjectsForThread,
  maxStreamsInBackground,
  streamParts,
  type PackedObject,
  type PackedObjects,
} from './object-streams.ts';

/** An entry of a dictionary that is the file's own; none where it is null. */
type OwnEntry = readonly [key: string, value: Obj];

/** How a file, or an update of one, is written. */
export interface FileWriterOptions {
  readonly style: FileStyle;
  /** The first number without an object: object streams and the cross-reference stream have the numbers from it on. */
  readonly next: number;
  readonly cipher?: ObjectCipher | null;
  /** References retain their generations, as an updated file needs; otherwise they are written with generation 0. */
  readonly generations?: boolean;
  /** Nothing that is given is referred to afterwards. */
  readonly copies?: boolean;
}

/**
 * Writes a file, or an update of one: objects in any order, then the cross-reference section (ISO 32000-2, 7.5). Call
 * `begin` or `goOn` first, and `end` last. Of two objects with one number the first counts.
 */
export class FileWriter {
  /** The first number without an object, where new objects begin. */
  next: number;
  readonly style: FileStyle;
  readonly #cipher: ObjectCipher | null;
  readonly #generations: boolean;
  readonly #sink: FileSink;
  readonly #entries = new XrefEntries();
  readonly #packer = new ObjectPacker();
  /** Where the update begins, and what offsets count from. */
  #update: number | null = null;
  #base = 0;

  constructor({ style, next, cipher = null, generations = false, copies = false }: FileWriterOptions) {
    this.style = style;
    this.next = next;
    this.#cipher = cipher;
    this.#generations = generations;
    this.#sink = new FileSink(copies);
  }

  /** The header (7.5.2): "1.7". */
  begin(version: string): this {
    this.#sink.text(`%PDF-${version}\n%\xE2\xE3\xCF\xD3\n`);
    return this;
  }

  /** Goes on with a file, of which this becomes an incremental update (7.5.6); offsets count from `base`. */
  goOn(file: Buffer, base = 0): this {
    this.#sink.bytes(file);
    this.#update = file.length;
    this.#base = base;
    const last = file[file.length - 1];
    if (last !== 10 && last !== 13) this.#sink.text('\n');
    return this;
  }

  /** Writes an object of these pieces, without changing them. */
  body(num: number, ...pieces: readonly (string | Buffer)[]): void {
    this.#beginObject(num, 0);
    for (const piece of pieces) {
      if (typeof piece === 'string') this.#sink.text(piece);
      else this.#sink.bytes(piece);
    }
    this.#sink.text('\nendobj\n');
  }

  /** Writes a value. Streams go in as their `raw` bytes, with Length set. */
  object(num: number, gen: number, object: Obj | Writable): void {
    const cipher = this.#cipher;
    const obj = object instanceof Writable && cipher !== null ? parsedWritable(object, num) : object;
    const isXref = obj instanceof Stream && isName(obj.dict.get('Type'), 'XRef');
    const strings = isXref ? undefined : cipher?.strings(num, gen);
    this.#beginObject(num, gen);
    if (obj instanceof Stream) {
      const dict = withoutForeignCrypt(obj.dict, cipher?.encryption ?? null);
      const data = cipher?.stream(num, gen, dict, obj.raw) ?? obj.raw;
      const head = serialize(dict.copy().set('Length', data.length), strings, this.#generations);
      this.#streamData(head, data);
    } else
      this.#sink.with((sink) =>
        obj instanceof Writable ? obj.write(sink, num) : serializeTo(sink, obj, strings, this.#generations),
      );
    this.#sink.text('\nendobj\n');
  }

  /** Writes a stream of that content, compressed; `entries` are the others of its dictionary, as text. */
  flateStream(num: number, entries: string, content: Buffer): void {
    const data = this.style.deflate(content);
    this.#beginObject(num, 0);
    this.#streamData(`<<${entries} /Filter /FlateDecode /Length ${data.length}>>`, data);
    this.#sink.text('\nendobj\n');
  }

  /** Puts objects that are no streams into compressed object streams (7.5.7). */
  objectStreams(objects: readonly PackedObject[]): void {
    for (const part of streamParts(objects, this.style)) {
      const stream = this.#packObjects(part);
      this.#objectStream(stream, this.style.deflate(stream.content));
    }
  }

  /** The same as `objectStreams`; many objects are compressed on another thread. Nothing else may be written meanwhile. */
  async objectStreamsInParallel(objects: readonly PackedObject[]): Promise<void> {
    const { deflateInBackground } = this.style;
    if (deflateInBackground === undefined || objects.length < leastObjectsForThread) {
      this.objectStreams(objects);
      return;
    }
    const waiting: (readonly [PackedObjects, Promise<Buffer>])[] = [];
    const writeFirst = async () => {
      const [first] = waiting.splice(0, 1);
      if (first !== undefined) this.#objectStream(first[0], await first[1]);
    };
    for (const part of streamParts(objects, this.style)) {
      const stream = this.#packObjects(part);
      waiting.push([stream, deflateInBackground(stream.content)]);
      if (waiting.length === maxStreamsInBackground) await writeFirst();
    }
    while (waiting.length > 0) await writeFirst();
  }

  /** Lists an object that is in an object stream which was written as an object. */
  packed(num: number, container: number, index: number): void {
    if (!this.#entries.has(num)) this.#entries.setPacked(num, container, index);
  }

  /** Where an object begins in the file; `null` for one that was not written, or is in an object stream. */
  offsetOf(num: number): number | null {
    const entry = this.#entries.get(num);
    return entry?.kind === 'offset' ? entry.offset + this.#base : null;
  }

  /**
   * 16 bytes for a file identifier (14.4), which depend on the bytes written so far; for an update, on `before` and the
   * added bytes.
   */
  digest(...before: readonly Buffer[]): Buffer {
    const hash = createHash('sha256');
    for (const bytes of before) hash.update(bytes);
    this.#sink.hashTo(hash, this.#update ?? 0);
    return hash.digest().subarray(0, 16);
  }

  /**
   * Ends the file with a cross-reference table (7.5.4), or a cross-reference stream (7.5.8), which a file with object
   * streams needs. `trailer` has the entries of the trailer but Size: a dictionary, or for a spaced style a text.
   */
  end(trailer: Dict | string, kind: 'table' | 'stream'): Buffer {
    const start = this.#sink.length - this.#base;
    if (kind === 'stream') this.#xrefStream(trailer);
    else {
      this.#sink.text(xrefTable(this.#entries, this.#scope()));
      this.#sink.text(`trailer\n${this.#dictionary([['Size', this.next]], trailer)}\n`);
    }
    this.#sink.text(`startxref\n${start}\n%%EOF\n`);
    return this.#sink.toBuffer();
  }

  #xrefStream(trailer: Dict | string): void {
    const num = this.next++;
    this.#beginObject(num, 0);
    const { bytes, widths, index } = xrefRows(this.#entries, this.#scope());
    const { data, parameters } = this.style.deflateXref(
      bytes,
      widths.reduce((sum, width) => sum + width, 0),
    );
    const entries: readonly OwnEntry[] = [
      ['Type', new Name('XRef')],
      ['Size', this.next],
      ['W', widths],
      ['Index', index],
      ['Filter', new Name('FlateDecode')],
      ['DecodeParms', parameters],
      ['Length', data.length],
    ];
    this.#streamData(this.#dictionary(entries, trailer), data);
    this.#sink.text('\nendobj\n');
  }

  #packObjects(objects: readonly PackedObject[]): PackedObjects {
    const container = this.next++;
    objects.forEach(([num], index) => this.packed(num, container, index));
    return this.#packer.pack(container, objects, this.style.spaced);
  }

  /** Writes an object stream; `plain` is its compressed content. */
  #objectStream({ container, count, first }: PackedObjects, plain: Buffer): void {
    const data = this.#cipher?.objectStream(container, plain) ?? plain;
    const entries: readonly OwnEntry[] = [
      ['Type', new Name('ObjStm')],
      ['N', count],
      ['First', first],
      ['Filter', new Name('FlateDecode')],
      ['Length', data.length],
    ];
    this.#beginObject(container, 0);
    this.#streamData(this.#dictionary(entries, this.style.spaced ? '' : new Dict()), data);
    this.#sink.text('\nendobj\n');
  }

  #beginObject(num: number, gen: number): void {
    if (!this.#entries.has(num)) this.#entries.setOffset(num, this.#sink.length - this.#base, gen);
    this.#sink.text(`${num} ${gen} obj\n`);
  }

  #streamData(dictionary: string, data: Buffer): void {
    this.#sink.text(`${dictionary}${this.style.beforeStream}stream\n`);
    this.#sink.bytes(data);
    this.#sink.text('\nendstream');
  }

  /**
   * A dictionary of `own` entries and those of the trailer. Where the trailer is a text, its entries come before those
   * about the stored data. Its strings are never encrypted.
   */
  #dictionary(own: readonly OwnEntry[], trailer: Dict | string): string {
    if (typeof trailer !== 'string') {
      const dict = trailer.copy();
      for (const [key, value] of own) dict.set(key, value);
      return serialize(dict, undefined, this.#generations);
    }
    const given = own.filter(([, value]) => value !== null);
    const texts = given.map(([key, value]) => `/${key} ${serialize(value)}`);
    const storage = given.findIndex(([key]) => key === 'Filter');
    if (trailer !== '') texts.splice(storage < 0 ? texts.length : storage, 0, trailer);
    return `<<${texts.join(' ')}>>`;
  }

  #scope(): XrefScope {
    return { ...this.style.xref, isUpdate: this.#update !== null, size: this.next };
  }
}
