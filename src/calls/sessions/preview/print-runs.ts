import { AppError } from '../../../problems.ts';
import type { PrintedStretch } from '../../../render/preview/print-stretch.ts';
import type { StretchRequest } from '../../../render/preview/stretches.ts';
import { maxHighlighted } from '../../../render/html/highlight.ts';
import type { Session } from '../../../store/facets/sessions.ts';
import { contextOf, type Caller } from '../../caller.ts';
import { requestOf, type RenderSessionDeps } from '../render-session.ts';
import { pageNumbersOf } from './page-numbers-of-runs.ts';
import { isLong, ofSegment, pagesOf, sumOf, type Layout, type PlacedRun } from './layout.ts';
import type { Runs, Run } from './runs.ts';
import type { LoggedContent, SessionLog } from './session-log.ts';

/** A session at a revision. */
export interface Shown extends LoggedContent {
  readonly session: Session;
}

/**
 * Bytes of operations that are printed at once: few where the pages after an edit may soon be those from before, more
 * each time that they are not, and `first` of a document that is not known yet.
 */
const stretchBytes = { least: 24 * 1024, growth: 4, first: 128 * 1024 };

/** Lays out the pages of a session, and prints those that changed. */
export class RunPrinter {
  readonly #deps: RenderSessionDeps;
  readonly #runs: Runs;

  constructor(deps: RenderSessionDeps, runs: Runs) {
    this.#deps = deps;
    this.#runs = runs;
  }

  /**
   * All pages of the session. `null` where the document has to be printed as a whole: pages depend on operations
   * elsewhere, or it is refused.
   */
  async layout(caller: Caller, shown: Shown, log: SessionLog): Promise<Layout | null> {
    const { session } = shown;
    const runs: PlacedRun[] = [];
    let bytes = this.#runs.has(session.id) ? stretchBytes.least : stretchBytes.first;
    for (let at = 0; at < log.length;) {
      const known = this.#runs.find(session.id, log, at);
      if (known !== null) {
        runs.push({ at, run: known });
        at += known.operations;
        continue;
      }
      const before = ofSegment(runs, log, at);
      const printed = log.isExisting(at)
        ? await this.#take(caller, shown, { log, at })
        : await this.#print(caller, shown, { log, at, bytes, before });
      if (printed === null) return null;
      for (const [begin, run] of printed) {
        runs.push({ at: begin, run });
        at = begin + run.operations;
      }
      bytes = Math.min(stretchBytes.first, bytes * stretchBytes.growth);
    }
    this.#runs.use(
      runs.map(({ run }) => run),
      session.expiresAt,
    );
    return this.#judged(runs, log);
  }

  /** Runs from an operation on; the end of the last one is certain. Prints more where none would be. */
  async #print(
    caller: Caller,
    { session, assets }: Shown,
    { log, at, bytes, before }: Gap,
  ): Promise<ReadonlyMap<number, Run> | null> {
    const inParts = isLong(this.#deps.services.stretches, before);
    const segmentEnd = log.segmentEnd(at);
    const rooms = inParts ? [] : pagesOf(before).map(({ room }) => room);
    for (let size = bytes; ; size *= stretchBytes.growth) {
      const end = endOf(log, at, size);
      const { indexes, operations, first } = log.stretch(at, end);
      const printed = await this.#stretch(
        caller,
        { session, assets, log: operations },
        {
          place: { first, before: rooms, after: 0 },
          inParts,
        },
      );
      if (printed === null) return null;
      const { pdf, pages } = printed;
      const count = end === segmentEnd ? rooms.length + pages.length : 0;
      const numbers = inParts ? { number: 0, count: 0 } : { number: rooms.length + 1, count };
      const file = { sessionId: session.id, pdf, pages, ...numbers, inParts, expiresAt: session.expiresAt };
      const runs = runsOf(printed, { log, at, end, indexes, file });
      if (runs.size === 0) continue;
      this.#runs.add(log, file, runs);
      return runs;
    }
  }

  /** The run of an operation that adds pages of an existing PDF. */
  async #take(
    caller: Caller,
    { session, assets }: Shown,
    { log, at }: Pick<Gap, 'log' | 'at'>,
  ): Promise<ReadonlyMap<number, Run> | null> {
    const operation = log.log.slice(at, at + 1);
    const taken = await this.#stretch(caller, { session, assets, log: operation }, null);
    if (taken === null) return null;
    const { pdf, pages } = taken;
    const file = { sessionId: session.id, pdf, pages, number: 1, count: 0, inParts: false };
    const run: Run = {
      ...{ file: { ...file, expiresAt: session.expiresAt }, page: 0, pages: pages.length, isForced: true },
      ...{ operations: 1, until: 1, isEnd: false, digest: log.digestOf(at, at + 1) },
      ...{ size: 0, characters: 0, highlighted: 0 },
    };
    const runs = new Map([[at, run]]);
    this.#runs.add(log, run.file, runs);
    return runs;
  }

  /** Prints operations; without options takes the pages that the only one adds. */
  async #stretch(
    caller: Caller,
    shown: Shown,
    options: Omit<StretchRequest, 'request'> | null,
  ): Promise<PrintedStretch | null> {
    const { stretches } = this.#deps.services;
    const context = { ...contextOf(caller), reports: false };
    try {
      const request = await requestOf(this.#deps, caller, { ...shown, given: {}, dryRun: false });
      return await (options === null
        ? stretches.take(request, context)
        : stretches.print({ request, ...options }, context));
    } catch (error) {
      caller.signal.throwIfAborted();
      if (error instanceof AppError && error.status < 500) return null; // the whole document names the place
      throw error;
    }
  }

  #judged(runs: Layout['runs'], log: SessionLog): Layout | null {
    const { stretches } = this.#deps.services;
    const own = runs.map(({ run }) => run);
    const segments = Map.groupBy(runs, ({ at }) => log.segmentStart(at));
    const inParts = [...segments.values()].some((segment) =>
      isLong(
        stretches,
        segment.map(({ run }) => run),
      ),
    );
    if (inParts && log.isStyled && log.hasFrame) return null;
    if (sumOf(own, ({ highlighted }) => highlighted) > maxHighlighted) return null;
    const pages = sumOf(own, (run) => run.pages);
    const numberedFrom = pageNumbersOf(log, runs);
    if (numberedFrom === null || pages > stretches.maxPages) return null;
    return { log, runs, pages, inParts, numberedFrom };
  }
}

