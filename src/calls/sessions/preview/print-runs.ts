import type { PrintedStretch } from '../../../render/preview/printed-stretch.ts';
import type { StretchRequest } from '../../../render/preview/stretches.ts';
import type { OutputOptions } from '../../../render/model/output-options.ts';
import { maxHighlighted } from '../../../render/html/highlight.ts';
import type { Session } from '../../../store/facets/sessions.ts';
import type { Caller } from '../../caller.ts';
import type { RenderSessionDeps } from '../render-session.ts';
import { settleContents } from './contents-of-runs.ts';
import { settleHeadings } from './headings-of-runs.ts';
import { keyOf, TopLevel, type NumbersAt } from './numbers-of-runs.ts';
import { pageNumbersOf } from './page-numbers-of-runs.ts';
import { isLong, ofSegment, pagesOf, sumOf, type Gap, type Layout, type PlacedRun } from './layout.ts';
import { chosenOf, mayStamp } from './chosen-pages.ts';
import { listedInRun, runsOf } from './runs-of-stretch.ts';
import type { Runs, Run } from './runs.ts';
import type { Shown } from './log/logged-content.ts';
import { contextFor, SessionRequests } from './session-requests.ts';
import { settleStyles } from './styles-of-runs.ts';
import type { SessionLog } from './log/session-log.ts';

/**
 * Bytes of operations that are printed at once: few where the pages after an edit may soon be those from before, more
 * each time that they are not, and `first` of a document that is not known yet.
 */
const stretchBytes = { least: 24 * 1024, growth: 4, first: 128 * 1024 };

/** Lays out the pages of a session, and prints those that changed. */
export class RunPrinter {
  readonly #deps: RenderSessionDeps;
  readonly #runs: Runs;
  readonly #requests: SessionRequests;

  constructor(deps: RenderSessionDeps, runs: Runs) {
    this.#deps = deps;
    this.#runs = runs;
    this.#requests = new SessionRequests(deps);
  }

  /**
   * All pages of the session. `null` where the document has to be printed as a whole: pages depend on operations
   * elsewhere, or it is refused.
   */
  layout(caller: Caller, shown: Shown, log: SessionLog): Promise<Layout | null> {
    const level = new TopLevel();
    const pass = (own: SessionLog) => level.settle((top) => this.#pass(caller, shown, { log: own, top }));
    const ofContents = (own: SessionLog) => settleContents(own, { session: shown.session, runs: this.#runs, pass });
    const at = { caller, shown };
    const own = { session: shown.session, runs: this.#runs };
    const heights = (styled: SessionLog) => this.#requests.heights(at, styled);
    const headed = (styled: SessionLog) => settleHeadings(styled, { ...own, measure: heights, pass: ofContents });
    const styles = (operations: readonly Uint8Array[]) => this.#requests.styles(at, operations);
    return settleStyles(log, { ...own, measure: styles, pass: headed });
  }

  /** `top` is the highest level of numbered headings. */
  async #pass(
    caller: Caller,
    shown: Shown,
    { log, top }: { readonly log: SessionLog; readonly top: number },
  ): Promise<Layout | null> {
    const { session } = shown;
    const runs: PlacedRun[] = [];
    let numbers: NumbersAt | null = log.facts.isNumbered ? { state: null, top } : null;
    const place = ({ at, run }: PlacedRun): void => {
      runs.push({ at, run });
      if (numbers !== null && run.numbers !== null) numbers = { ...numbers, state: run.numbers.after };
    };
    let bytes = this.#runs.has(session.id) ? stretchBytes.least : stretchBytes.first;
    for (let at = 0; at < log.length;) {
      const key = numbers === null ? '' : keyOf(numbers);
      const known = this.#runs.find(session.id, log, { at, key });
      if (known !== null) {
        place({ at, run: known });
        at += known.operations;
        continue;
      }
      const before = ofSegment(runs, log, at);
      const printed = log.segments.isAlone(at)
        ? await this.#take(caller, shown, { log, at })
        : await this.#print(caller, shown, { log, at, bytes, before, numbers });
      if (printed === null) return null;
      for (const [begin, run] of printed) {
        place({ at: begin, run });
        at = begin + run.operations;
      }
      bytes = Math.min(stretchBytes.first, bytes * stretchBytes.growth);
    }
    this.#runs.use(
      runs.map(({ run }) => run),
      session.expiresAt,
    );
    return this.#judged(runs, log, session);
  }

  /** Runs from an operation on; the end of the last one is certain. Prints more where none would be. */
  async #print(
    caller: Caller,
    { session, assets }: Shown,
    { log, at, bytes, before, numbers }: Gap,
  ): Promise<ReadonlyMap<number, Run> | null> {
    const inParts = isLong(this.#deps.services.stretches, before);
    if (inParts && log.facts.showsHeadings) return null;
    const segmentEnd = log.segments.endOf(at);
    const rooms = inParts ? [] : pagesOf(before).map(({ room }) => room);
    for (let size = bytes; ; size *= stretchBytes.growth) {
      const end = this.#endOf(session.id, { log, at, bytes: size, isFirst: size === bytes });
      const { indexes, operations, first } = log.stretch(at, end);
      const printed = await this.#stretch(
        caller,
        { session, assets, log: operations },
        {
          place: { first, before: rooms, after: 0 },
          inParts,
          ...log.sharedFor(at, end),
          numbers: numbers && { ...numbers, first },
        },
      );
      if (printed === null) return null;
      const { pdf, pages, fields, styles } = printed;
      // A template of the service may have a table of contents.
      if (styles.some(({ hasListing }, step) => hasListing && !log.isListing(indexes[step] ?? -1))) return null;
      const count = end === segmentEnd ? rooms.length + pages.length : 0;
      const counted = inParts ? { number: 0, count: 0 } : { number: rooms.length + 1, count };
      const file = { sessionId: session.id, pdf, pages, fields, ...counted, inParts, expiresAt: session.expiresAt };
      const runs = runsOf(printed, { log, at, end, indexes, file, numbers });
      if (runs.size === 0) continue;
      this.#runs.add(log, file, runs);
      return runs;
    }
  }

  /**
   * The end of a stretch of about this many bytes; a small rest of its segment belongs to it. Where pages that are known
   * begin whatever is before them, it ends with their first content, unless that has been tried.
   */
  #endOf(
    sessionId: string,
    { log, at, bytes, isFirst }: Pick<Gap, 'log' | 'at' | 'bytes'> & { readonly isFirst: boolean },
  ): number {
    const last = log.segments.endOf(at);
    const sizeOf = (index: number): number => log.log[index]?.byteLength ?? 0;
    let [end, left] = [at, bytes];
    while (end < last && left > 0) {
      if (
        isFirst &&
        end > at &&
        log.segments.beginsPage(end) &&
        this.#runs.find(sessionId, log, { at: end })?.isForced === true
      ) {
        const content = log.segments.contentFrom(end);
        if (content < last && sizeOf(content) < left) return content + 1;
      }
      left -= sizeOf(end++);
    }
    let rest = 0;
    for (let index = end; index < last && rest <= bytes; index += 1) rest += sizeOf(index);
    return rest <= bytes / 2 ? last : end;
  }

