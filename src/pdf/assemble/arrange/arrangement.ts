import { AppError } from '../../../problems.ts';
import type { Encryption } from '../../crypt/encryption.ts';
import type { RequestedEncryption } from '../../crypt/new-encryption.ts';
import type { Report } from '../../facts/report.ts';
import type { Source } from '../../facts/source.ts';
import { readSignatures } from '../../facts/signatures/signatures.ts';
import { readNameTree } from '../../facts/trees/read-trees.ts';
import { defaultLimits } from '../../objects/limits.ts';
import type { Attachment } from '../../xmp/attachment.ts';
import { namesOf } from '../attachments.ts';
import type { Metadata } from '../metadata.ts';
import { emptyPage, plannedPage, sizeInPoints, type PageSize, type PlannedPage } from './planned-page.ts';

/** A document whose pages are arranged. */
export interface ArrangedDocument {
  readonly source: Source;
  readonly title: string;
  /** False where the outline was replaced. */
  bookmarked: boolean;
  readonly detached: Set<string>;
  readonly isSigned: boolean;
}

/** An outline item, by the id of its page. */
interface PlannedBookmark {
  readonly title: string;
  readonly level: number;
  readonly page: number;
}

/** True for a document with a signature that marks would break. */
const isSigned = ({ file }: Source) => readSignatures(file).length > 0;

/** The document as the steps so far leave it: a plan, which is carried out once after the last step. */
export class Arrangement {
  readonly report: Report;
  readonly documents: ArrangedDocument[] = [];
  pages: readonly PlannedPage[] = [];
  bookmarks: readonly PlannedBookmark[] = [];
  metadata: Metadata | undefined;
  attached: Attachment[] = [];
  /** Claims of tags are taken out. */
  losesTags = false;
  /** `source`: that of the documents; `null`: none. */
  encryption: RequestedEncryption | Encryption | 'source' | null = 'source';
  #ids = 0;

  constructor(report: Report) {
    this.report = report;
  }

  /** Adds pages of a document, by index, before the page `at`. */
  add(document: { readonly source: Source; readonly title: string }, pages: readonly number[], at: number): void {
    const number = this.documents.length;
    this.documents.push({ ...document, bookmarked: true, detached: new Set(), isSigned: isSigned(document.source) });
    const known = new Map<number, PlannedPage>();
    const added = pages.map((page) => {
      const planned = known.get(page) ?? plannedPage(document.source, { document: number, page }, this.#id());
      known.set(page, planned);
      return planned;
    });
    this.#setPages(this.pages.toSpliced(at, 0, ...added));
  }

  addBlank(size: PageSize | undefined, at: number): void {
    const neighbour = this.pages[at - 1] ?? this.pages[at];
    const own = size ?? (neighbour === undefined ? { width: 595.276, height: 841.89 } : sizeInPoints(neighbour));
    this.#setPages(this.pages.toSpliced(at, 0, emptyPage(own, this.#id())));
  }

  /** Leaves these pages, by their 1-based numbers. */
  select(pages: readonly number[]): void {
    this.#setPages(pages.flatMap((page) => this.pages[page - 1] ?? []));
  }

  /** Replaces these pages, by their 1-based numbers. Repeats count once. */
  change(pages: readonly number[], replace: (page: PlannedPage, number: number) => PlannedPage): void {
    const changed = new Set(pages);
    this.pages = this.pages.map((page, index) => (changed.has(index + 1) ? replace(page, index + 1) : page));
  }

  /** Takes attachments away, and answers the names that none has. */
  detach(names: readonly string[]): string[] {
    const unknown = new Set(names);
    for (const { source, detached } of this.documents) {
      const { file } = source;
      const tree = readNameTree(file, source.names('EmbeddedFiles')).map(([name, value]) => namesOf(file, value, name));
      const associated = (file.array(file.catalog.get('AF')) ?? []).map((value) => namesOf(file, value));
      for (const name of [...tree, ...associated].flat()) unknown.delete(name);
      for (const name of names) detached.add(name);
    }
    for (const { name } of this.attached) unknown.delete(name);
    this.attached = this.attached.filter(({ name }) => !names.includes(name));
    return [...unknown];
  }

  #id(): number {
    this.#ids += 1;
    return this.#ids;
  }

  #setPages(pages: readonly PlannedPage[]): void {
    if (pages.length > defaultLimits.pages)
      throw new AppError(
        'too-many-pages',
        `The document would have ${pages.length} pages, more than ${defaultLimits.pages}.`,
      );
    this.pages = pages;
  }
}