/** A place without printed pages. */
interface Gap {
  readonly log: SessionLog;
  readonly at: number;
  /** Bytes of operations to print. */
  readonly bytes: number;
  readonly before: readonly Run[];
}

/** The end of a stretch of about this many bytes; a small rest of its segment belongs to it. */
function endOf(sessionLog: SessionLog, at: number, bytes: number): number {
  const { log } = sessionLog;
  const last = sessionLog.segmentEnd(at);
  let [end, left] = [at, bytes];
  while (end < last && left > 0) left -= log[end++]?.byteLength ?? 0;
  let rest = 0;
  for (let index = end; index < last && rest <= bytes; index += 1) rest += log[index]?.byteLength ?? 0;
  return rest <= bytes / 2 ? last : end;
}

interface Stretch {
  readonly log: SessionLog;
  readonly at: number;
  readonly end: number;
  /** The operations of the steps that were printed. */
  readonly indexes: readonly number[];
  readonly file: Run['file'];
}

/**
 * The runs of a stretch whose ends are certain, by their first operations. Where a page ends by itself, this follows
 * from what the page after it contains, so that has to be whole.
 */
function runsOf(printed: PrintedStretch, { log, at, end, indexes, file }: Stretch): Map<number, Run> {
  const { starts, sizes, highlighted, pages } = printed;
  const isLast = log.endsSegment(end);
  const runs = new Map<number, Run>();
  const placeOf = (index: number): number => {
    const step = starts[index]?.step;
    return step === undefined ? end : index === 0 ? at : (indexes[step - 1] ?? 0) + 1;
  };
  const until = (index: number): number | null => {
    const start = starts[index];
    if (start === undefined) return isLast ? end : null;
    return start.isForced ? (indexes[start.content] ?? 0) + 1 : null;
  };
  const count = Math.max(1, starts.length); // operations that fill no page are a run too
  for (let index = 0; index < count; index += 1) {
    const [from, to] = [placeOf(index), placeOf(index + 1)];
    const next = starts[index + 1];
    const certain =
      until(index + 1) ?? until(index + 2) ?? (starts[index + 2] === undefined ? null : placeOf(index + 2));
    if (certain === null) break;
    const page = starts[index]?.page ?? 0;
    runs.set(from, {
      ...{ file, page, pages: (next?.page ?? pages.length) - page },
      ...{ operations: to - from, until: certain - from, isEnd: isLast && certain === end && next?.isForced !== true },
      isForced: starts[index]?.isForced ?? true,
      digest: log.digestOf(from, certain),
      size: sizes[index]?.size ?? 0,
      characters: sizes[index]?.characters ?? 0,
      highlighted: indexes.reduce(
        (sum, own, step) => sum + (own >= from && own < to ? (highlighted[step] ?? 0) : 0),
        0,
      ),
    });
  }
  return runs;
}
