import type { Composed, Passes } from '../compose/compose-job.ts';
import { printOne, type Warn } from './print-one.ts';
import { printParts } from './print-parts.ts';
import type { Part, PrintedParts } from './printed-part.ts';
import { lateHeights, measureLate, settleHeights, type DocumentPrint, type LateHeights } from './settle-heights.ts';
import {
  movedPlaces,
  nothingShown,
  refuseUnprinted,
  shownPages,
  warnOfMissing,
  warnOfUnstable,
} from './shown-pages.ts';

/**
 * Maximum number of prints that contents, references, footnotes and named strings add to those of a document without
 * them. Page numbers are right after one, unless they move content.
 */
const maxAdditionalPrints = 2;
/** Maximum number of passes over a document that shows its own page numbers. */
export const maxPasses = 1 + maxAdditionalPrints;

/** The state of a document between two prints. */
interface Settling {
  readonly job: DocumentPrint;
  /** Headers and footers that are not in the heights of `job` for sure. */
  readonly late: LateHeights | null;
  /** Indexes of segments whose notes missed the pages of their calls: every page of them gets an end. */
  readonly everyPage: ReadonlySet<number>;
  /** Page indexes of the probes; `null` where there are none. */
  readonly resolved: Passes['resolved'];
  /** Number of additional prints that remain. */
  readonly printsLeft: number;
}

/**
 * Prints a document until it no longer depends on its own pages: first measures headers and footers, then finds the
 * pages of positioned content, then the page numbers of its tables of contents and references. A print also shows
 * footnotes on wrong pages, and strings that need higher headers: the next one mends all of it.
 */
export async function printSettled(
  given: DocumentPrint,
  warn: Warn,
): Promise<PrintedParts & { readonly job: DocumentPrint }> {
  const late = lateHeights(given);
  const job = late === null ? await settleHeights(given, warn) : given;
  const start = { job, late, everyPage: new Set<number>(), resolved: null, printsLeft: maxAdditionalPrints };
  return settlePages(await settlePositions(start, warn), warn);
}

/**
 * Finds the pages of positioned content that depends on the flow: a print shows the pages of its probes (see
 * operation-context.ts), and the document is composed again.
 */
async function settlePositions(from: Settling, warn: Warn): Promise<Settling> {
  let state = from;
  for (;;) {
    const { resolved, parts } = await printProbes(state);
    if (resolved === null) return state;
    const { changed, now } = await changesIn(state, parts, warn);
    if (!changed) return { ...now, resolved };
    if (state.printsLeft === 0) return { ...state, resolved };
    // The last additional print is for page numbers: before it, entries of contents show meaningless ones.
    if (state.printsLeft === 1 && showsPages(state.job.composed)) return { ...now, resolved };
    state = { ...now, printsLeft: state.printsLeft - 1 };
  }
}

/** True where tables of contents or references may show page numbers. */
const showsPages = ({ document }: Composed): boolean => document.contents.length + document.linked.length > 0;

/** Prints the segments with probes; their page indexes are `null` where there are none. */
async function printProbes({
  job,
  everyPage,
}: Settling): Promise<Pick<Settling, 'resolved'> & { readonly parts: readonly Part[] }> {
  const { composed } = job;
  const pass = { job: { ...job, measured: null }, composed, warn: () => undefined, everyPage };
  const resolved: Record<string, number> = {};
  const parts: Part[] = [];
  for (const [index, segment] of composed.segments.entries()) {
    if (segment.kind !== 'flow' || segment.probes.length === 0) continue;
    const printed = await printOne(pass, segment);
    for (const probe of segment.probes) resolved[probe] = printed.places.destinations[probe] ?? 0;
    parts.push({ ...printed, segment: index, continues: 'nothing', levels: [] });
  }
  return { resolved: parts.length === 0 ? null : resolved, parts };
}

/** What a print shows of footnotes and headers, and the state in which the next one mends it. */
async function changesIn(
  state: Settling,
  parts: readonly Part[],
  warn: Warn,
): Promise<{ readonly changed: boolean; readonly now: Settling }> {
  const { job, late } = state;
  const wrong = parts.filter(({ notes }) => notes !== undefined && notes.misplaced > 0).map(({ segment }) => segment);
  const everyPage = new Set([...state.everyPage, ...wrong]);
  const measured = late === null ? { late, taller: null } : await measureLate(late, { job, parts }, warn);
  return {
    changed: measured.taller !== null || everyPage.size > state.everyPage.size,
    now: { ...state, job: measured.taller ?? job, late: measured.late, everyPage },
  };
}

/** Prints the document, and prints it again until nothing that depends on its pages changes. */
async function settlePages(from: Settling, warn: Warn): Promise<PrintedParts & { readonly job: DocumentPrint }> {
  let state = from;
  let shown = nothingShown;
  let printed = await printParts(passOf(state, await composedFor(state), warn), null);
  for (;;) {
    const shows = shownPages(printed);
    const moved = movedPlaces(shown, shows);
    const { changed, now } = await changesIn(state, printed.parts, warn);
    if (moved.length === 0 && !changed) break;
    if (state.printsLeft === 0) {
      if (moved.length > 0) warnOfUnstable(moved, printed, warn);
      if (now.job !== state.job) warn('overflow', 'Headers or footers still grow after three prints.');
      break;
    }
    shown = shows;
    const isTaller = now.job !== state.job;
    state = { ...now, printsLeft: now.printsLeft - 1 };
    if (isTaller && state.resolved !== null && state.printsLeft > 0)
      state = await settlePositions({ ...state, printsLeft: state.printsLeft - 1 }, warn);
    const composed = await state.job.compose({ resolved: state.resolved, ...shows });
    printed = await printParts(passOf(state, composed, warn), isTaller ? null : printed);
  }
  refuseUnprinted(printed.composed.document, shown);
  warnOfMissing(printed, warn);
  return { job: state.job, ...printed };
}

const passOf = ({ job, everyPage }: Settling, composed: Composed, warn: Warn) => ({ job, composed, warn, everyPage });

/** The document for its first pass. */
const composedFor = async ({ job, resolved }: Settling): Promise<Composed> =>
  resolved === null ? job.composed : job.compose({ resolved, contents: null });
