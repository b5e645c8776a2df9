import { AppError } from '../../../problems.ts';
import type { Encryption } from '../../crypt/encryption.ts';
import { readEncryption } from '../../crypt/read-encryption.ts';
import { IndirectReader } from '../../objects/indirect.ts';
import { Meter, type Limits } from '../../objects/limits.ts';
import { ObjectStreams } from './object-streams.ts';
import { Dict, isName, Ref, Stream, type Obj } from '../../objects/objects.ts';
import { collectPages, readPageTree } from './page-tree.ts';
import type { Inflated, PdfFile, PdfPage, ReadPacked, XrefSection } from '../pdf-file.ts';
import type { XrefEntry } from '../xref/xref-entry.ts';
import { recover, type Recovered } from './repair.ts';
import { Resolver } from './resolver.ts';
import { FileStreamOrigin } from './stream-of-file.ts';
import { needed, trailerOf } from './trailer-of.ts';
import { XrefEntries } from '../xref/xref-entries.ts';
import { readXref, type Xref } from '../xref/read-xref.ts';

/** Lengths of streams that hang on lengths of streams; more are a trap for the call stack. */
const deepestRead = 8;

/**
 * `PdfFile` over the bytes of a file. It uses the cross-reference of the file while that is correct, and one made by
 * `recover` otherwise.
 */
export class PdfDocument extends Resolver implements PdfFile {
  readonly bytes: Buffer;
  readonly headerOffset: number;
  readonly meter: Meter;
  trailer = new Dict();
  catalog = new Dict();
  encryption: Encryption | null = null;
  plainMetadata: number | null = null;
  sections: readonly XrefSection[] = [];
  repaired: string | null = null;
  readonly #reader: IndirectReader;
  readonly #password: string | undefined;
  #entries = new XrefEntries();
  readonly #objects = new Map<number, Obj>();
  readonly #containers: ObjectStreams;
  readonly #reading = new Set<number>();
  #recovered: Recovered | undefined;
  #encryptNum: number | null = null;
  #pages: readonly PdfPage[] | undefined;

