import { dropAbsentHeadings } from './absent-headings.ts';
import { hasInfo, hasObjectStreams, versionOf, type Claim } from '../xmp/claim.ts';
import { conformPrint, type Conforming } from './conform/conform-print.ts';
import { bodyOf, readPrinted, type PrintedFile } from './printed.ts';
import { infoDictionary, textString, type DocumentInfo } from '../xmp/info.ts';
import { dropOwnLinks } from './link-actions.ts';
import { mendPrinted } from './mend-printed.ts';
import type { Body } from './model/body.ts';
import { PrintedObjects } from './model/printed-objects.ts';
import { printedStyle } from '../file/writing/file-style.ts';
import { FileWriter } from '../file/writing/file-writer.ts';
import { mendOutlineTitles } from './outline-titles.ts';
import { renameStructureIds } from './structure-ids.ts';
import { inTreeOrder } from './structure-order.ts';
import { writeMetadata } from './write-metadata.ts';
import { xmpPacket } from '../xmp/xmp.ts';

/** How a printed file is written again, and the metadata that it gets. */
export interface RepackOptions {
  /**
   * Dictionaries go into compressed object streams and the cross-reference becomes a stream (ISO 32000-2, 7.5.7,
   * 7.5.8).
   */
  readonly compress: boolean;
  /** Same content, same bytes: no dates, and an ID and structure ids that follow from the content alone. */
  readonly deterministic: boolean;
  readonly info: DocumentInfo;
  /** The natural language that the catalog has in place of the print's (ISO 32000-2, 14.9.2.2); `null` leaves that. */
  readonly lang: string | null;
  /** True for a file as it was printed, which is mended first. */
  readonly untouched: boolean;
  /** All of its outline is Chromium's. */
  readonly printed: boolean;
  /** Texts of the headings in the HTML that was printed, where they are known. */
  readonly headings: readonly string[];
  /** Standards that the document is made to conform to, and that its metadata claims. */
  readonly claim: Claim | null;
}

/**
 * Rewrites a printed file with its own Info and XMP, a file identifier, and (by default) compression of everything that
 * is not a stream. Tagged output shrinks to about a fifth. Bodies are copied, never parsed, so it takes about a
 * millisecond for an invoice.
 */
export function repack(pdf: Uint8Array, options: RepackOptions): Uint8Array {
  return new Writer(readPrinted(pdf), options).write();
}

/** The same file, compressed on another thread: for large ones. */
export function repackInParallel(pdf: Uint8Array, options: RepackOptions): Promise<Uint8Array> {
  return new Writer(readPrinted(pdf), options).writeInParallel();
}

/** The object numbers of the document's own metadata. */
interface OwnNumbers {
  readonly xmp: number;
  readonly info: number;
}

const langEntry = /\/Lang\s*(?:\((?:[^\\()]|\\.)*\)|<[\da-fA-F\s]*>)/s;

/** The text of a catalog with this language. */
function withLang(catalog: string, lang: string | null): string {
  if (lang === null) return catalog;
  const entry = `/Lang ${textString(lang)}`;
  if (langEntry.test(catalog)) return catalog.replace(langEntry, () => entry);
  return catalog.replace(/>>$/, () => `\n${entry}>>`);
}

class Writer {
  readonly #file: PrintedFile;
  readonly #options: RepackOptions;
  readonly #out: FileWriter;

  constructor(file: PrintedFile, options: RepackOptions) {
    this.#file = file;
    this.#options = options;
    this.#out = new FileWriter({ style: printedStyle, next: file.size }).begin(versionOf(options.claim));
  }

  write(): Uint8Array {
    const { numbers, loose } = this.#started();
    if (this.#compresses) this.#out.objectStreams(loose);
    else for (const [number, body] of loose) this.#out.body(number, body);
    return this.#ended(numbers);
  }

  async writeInParallel(): Promise<Uint8Array> {
    if (!this.#compresses) return this.write();
    const { numbers, loose } = this.#started();
    await this.#out.objectStreamsInParallel(loose);
    return this.#ended(numbers);
  }

  get #compresses(): boolean {
    return this.#options.compress && hasObjectStreams(this.#options.claim);
  }

  /** Writes the streams, and returns the other objects. */
  #started(): { readonly numbers: OwnNumbers; readonly loose: readonly Body[] } {
    const xmp = this.#out.next++;
    const info = this.#file.info ?? this.#out.next++;
    return { numbers: { xmp, info }, loose: this.#bodies(xmp, info) };
  }

  #ended({ xmp, info }: OwnNumbers): Uint8Array {
    const { claim } = this.#options;
    writeMetadata(this.#out, xmp, xmpPacket(this.#options.info, claim));
    const id = this.#out.digest().toString('hex');
    return this.#out.end(
      `/Root ${this.#file.root} 0 R${hasInfo(claim) ? ` /Info ${info} 0 R` : ''} /ID [<${id}> <${id}>]`,
      this.#compresses ? 'stream' : 'table',
    );
  }

  /** Writes the streams as they are; returns what may go into object streams, with Info and catalog made anew. */
  #bodies(xmp: number, info: number): readonly Body[] {
    const { objects, root } = this.#file;
    const loose: Body[] = [];
    const printed = new PrintedObjects(this.#file, this.#options.untouched ? mendPrinted(this.#file) : []);
    for (const object of objects) {
      if (object.stream || object.number === root || object.number === info) continue;
      loose.push([object.number, printed.head(object.number).trim()]);
    }
    const catalog = withLang(bodyOf(this.#file, root).trim(), this.#options.lang);
    loose.push([root, catalog.replace(/>>$/, `\n/Metadata ${xmp} 0 R>>`)]);
    if (hasInfo(this.#options.claim)) loose.push([info, infoDictionary(this.#options.info)]);
    const titled = mendOutlineTitles(
      this.#options.printed ? dropAbsentHeadings(dropOwnLinks(loose)) : dropOwnLinks(loose),
      this.#options.headings,
    );
    const conforming = this.#conform(this.#options.deterministic ? renameStructureIds(inTreeOrder(titled)) : titled);
    for (const { number, stream } of objects)
      if (stream) this.#out.body(number, conforming.changed.get(number) ?? printed.body(number));
    for (const { number, entries, content } of conforming.added) this.#out.flateStream(number, entries, content);
    return conforming.bodies;
  }

  #conform(bodies: readonly Body[]): Pick<Conforming, 'bodies' | 'changed' | 'added'> {
    const { claim } = this.#options;
    if (claim === null) return { bodies, changed: new Map(), added: [] };
    const conforming = conformPrint(this.#file, bodies, claim, this.#out.next);
    this.#out.next = conforming.next;
    return conforming;
  }
}
