import type { ListedOnPage, PrintedStretch, StretchFields } from '../../../render/preview/printed-stretch.ts';
import type { Listing } from '../../../render/compose/contents.ts';
import type { LongestHeadings } from '../../../render/preview/stretch-flow.ts';
import type { StepStyles } from '../../../render/typeset/styles/stretch-styles.ts';
import type { RunNumbers } from './numbers-of-runs.ts';
import type { StylesByOperation } from './log/log-styles.ts';
import type { SessionLog } from './log/session-log.ts';

/** A printed file, which several runs share. */
export interface StretchFile {
  readonly sessionId: string;
  readonly pdf: Uint8Array;
  readonly pages: PrintedStretch['pages'];
  /** The number of its first page in its segment as it was printed, from 1; 0 = it did not count. */
  readonly number: number;
  /** Pages of the segment as it was printed; 0 = unknown. */
  readonly count: number;
  /** True where headers and footers were left out of the print. */
  readonly inParts: boolean;
  readonly fields: StretchFields;
  expiresAt: number;
}

/** Pages that begin with one operation and end before another. */
export interface Run {
  readonly file: StretchFile;
  /** Index of the first page in the file. */
  readonly page: number;
  readonly pages: number;
  /** True where its first page begins whatever is before it. */
  readonly isForced: boolean;
  /** The number of its operations. */
  readonly operations: number;
  /** The operations that decide where it ends, counted from its first one. */
  readonly until: number;
  /** True where it ends with its segment. */
  readonly isEnd: boolean;
  /** See `SessionLog.digestOf`. */
  readonly digest: string;
  readonly size: number;
  readonly characters: number;
  /** What it takes of the budget for highlighting code. */
  readonly highlighted: number;
  /** What tables of contents may list of it, in order; empty where the session has none. */
  readonly listed: readonly ListedInRun[];
  /** The ids in it that its operations give; empty where the session has no tables of contents. */
  readonly ids: readonly string[];
  /** Its numbers of headings and captions; `null` where there are none. */
  readonly numbers: RunNumbers | null;
  /** The texts of its headings. */
  readonly headings: readonly string[];
  /** The styles that its content adds, with the operation, counted from its first one. */
  readonly styles: readonly (StepStyles & { readonly operation: number })[];
  /** True for pages of a signed PDF. */
  readonly isSigned: boolean;
}

/** Something in a run that tables of contents may list. */
export interface ListedInRun extends Pick<ListedOnPage, 'of' | 'level' | 'number' | 'text'> {
  /** Index of its page in the run; `null` = it is on no page. */
  readonly page: number | null;
  /** The id that its operation gives; `null` = none. */
  readonly ownId: string | null;
}

/** What the tables of contents of a content show in the end. */
interface Settled {
  readonly digest: string;
  readonly listing: Listing;
}

/** Bytes of all files together. */
const defaultMaxBytes = 32 * 1024 * 1024;

/** Distinct style sheets of a session that are known as such. */
const maxTexts = 1000;

/** Printed pages of sessions in the memory of this process. The file that was used least recently makes room. */
export class Runs {
  readonly #maxBytes: number;
  /** The files with their runs by what they begin with, the least recently used first. */
  readonly #files = new Map<StretchFile, readonly (readonly [begin: string, run: Run])[]>();
  readonly #runs = new Map<string, Set<Run>>();
  /** What tables of contents show, by session; the digest is that of its content. */
  readonly #shown = new Map<string, Settled>();
  /** The longest headings of sessions, when they were laid out last. */
  readonly #longest = new Map<string, LongestHeadings>();
  /** The styles that the content of sessions added, when they were laid out last. */
  readonly #styles = new Map<string, StylesByOperation>();
  /** The style sheets of runs by session, each once. */
  readonly #texts = new Map<string, Map<string, string>>();
  #bytes = 0;

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /** The pages of a session from an operation on, if they are here; `key` is that of their numbers, if it matters. */
  find(sessionId: string, log: SessionLog, { at, key }: { readonly at: number; readonly key?: string }): Run | null {
    for (const run of this.#runs.get(`${sessionId} ${log.startOf(at)}`) ?? []) {
      if (key !== undefined && run.numbers !== null && run.numbers.key !== key) continue;
      const end = at + run.until;
      if (end > log.length || (run.isEnd && !log.segments.endsBefore(end)) || log.digestOf(at, end) !== run.digest)
        continue;
      return run;
    }
    return null;
  }

