import { createHash, hash } from 'node:crypto';
import type { Listing } from '../../../render/compose/contents.ts';
import type { SharedByAll } from '../../../render/preview/stretch-flow.ts';
import type { Session } from '../../../store/facets/sessions.ts';
import { familiesOf } from './families.ts';
import { frameFacts, type FrameFacts } from './frame-facts.ts';
import type { Headed, LoggedContent, LoggedStretch, LogParts, ShownByAll } from './logged-content.ts';
import {
  hasLateChapters,
  hasContents,
  hasFarOptions,
  hasIndex,
  kindOf,
  lastOf,
  stampsIn,
  type Kind,
} from './operation-kinds.ts';

/** Stands for the pages of an existing PDF where only their place matters. */
const anyPdf = Buffer.from('{"op":"add_pdf","data":"JVBERi0="}');
/** Content for a page of which only the frame is wanted. */
const anyContent = Buffer.from('{"op":"add_text","text":""}');

/** Nothing, which tables of contents show until it is known what the session lists. */
const nothingListed: Listing = { lists: { headings: [], figures: [], tables: [] }, pages: {} };

/** Siblings before an element that selectors may look for. */
const siblings = 2;

/** The content of a session as far as the print of its stretches depends on it. */
export class SessionLog {
  readonly log: readonly Uint8Array[];
  /** Digests of the operations, with all that they show. */
  readonly digests: readonly string[];
  /** What its tables of contents show; `null` where it has none. */
  readonly listing: Listing | null;
  /** The digest of what all pages depend on. */
  readonly context: string;
  /** What its options and frames say. */
  readonly facts: FrameFacts;
  readonly #given: LogParts;
  readonly #shown: ShownByAll;
  readonly #kinds: readonly Kind[];
  readonly #frame: readonly number[];
  readonly #alone: readonly number[];
  readonly #numbers: readonly number[];
  /** Of each operation, the last `set_font` and the last `add_page` before it; -1 = none. */
  readonly #fonts: Int32Array;
  readonly #pages: Int32Array;

  /** `null` where pages depend on operations that may be anywhere. */
  static of(session: Session, content: LoggedContent): SessionLog | null {
    const kinds = content.log.map(kindOf);
    const isKnown = kinds.every((kind) => kind !== null);
    const stamps = stampsIn(content.log);
    const log = content.log.filter((_, index) => kinds[index] !== 'beside');
    const found = kinds.filter((kind) => kind !== null && kind !== 'beside');
    const hasChapters = hasLateChapters(log, found);
    if (!isKnown || stamps === null || log.length === 0 || hasChapters || hasFarOptions(session)) return null;
    const listing = log.flatMap((operation, index) => (hasContents(operation) ? [index] : []));
    if (listing.length > 0 && log.some(hasIndex)) return null;
    // A remote page alone has no headers and footers.
    if (found.includes('remote') && !found.includes('content')) return null;
    const digestsOf = (operations: readonly Uint8Array[]) => operations.map((one) => hash('sha256', one, 'base64'));
    const families = familiesOf(session, content);
    const given = { session, content: { ...content, log }, found, stored: digestsOf(log), stamps, families };
    const all = hash('sha256', digestsOf(content.log).join(' '), 'base64');
    return new SessionLog({ ...given, all, listing: new Set(listing) }, { listing: nothingListed, headed: null });
  }