  constructor(bytes: Buffer, headerOffset: number, limits: Limits, password: string | undefined) {
    super();
    this.bytes = bytes;
    this.headerOffset = headerOffset;
    this.meter = new Meter(limits, bytes.length);
    this.#reader = new IndirectReader(bytes, this.meter);
    this.#containers = new ObjectStreams(this, this.#reader, this.meter);
    this.#password = password;
    const xref = readXref(this.#reader, headerOffset, this.meter);
    if (typeof xref === 'string') this.#rebuild(xref);
    else this.#believe(xref);
  }

  /** Takes the table of the file, unless it does not even lead to the pages. */
  #believe(xref: Xref): void {
    this.#entries = xref.entries;
    this.sections = xref.sections;
    this.trailer = trailerOf(xref.sections.map(({ trailer }) => trailer));
    if (!this.#unlock() || !this.#findCatalog()) this.#rebuild('the trailer does not lead to the pages');
    else if (this.pages().length === 0) this.#rebuildForPages();
  }

  get version(): string {
    const header =
      /^%PDF-(\d\.\d)/.exec(this.bytes.toString('latin1', this.headerOffset, this.headerOffset + 8))?.[1] ?? '1.4';
    const own = this.name(this.catalog.get('Version'));
    return own !== null && /^\d\.\d$/.test(own) && own > header ? own : header;
  }

  get size(): number {
    return this.#entries.highestNumber() + 1;
  }

  numbers(): readonly number[] {
    return this.#entries.used();
  }

  where(num: number): XrefEntry | null {
    return this.#entries.get(num) ?? null;
  }

  override get(ref: Ref | number): Obj {
    const num = typeof ref === 'number' ? ref : ref.num;
    const known = this.#objects.get(num);
    if (known !== undefined) return known;
    const entry = this.#entries.get(num);
    if (entry == null || this.#reading.has(num)) return null;
    // Nothing else is read on the way to an object of a stream that is there.
    const packed =
      entry.kind === 'object-stream' ? this.#containers.opened(entry.container)?.get(num, entry.index) : undefined;
    if (packed !== undefined) {
      this.#objects.set(num, packed);
      return packed;
    }
    this.#reading.add(num);
    try {
      const value =
        entry.kind === 'offset'
          ? this.#readAt(num, entry.offset)
          : (this.#containers.open(entry.container)?.get(num, entry.index) ?? null);
      this.#objects.set(num, value);
      return value;
    } finally {
      this.#reading.delete(num);
    }
  }

  objectStreams(): readonly number[] {
    return this.#entries.objectStreams();
  }

  inflateWith(inflated: Inflated): void {
    this.#containers.inflateWith(inflated);
  }

  scan<T>(num: number, read: ReadPacked<T>): T | null {
    const entry = this.#entries.get(num);
    return entry?.kind === 'object-stream'
      ? (this.#containers.open(entry.container)?.scan(num, entry.index, read) ?? null)
      : null;
  }

  pages(): readonly PdfPage[] {
    return (this.#pages ??= readPageTree(this, this.catalog.get('Pages'), this.meter.limits));
  }

  #readAt(num: number, offset: number): Obj {
    const read = (at: number) =>
      this.#reader.read(
        at,
        (ref) => this.#lengthOf(ref),
        (own, gen) => new FileStreamOrigin(this, own, gen),
      );
    let found = offset < this.bytes.length ? read(offset) : null;
    if (found?.num !== num) {
      this.repaired ??= `object ${num} is not at its place in the cross-reference table`;
      const recovered = this.#recover().entries.get(num);
      this.#correct(num, recovered ?? null);
      found = recovered === undefined ? null : read(recovered.offset);
    }
    if (found === null) return null;
    if (this.encryption === null || num === this.#encryptNum) return found.value;
    if (!(found.value instanceof Stream)) return this.encryption.decryptStrings(found.value, num, found.gen);
    if (!isName(found.value.dict.get('Type'), 'XRef')) this.encryption.decryptStrings(found.value.dict, num, found.gen);
    return found.value;
  }

  /** The entries are copied before the first correction: a file of one section shares them with that section. */
  #correct(num: number, entry: XrefEntry | null): void {
    if (this.#entries === this.sections[0]?.entries) this.#entries = XrefEntries.of(this.#entries);
    this.#entries.set(num, entry);
  }

  #lengthOf(ref: Ref): number | null {
    return this.#reading.size > deepestRead ? null : this.number(ref);
  }

  /** Makes the key ready; false when the encryption dictionary is lost. */
  #unlock(): boolean {
    const encrypt = this.trailer.get('Encrypt');
    if (encrypt === null) return true;
    this.#encryptNum = encrypt instanceof Ref ? encrypt.num : null;
    const dict = this.dict(encrypt);
    if (dict === null) return false;
    const id = this.string(this.array(this.trailer.get('ID'))?.[0] ?? null)?.bytes ?? Buffer.alloc(0);
    const encryption = readEncryption(dict, id, this.#password, (obj) => this.resolve(obj));
    // What was read on the way here was read without the key.
    this.#objects.clear();
    this.encryption = encryption;
    return true;
  }

  #findCatalog(): boolean {
    const catalog = this.resolve(this.trailer.get('Root'));
    if (!(catalog instanceof Dict) || this.dict(catalog.get('Pages')) === null) return false;
    this.catalog = catalog;
    const metadata = catalog.get('Metadata');
    if (this.encryption?.encryptMetadata === false && metadata instanceof Ref) this.plainMetadata = metadata.num;
    return true;
  }

  #recover(): Recovered {
    return (this.#recovered ??= recover(this.#reader, this.meter));
  }

  /** Forgets the table of the file, and makes one of what there is. */
  #rebuild(reason: string): void {
    this.repaired = reason;
    this.#pages = undefined;
    this.#objects.clear();
    this.#containers.clear();
    this.encryption = null;
    const recovered = this.#recover();
    this.#entries = XrefEntries.of(recovered.entries);
    this.trailer = trailerOf([...recovered.trailers].reverse(), [...needed, 'Info']);
    // Without its dictionary nothing can be decrypted: other readers take such a file as plain, and it often is.
    this.#unlock();
    this.#unpack(recovered);
    const roots = [
      ...recovered.trailers.map((trailer) => trailer.get('Root')),
      ...recovered.catalogs.map((num) => new Ref(num)),
    ].reverse();
    for (const root of [this.trailer.get('Root'), ...roots, ...this.#packedCatalogs()]) {
      this.trailer.set('Root', root);
      if (this.#findCatalog() && this.pages().length > 0) return;
      this.#pages = undefined;
    }
    this.#pagesWithoutTree();
  }

  /** What is in object streams, unless it stands later in the file. */
  #unpack({ objectStreams, entries }: Recovered): void {
    for (const { num: container, offset } of objectStreams) {
      if (entries.get(container)?.offset !== offset) continue;
      this.#containers.open(container)?.numbers.forEach((num, index) => {
        if ((entries.get(num)?.offset ?? -1) < offset && num !== container)
          this.#entries.set(num, { kind: 'object-stream', container, index });
      });
      this.meter.objects(this.#entries.size);
    }
    this.#objects.clear();
  }

  #packedCatalogs(): Ref[] {
    const packed = this.numbers().filter((num) => this.where(num)?.kind === 'object-stream');
    return packed
      .filter((num) => isName(this.dict(this.get(num))?.get('Type') ?? null, 'Catalog'))
      .map((num) => new Ref(num));
  }

  #pagesWithoutTree(): void {
    const pages = collectPages(this, this.meter.limits);
    if (pages.length === 0 && this.catalog.size === 0)
      throw new AppError(
        'invalid-pdf',
        'The document has no pages that can be found: it is damaged beyond repair, or not a PDF.',
      );
    this.#pages = pages;
  }

  /** A page tree without pages counts as damage, unless its Count is 0. */
  #rebuildForPages(): void {
    const count = this.number(this.dict(this.catalog.get('Pages'))?.get('Count') ?? null);
    if (count !== 0) this.#rebuild('the page tree has no pages');
  }
}
