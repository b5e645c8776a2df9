import { createHash } from 'node:crypto';
import type { Encryption } from '../../crypt/encryption.ts';
import { withoutForeignCrypt } from '../../crypt/crypt-filter.ts';
import { Lexer } from '../../objects/lexer.ts';
import { isName, PdfString, Ref, Stream, type Dict, type Obj } from '../../objects/objects.ts';
import type { PdfFile, XrefSection } from '../pdf-file.ts';
import { serialize } from '../../objects/serialize.ts';
import type { Changes } from '../changes.ts';
import { updateStream, updateTable, type UpdatedObject } from '../xref/section.ts';
import { xrefStreamKeys } from '../xref/write-xref.ts';

export interface Update {
  /** The bytes of the file, each as it was, and the update after them. */
  readonly bytes: Buffer;
  /** Where in `bytes` each object of the update starts, by its number. */
  readonly offsets: ReadonlyMap<number, number>;
}

/**
 * Why a file can not go on with an update, or null: its cross-reference is broken, so that an update would hang on
 * nothing that another reader believes. Such a file can only be written anew (`rewritePdf`), which no signature in it
 * outlives. Damage may show late, while objects are read: to be asked after what is to change has been read.
 */
export function updateObstacle(file: PdfFile): string | null {
  if (file.repaired !== null) return file.repaired;
  return file.sections.length === 0 ? 'it has no cross-reference section' : null;
}

/**
 * Appends an incremental update (ISO 32000-2, 7.5.6): a table where the newest section is one, hybrid files included
 * (old and new readers know it), else a cross-reference stream. Encrypted as the file is; the second half of its
 * identifier changes. Equal input gives equal bytes.
 */
export function updatePdf(changes: Changes): Update {
  const newest = changes.file.sections[0];
  if (newest === undefined || updateObstacle(changes.file) !== null)
    throw new Error('a file whose cross-reference is broken can not be updated: see updateObstacle');
  return new Updater(changes, newest).write();
}

class Updater {
  readonly #changes: Changes;
  readonly #newest: XrefSection;
  readonly #encryption: Encryption | null;
  /** What the offsets of the file count from. */
  readonly #base: number;
  readonly #chunks: Buffer[] = [];
  readonly #objects: UpdatedObject[] = [];
  readonly #plainMetadata: number | null;
  #length = 0;

  constructor(changes: Changes, newest: XrefSection) {
    this.#changes = changes;
    this.#newest = newest;
    this.#encryption = changes.file.encryption;
    this.#base = baseOf(changes.file, newest);
    const metadata = changes.dict(changes.trailer.get('Root'))?.get('Metadata') ?? null;
    this.#plainMetadata = this.#encryption?.encryptMetadata === false && metadata instanceof Ref ? metadata.num : null;
  }

  write(): Update {
    const { bytes } = this.#changes.file;
    this.#push(bytes);
    const last = bytes[bytes.length - 1];
    if (last !== 10 && last !== 13) this.#push('\n');
    for (const { ref, value } of this.#changes.objects) this.#object(ref, value);
    const trailer = this.#trailer();
    if (this.#newest.kind === 'stream') this.#endWithStream(trailer);
    else this.#endWithTable(trailer);
    const offsets = new Map(this.#objects.map(({ num, offset }) => [num, offset + this.#base] as const));
    return { bytes: Buffer.concat(this.#chunks, this.#length), offsets };
  }

  #object({ num, gen }: Ref, obj: Obj): void {
    this.#objects.push({ num, gen, offset: this.#length - this.#base });
    if (obj instanceof Stream) {
      const dict = withoutForeignCrypt(obj.dict, this.#encryption);
      const method =
        num === this.#plainMetadata
          ? 'none'
          : (this.#encryption?.methodOf(dict, (value) => this.#changes.resolve(value)) ?? 'none');
      this.#stream(num, gen, dict, this.#encryption?.encrypt(method, num, gen, obj.raw) ?? obj.raw);
    } else this.#push(`${num} ${gen} obj\n${serialize(obj, this.#strings(num, gen), true)}\nendobj\n`);
  }

  #stream(num: number, gen: number, dict: Dict, bytes: Buffer): void {
    const strings = isName(dict.get('Type'), 'XRef') ? undefined : this.#strings(num, gen);
    this.#push(`${num} ${gen} obj\n${serialize(dict.copy().set('Length', bytes.length), strings, true)}\nstream\n`);
    this.#push(bytes);
    this.#push('\nendstream\nendobj\n');
  }

  #strings(num: number, gen: number): ((string: PdfString) => PdfString) | undefined {
    const encryption = this.#encryption;
    if (encryption === null || encryption.methods.strings === 'none') return undefined;
    return ({ bytes, hex }) => new PdfString(encryption.encrypt(encryption.methods.strings, num, gen, bytes), hex);
  }

  /** That of the newest revision (7.5.6) without what belongs to its own section; Encrypt stays what it is. */
  #trailer(): Dict {
    const trailer = this.#changes.trailer.copy();
    for (const key of ['XRefStm', ...xrefStreamKeys]) trailer.delete(key);
    return trailer.set('Prev', this.#newest.offset - this.#base).set('ID', this.#identifier());
  }

  #endWithTable(trailer: Dict): void {
    const start = this.#length - this.#base;
    trailer.set('Size', this.#changes.size);
    this.#push(
      `${updateTable(this.#objects)}trailer\n${serialize(trailer, undefined, true)}\nstartxref\n${start}\n%%EOF\n`,
    );
  }

  #endWithStream(trailer: Dict): void {
    const num = this.#changes.size;
    const start = this.#length - this.#base;
    const data = updateStream([...this.#objects, { num, gen: 0, offset: start }], trailer);
    this.#stream(num, 0, trailer.set('Size', num + 1), data);
    this.#push(`startxref\n${start}\n%%EOF\n`);
  }

  /** The first half stays (14.4). Keys of old encryptions hang on it, so an encrypted file without one gets none. */
  #identifier(): Obj {
    const { file } = this.#changes;
    const [first = null, second = null] = (file.array(file.trailer.get('ID')) ?? []).map((half) => file.string(half));
    if (first === null && this.#encryption !== null) return this.#changes.trailer.get('ID');
    const hash = createHash('sha256')
      .update(first?.bytes ?? file.bytes)
      .update(second?.bytes ?? '');
    for (const chunk of this.#chunks.slice(1)) hash.update(chunk);
    const own = new PdfString(hash.digest().subarray(0, 16), true);
    return [first === null ? own : new PdfString(first.bytes, true), own];
  }

  #push(chunk: string | Buffer): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk;
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }
}

/**
 * Where something stands before the header, offsets count from the header or from the start of the file: by what
 * `startxref` says of the section that it led to.
 */
function baseOf({ bytes, headerOffset }: PdfFile, { offset }: XrefSection): number {
  const written = new Lexer(bytes, bytes.lastIndexOf('startxref') + 9).next();
  const start = typeof written === 'number' ? written : offset;
  return Math.abs(offset - start - headerOffset) <= Math.abs(offset - start) ? headerOffset : 0;
}
