import { createHash, hash } from 'node:crypto';
import type { Listing } from '../../../../render/compose/contents.ts';
import type { SharedByAll } from '../../../../render/preview/stretch-flow.ts';
import type { Session } from '../../../../store/facets/sessions.ts';
import { familiesOf } from './families.ts';
import { frameFacts, type FrameFacts } from './frame-facts.ts';
import { LogSegments } from './log-segments.ts';
import { LogStyles, noStyles, type AddedStyles } from './log-styles.ts';
import {
  anyContent,
  anyPdf,
  listingDigest,
  nothingListed,
  type Headed,
  type LoggedContent,
  type LoggedStretch,
  type LogParts,
  type ShownByAll,
} from './logged-content.ts';
import { hasListing, lastOf, stampsIn, type Kind } from './operation-kinds.ts';
import { kindsOf } from './kinds-of-log.ts';

/** The fields of `output` that the look of pages may depend on. */
function printedBy({ output }: Pick<Session, 'output'>): object {
  const unseen = new Set(['conformance', 'failOn', 'pages']);
  return Object.fromEntries(Object.entries(JSON.parse(output) as object).filter(([name]) => !unseen.has(name)));
}

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
  readonly segments: LogSegments;
  readonly styles: LogStyles;
  readonly #given: LogParts;
  readonly #shown: ShownByAll;
  readonly #kinds: readonly Kind[];
  readonly #frame: readonly number[];
  readonly #numbers: readonly number[];
  /** Of each operation, the last `set_font` and the last `add_page` before it; -1 = none. */
  readonly #fonts: Int32Array;
  readonly #pages: Int32Array;

  /** `null` where pages depend on operations that may be anywhere. */
  static of(session: Session, content: LoggedContent): SessionLog | null {
    const kinds = kindsOf(session, content.log);
    const stamps = stampsIn(content.log);
    if (kinds === null) return null;
    const log = content.log.filter((_, index) => kinds[index] !== 'beside');
    const found = kinds.filter((kind) => kind !== 'beside');
    const listing = log.flatMap((operation, index) => (hasListing(operation) ? [index] : []));
    if (log.length === 0 || listing.some((index) => found[index] === 'document')) return null;
    const digests = content.log.map((operation) => hash('sha256', operation, 'base64'));
    const stored = digests.filter((_, index) => kinds[index] !== 'beside');
    const families = familiesOf(session, content);
    const given = { session, content: { ...content, log }, found, stored, stamps, families };
    const all = hash('sha256', digests.join(' '), 'base64');
    return new SessionLog(
      { ...given, all, listing: new Set(listing) },
      { listing: nothingListed, headed: null, styles: noStyles },
    );
  }

  private constructor(given: LogParts, shown: ShownByAll) {
    const { session, content, found, stored, listing } = given;
    const { document } = session;
    const { log, assets } = content;
    this.#given = given;
    this.#shown = shown;
    this.log = log;
    this.listing = listing.size === 0 ? null : shown.listing;
    const listed = (index: number): string => listingDigest(shown.listing, log[index] ?? new Uint8Array());
    this.digests = stored.map((digest, index) => (listing.has(index) ? `${digest} ${listed(index)}` : digest));
    this.#kinds = found;
    this.#frame = found.flatMap((kind, index) => (kind === 'frame' ? [index] : []));
    this.segments = new LogSegments(found);
    this.styles = new LogStyles(shown.styles, found);
    this.#numbers = found.flatMap((kind, index) => (kind === 'numbers' ? [index] : []));
    this.#fonts = lastOf(found, 'font');
    this.#pages = lastOf(found, 'page');
    const names = assets.map(({ name, blob }) => `${name} ${blob.sha256}`);
    const frame = [...this.#frame, ...this.#numbers].map((index) => this.digests[index]);
    this.context = createHash('sha256')
      .update(JSON.stringify([document, printedBy(session), names, frame, listing.size > 0, given.families]))
      .update(JSON.stringify([shown.headed?.heights ?? null, this.styles.order]))
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

  /** The same content, which adds these styles. */
  styledBy(styles: AddedStyles): SessionLog {
    return new SessionLog(this.#given, { ...this.#shown, styles });
  }

  /** Digests of the operations as they are stored. */
  get stored(): readonly string[] {
    return this.#given.stored;
  }

  /** What the stretch of these operations takes from the whole document. It takes all listed entries, or none. */
  sharedFor(from: number, to: number): SharedByAll {
    const { indexes } = this.#around(from, to);
    const shows = [...this.#given.listing].some((index) => index >= from && index < to);
    const listing = this.listing && (shows ? this.listing : nothingListed);
    const ofSegment = { from: this.segments.startOf(from), to: this.segments.endOf(from) };
    return { ...this.sharedByFrame(), listing, styles: this.styles.of(indexes, ofSegment) };
  }

  /** What the document of `frame` takes from the whole document. */
  sharedByFrame(): SharedByAll {
    const { families } = this.#given;
    const styles = this.styles.of(this.#framing(), null);
    return { families, styles, headed: this.#shown.headed?.longest ?? null, listing: this.listing && nothingListed };
  }

  /** True for an operation that is known to have a table of contents or an index. */
  isListing(index: number): boolean {
    return this.#given.listing.has(index);
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

  /** True where existing PDFs and remote pages divide it into segments. */
  get isDivided(): boolean {
    return this.segments.firstAlone !== null;
  }

  /** The operation, and all before it that the pages from there on depend on. */
  startOf(at: number): string {
    const digest = (index: number | undefined): string => this.digests[index ?? -1] ?? '';
    if (this.segments.isAlone(at)) return `${this.context} ${digest(at)}`;
    const font = this.#fonts[at] ?? -1;
    const start = this.segments.startOf(at);
    const siblings = this.segments.siblingsOf(at);
    const before = (index: number): number => this.#frame.filter((frame) => frame < index).length;
    return [
      this.context,
      digest(font),
      before(font),
      before(at),
      digest(this.#pages[at]),
      // Whatever they list.
      ...siblings.map((index) => (this.segments.isSelectable(index, at) ? this.#given.stored[index] : '')),
      ...[this.isFramedLast, start === at, start === 0].map(String),
      this.styles.digestOf({ from: start, to: this.segments.endOf(at) }),
      digest(at),
    ].join(' ');
  }

  /** The digest of all that the print of the session depends on. */
  get digest(): string {
    return `${this.context} ${this.#given.all} ${hash('sha256', this.#given.session.output, 'base64')}`;
  }

  /** The digest of operations. */
  digestOf(from: number, to: number): string {
    return hash('sha256', this.digests.slice(from, to).join(' '), 'base64');
  }

  /** The operations from one to before another with those around them that their print needs, in order. */
  stretch(from: number, to: number): LoggedStretch {
    const around = this.#around(from, to);
    const operationOf = (index: number) => (this.segments.isAlone(index) ? anyPdf : (this.log[index] ?? []));
    return { ...around, operations: around.indexes.flatMap(operationOf) };
  }

  #around(from: number, to: number): Omit<LoggedStretch, 'operations'> {
    const start = this.segments.startOf(from);
    const around = [
      this.#fonts[from] ?? -1,
      this.#pages[from] ?? -1,
      start - 1,
      ...this.segments.siblingsOf(from),
      ...this.#frame.filter((index) => index < from),
    ];
    const before = [...new Set(around)].filter((index) => index >= 0).sort((one, other) => one - other);
    const own = Array.from({ length: to - from }, (_, index) => from + index);
    // One other segment is enough, because it has what all segments have in common.
    const other = start === 0 && this.segments.firstAlone !== null ? [this.segments.firstAlone] : [];
    const after = [...this.#frame.filter((index) => index >= to), ...other];
    // With them first, which changes no page, headers and footers are those of the whole document.
    const first = [...this.#numbers, ...before];
    return { indexes: [...first, ...own, ...after], first: first.length };
  }

  /** A document with the frames and kinds of page of the whole session, and with any content. */
  frame(): readonly Uint8Array[] {
    const setups = this.log.flatMap((operation, index) => (this.#kinds[index] === 'page' ? [operation] : []));
    const distinct = [...new Map(setups.map((operation) => [Buffer.from(operation).toString(), operation])).values()];
    const framing = this.#framing().flatMap((index) => this.log[index] ?? []);
    return [...framing, ...this.stamps, ...distinct, anyContent, ...(this.isDivided ? [anyPdf] : [])];
  }

  /** Indexes of the operations of `frame` that come first. */
  #framing(): number[] {
    const isStamp = (index: number) => this.stamps.some((stamp) => stamp === this.log[index]);
    return [...this.#numbers, ...this.#frame.filter((index) => !isStamp(index))];
  }
}