  private constructor(given: LogParts, shown: ShownByAll) {
    const { session, content, found, stored, listing } = given;
    const { document } = session;
    const { log, assets } = content;
    this.#given = given;
    this.#shown = shown;
    this.log = log;
    this.listing = listing.size === 0 ? null : shown.listing;
    const listed = listing.size === 0 ? '' : hash('sha256', JSON.stringify(shown.listing), 'base64');
    this.digests = stored.map((digest, index) => (listing.has(index) ? `${digest} ${listed}` : digest));
    this.#kinds = found;
    this.#frame = found.flatMap((kind, index) => (kind === 'frame' ? [index] : []));
    this.#alone = found.flatMap((kind, index) => (kind === 'existing' || kind === 'remote' ? [index] : []));
    this.#numbers = found.flatMap((kind, index) => (kind === 'numbers' ? [index] : []));
    this.#fonts = lastOf(found, 'font');
    this.#pages = lastOf(found, 'page');
    const names = assets.map(({ name, blob }) => `${name} ${blob.sha256}`);
    const frame = [...this.#frame, ...this.#numbers].map((index) => this.digests[index]);
    this.context = createHash('sha256')
      .update(JSON.stringify([document, session.output, names, frame, listing.size > 0, given.families]))
      .update(JSON.stringify(shown.headed?.heights ?? null))
      .digest('base64');
    this.facts = frameFacts(
      document,
      this.#frame.flatMap((index) => log[index] ?? []),
    );
  }

  /** The same content, whose tables of contents show this. */
  showing(listing: Listing): SessionLog {
    return new SessionLog(this.#given, { ...this.#shown, listing });
  }

  /** The same content, with these headings and heights of headers and footers. */
  headedBy(headed: Headed): SessionLog {
    return new SessionLog(this.#given, { ...this.#shown, headed });
  }

  /** What the stretch of these operations takes from the whole document. It takes all listed entries, or none. */
  sharedFor(from: number, to: number): SharedByAll {
    const { listing, families } = this.#given;
    const shows = [...listing].some((index) => index >= from && index < to);
    const headed = this.#shown.headed?.longest ?? null;
    return { families, headed, listing: this.listing === null || shows ? this.listing : nothingListed };
  }

  /** Operations that draw on the finished pages. */
  get stamps(): readonly Uint8Array[] {
    return this.#given.stamps;
  }

  get length(): number {
    return this.log.length;
  }

  /** True where headers and footers are printed by themselves, after all pages are known. */
  get isFramedLast(): boolean {
    return this.isDivided || this.#numbers.length > 0;
  }

  /** Indexes of the operations with which page numbers begin anew. */
  get numbers(): readonly number[] {
    return this.#numbers;
  }

  kindOf(index: number): Kind | null {
    return this.#kinds[index] ?? null;
  }

  /** True for an operation with which a page may begin whatever is before it. */
  beginsPage(index: number): boolean {
    return this.#kinds[index] === 'page' || this.#kinds[index] === 'break';
  }

  /** Index of the next operation with content; the length where there is none. */
  contentFrom(index: number): number {
    const found = this.#kinds.indexOf('content', index);
    return found < 0 ? this.length : found;
  }

  /** True where existing PDFs and remote pages divide it into segments, each of which is printed by itself. */
  get isDivided(): boolean {
    return this.#alone.length > 0;
  }

  /** True for an operation that adds pages of an existing PDF. */
  isExisting(index: number): boolean {
    return this.#kinds[index] === 'existing';
  }

  /** True for an operation that is a segment by itself: pages of an existing PDF, or a remote page. */
  isAlone(index: number): boolean {
    return this.isExisting(index) || this.#kinds[index] === 'remote';
  }

  /** True where a segment ends before an index. */
  endsSegment(index: number): boolean {
    return index === this.length || this.isAlone(index);
  }

  /** Index of the first operation of the segment of one. */
  segmentStart(at: number): number {
    return this.isAlone(at) ? at : (this.#alone.findLast((index) => index < at) ?? -1) + 1;
  }

  /** The index after the last operation of the segment of one. */
  segmentEnd(at: number): number {
    return this.isAlone(at) ? at + 1 : (this.#alone.find((index) => index > at) ?? this.length);
  }

  /** The operation, and all before it that the pages from there on depend on. */
  startOf(at: number): string {
    const digest = (index: number | undefined): string => this.digests[index ?? -1] ?? '';
    if (this.isAlone(at)) return `${this.context} ${digest(at)}`;
    const font = this.#fonts[at] ?? -1;
    const before = (index: number): number => this.#frame.filter((frame) => frame < index).length;
    return [
      this.context,
      digest(font),
      before(font),
      before(at),
      digest(this.#pages[at]),
      ...this.#siblingsOf(at).map((index) => this.#given.stored[index] ?? ''), // whatever they list
      ...[this.isFramedLast, this.segmentStart(at) === at, this.segmentStart(at) === 0].map(String),
      digest(at),
    ].join(' ');
  }

  /** The digest of all that the print of the session depends on. */
  get digest(): string {
    return `${this.context} ${this.#given.all}`;
  }

  /** The digest of operations. */
  digestOf(from: number, to: number): string {
    return hash('sha256', this.digests.slice(from, to).join(' '), 'base64');
  }

  /** The operations from one to before another with those around them that their print needs, in order. */
  stretch(from: number, to: number): LoggedStretch {
    const start = this.segmentStart(from);
    const around = [
      this.#fonts[from] ?? -1,
      this.#pages[from] ?? -1,
      start - 1,
      ...this.#siblingsOf(from),
      ...this.#frame.filter((index) => index < from),
    ];
    const before = [...new Set(around)].filter((index) => index >= 0).sort((one, other) => one - other);
    const own = Array.from({ length: to - from }, (_, index) => from + index);
    // One other segment is enough, because it has what all segments have in common.
    const other = start === 0 ? this.#alone.slice(0, 1) : [];
    const after = [...this.#frame.filter((index) => index >= to), ...other];
    // With them first, which changes no page, headers and footers are those of the whole document.
    const first = [...this.#numbers, ...before];
    const indexes = [...first, ...own, ...after];
    const operations = indexes.flatMap((index) => (this.isAlone(index) ? anyPdf : (this.log[index] ?? [])));
    return { indexes, operations, first: first.length };
  }

  /** A document with the frames and kinds of page of the whole session, and with any content. */
  frame(): readonly Uint8Array[] {
    const setups = this.log.flatMap((operation, index) => (this.#kinds[index] === 'page' ? [operation] : []));
    const distinct = [...new Map(setups.map((operation) => [Buffer.from(operation).toString(), operation])).values()];
    const frames = this.#frame.flatMap((index) => this.log[index] ?? []).filter((one) => !this.stamps.includes(one));
    const numbers = this.#numbers.flatMap((index) => this.log[index] ?? []);
    return [...numbers, ...frames, ...this.stamps, ...distinct, anyContent, ...(this.isDivided ? [anyPdf] : [])];
  }

  #siblingsOf(at: number): number[] {
    const found: number[] = [];
    const start = this.segmentStart(at);
    for (let index = at - 1; index >= start && found.length < siblings; index -= 1)
      if (this.#kinds[index] === 'content') found.unshift(index);
    return found;
  }
}