  /** The run of an operation that is a segment by itself. */
  async #take(
    caller: Caller,
    { session, assets }: Shown,
    { log, at }: Pick<Gap, 'log' | 'at'>,
  ): Promise<ReadonlyMap<number, Run> | null> {
    const operations = log.segments.isExisting(at)
      ? log.log.slice(at, at + 1)
      : [...log.frame(), ...log.log.slice(at, at + 1)];
    const options = log.segments.isExisting(at) ? null : { ...log.sharedByFrame(), numbers: null, inParts: false };
    const taken = await this.#stretch(caller, { session, assets, log: operations }, options);
    if (taken === null) return null;
    const { pdf, pages, fields } = taken;
    const file = { sessionId: session.id, pdf, pages, fields, number: 1, count: 0, inParts: false };
    const run: Run = {
      ...{ file: { ...file, expiresAt: session.expiresAt }, page: 0, pages: pages.length, isForced: true },
      ...{ operations: 1, until: 1, isEnd: false, digest: log.digestOf(at, at + 1) },
      ...{ size: 0, characters: 0, highlighted: 0, styles: [] },
      ...{ listed: listedInRun(taken.listed, 0), ids: taken.ids.flat(), headings: taken.headings.flat() },
      ...{ isSigned: taken.isSigned, numbers: null },
    };
    const runs = new Map([[at, run]]);
    this.#runs.add(log, run.file, runs);
    return runs;
  }

  /** Prints operations: without a place the remote page among them; without options takes the pages of the only one. */
  async #stretch(
    caller: Caller,
    shown: Shown,
    options: (Omit<StretchRequest, 'request' | 'place'> & Partial<Pick<StretchRequest, 'place'>>) | null,
  ): Promise<PrintedStretch | null> {
    const { stretches } = this.#deps.services;
    const context = contextFor(caller);
    return this.#requests.tried({ caller, shown }, (request) => {
      if (options === null) return stretches.take(request, context);
      const { place, ...others } = options;
      const stretch = { request, ...others };
      return place === undefined ? stretches.load(stretch, context) : stretches.print({ ...stretch, place }, context);
    });
  }

  #judged(runs: Layout['runs'], log: SessionLog, { output }: Session): Layout | null {
    const { stretches } = this.#deps.services;
    const own = runs.map(({ run }) => run);
    const segments = Map.groupBy(runs, ({ at }) => log.segments.startOf(at));
    const inParts = [...segments.values()].some((segment) =>
      isLong(
        stretches,
        segment.map(({ run }) => run),
      ),
    );
    const { showsHeadings, isStyled, hasFrame } = log.facts;
    // The outline of parts has other levels.
    if (inParts && (showsHeadings || ((isStyled || !log.styles.isEmpty) && hasFrame))) return null;
    if (sumOf(own, ({ highlighted }) => highlighted) > maxHighlighted) return null;
    const pages = sumOf(own, (run) => run.pages);
    const numberedFrom = pageNumbersOf(log, runs);
    const { maxPages = Infinity, pages: range } = JSON.parse(output) as Pick<OutputOptions, 'maxPages' | 'pages'>;
    if (numberedFrom === null || pages > Math.min(maxPages, stretches.maxPages)) return null;
    const chosen = chosenOf(range, pages);
    // A render reports the pointer of the mistake.
    if (chosen.length === 0 || (log.stamps.length > 0 && !mayStamp(log, { runs: own, pages, range }))) return null;
    return { log, runs, pages, chosen, inParts, numberedFrom };
  }
}