  /** Marks the files of runs as used now, by a session that lives until then. */
  use(runs: readonly Run[], expiresAt: number): void {
    for (const file of new Set(runs.map((run) => run.file))) {
      const own = this.#files.get(file);
      if (own === undefined) continue;
      file.expiresAt = expiresAt;
      this.#files.delete(file);
      this.#files.set(file, own);
    }
  }

  /** Stores a file with its runs, by the indexes of the operations that they begin with. */
  add(log: SessionLog, file: StretchFile, runs: ReadonlyMap<number, Run>): void {
    this.dropExpired();
    if (file.pdf.byteLength > this.#maxBytes) return;
    const named = [...runs].map(([at, run]) => [`${file.sessionId} ${log.startOf(at)}`, this.#shared(run)] as const);
    for (const [name, run] of named) this.#runs.set(name, (this.#runs.get(name) ?? new Set()).add(run));
    this.#files.set(file, named);
    this.#bytes += file.pdf.byteLength;
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldest);
    }
  }

  /** What the tables of contents of a content show; `null` where that is not known. */
  shownBy(sessionId: string, digest: string): Listing | null {
    const found = this.#shown.get(sessionId);
    return found?.digest === digest ? found.listing : null;
  }

  /** Stores what the tables of contents of a content show, as long as pages of the session are here. */
  show(sessionId: string, settled: Settled): void {
    if (this.has(sessionId)) this.#shown.set(sessionId, settled);
  }

  /** The longest headings of a session, when it was laid out last; `null` where that is not known. */
  longestOf(sessionId: string): LongestHeadings | null {
    return this.#longest.get(sessionId) ?? null;
  }

  /** Stores the longest headings of a session, as long as pages of it are here. */
  measure(sessionId: string, longest: LongestHeadings): void {
    if (this.has(sessionId)) this.#longest.set(sessionId, longest);
  }

  /** The styles that the content of a session added, when it was laid out last. */
  stylesOf(sessionId: string): StylesByOperation {
    return this.#styles.get(sessionId) ?? new Map();
  }

  /** Stores the styles that the content of a session adds, as long as pages of it are here. */
  style(sessionId: string, styles: StylesByOperation): void {
    if (this.has(sessionId)) this.#styles.set(sessionId, styles);
  }

  /** True where pages of the session are here. */
  has(sessionId: string): boolean {
    for (const file of this.#files.keys()) if (file.sessionId === sessionId) return true;
    return false;
  }

  /** Forgets a session. */
  drop(sessionId: string): void {
    for (const file of this.#files.keys()) if (file.sessionId === sessionId) this.#remove(file);
  }

  /** Forgets sessions that have expired. */
  dropExpired(): void {
    const now = Date.now();
    for (const file of this.#files.keys()) if (file.expiresAt <= now) this.#remove(file);
  }

  /** A run with style sheets that are in memory once, however many operations add them. */
  #shared(run: Run): Run {
    if (run.styles.length === 0) return run;
    const texts = this.#texts.get(run.file.sessionId) ?? new Map<string, string>();
    if (texts.size >= maxTexts) texts.clear();
    this.#texts.set(run.file.sessionId, texts);
    const shared = (text: string): string => {
      const known = texts.get(text);
      if (known === undefined) texts.set(text, text);
      return known ?? text;
    };
    const styles = run.styles.map(({ sheets, elements, ...one }) => ({
      ...one,
      sheets: sheets.map(({ css, once }) => ({ css: shared(css), once })),
      elements: elements.map(shared),
    }));
    return { ...run, styles };
  }

  #remove(file: StretchFile): void {
    for (const [name, run] of this.#files.get(file) ?? []) {
      const others = this.#runs.get(name);
      others?.delete(run);
      if (others?.size === 0) this.#runs.delete(name);
    }
    if (this.#files.delete(file)) this.#bytes -= file.pdf.byteLength;
    if (this.has(file.sessionId)) return;
    this.#shown.delete(file.sessionId);
    this.#longest.delete(file.sessionId);
    this.#styles.delete(file.sessionId);
    this.#texts.delete(file.sessionId);
  }
}
