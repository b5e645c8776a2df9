import type { Composed, Passes } from '../compose/compose-job.ts';
import type { RunningContent } from '../model/document.ts';
import { longestHeading, runningContentHeights, runningContentProbe } from '../running/measure-running-content.ts';
import { longestStrings } from '../running/strings/page-strings.ts';
import { hasStrings } from '../running/strings/placeholder.ts';
import { overlayJob, type OverlayPrint } from '../running/print-overlays.ts';
import { supply } from './print-job.ts';
import { printOne, type Warn } from './print-one.ts';
import { printParts } from './print-parts.ts';
import type { PrintedParts } from './printed-part.ts';
import {
  movedPlaces,
  nothingShown,
  refuseUnprinted,
  shownPages,
  warnOfMissing,
  warnOfUnstable,
} from './shown-pages.ts';

/** Everything that the prints of one document have in common. */
export interface DocumentPrint extends OverlayPrint {
  readonly composed: Composed;
  /** Composes the document again, with results of earlier passes. */
  readonly compose: (passes: Passes) => Promise<Composed>;
}

/**
 * Maximum number of passes for tables of contents and references. Their numbers are right after the second, unless they
 * move content.
 */
export const maxPasses = 3;

/**
 * Prints a document until it no longer depends on its own pages: first measures headers and footers, then finds the
 * pages of positioned content, then the page numbers of its tables of contents and references.
 */
export async function printSettled(
  given: DocumentPrint,
  warn: Warn,
): Promise<PrintedParts & { readonly job: DocumentPrint }> {
  const job = await settleHeights(given, warn);
  const printed = await settlePages(job, await settlePositions(job), warn);
  const taller = await settleStrings(given, printed, warn);
  return taller === null
    ? { job, ...printed }
    : { job: taller, ...(await settlePages(taller, await settlePositions(taller), warn)) };
}

/**
 * Measures headers and footers again with the longest named strings, which only a print shows. `null` where they have
 * room in those that were printed.
 */
async function settleStrings(
  given: DocumentPrint,
  { composed, parts }: PrintedParts,
  warn: Warn,
): Promise<DocumentPrint | null> {
  const { runningContent } = composed.document;
  if (!runningContent.some(showsString)) return null;
  const strings = longestStrings(parts);
  const stand = longestHeading(composed.headings).length;
  const isLonger = ([key, { length }]: [string, string]) => length > (key.startsWith('heading:') ? stand : 0);
  if (![...strings].some(isLonger)) return null;
  const settled = await settleHeights(given, warn, strings);
  const isTaller = ({ height }: RunningContent, index: number) => (height ?? 0) > (runningContent[index]?.height ?? 0);
  return settled.composed.document.runningContent.some(isTaller) ? settled : null;
}

const showsString = ({ content }: RunningContent) => Object.values(content).some(hasStrings);

/**
 * Measures headers and footers that may need more room than their margins have, in a print of their own. Where one
 * does, the document is composed again with margins that hold it.
 */
export async function settleHeights(
  job: DocumentPrint,
  warn: Warn,
  strings?: ReadonlyMap<string, string>,
): Promise<DocumentPrint> {
  const { base, baseCss, measured: all } = job;
  const probe = runningContentProbe(job.composed, { base, baseCss, all, strings });
  if (probe === null) return job;
  const pdf = await job.print(
    overlayJob(job, job.composed, probe.html, probe.cases.length),
    supply(job, job.composed, null, () => undefined),
  );
  const { heights, grows, warnings } = runningContentHeights(job.composed.document, probe.cases, pdf);
  for (const { code, message } of warnings) warn(code, message);
  if (!grows) return job;
  const compose = (passes: Passes) => job.compose({ ...passes, runningHeights: heights });
  return { ...job, compose, composed: await compose({ resolved: null, contents: null }) };
}

interface Positioned {
  readonly composed: Composed;
  readonly resolved: Passes['resolved'];
}

/**
 * Finds the pages of positioned content that depends on the flow: a print shows the pages of its probes (see
 * operation-context.ts), and the document is composed again.
 */
async function settlePositions(job: DocumentPrint): Promise<Positioned> {
  const { composed } = job;
  const pass = { job: { ...job, measured: false }, composed, warn: () => undefined };
  const resolved: Record<string, number> = {};
  for (const segment of composed.segments) {
    if (segment.kind !== 'flow' || segment.probes.length === 0) continue;
    const { destinations } = (await printOne(pass, segment)).places;
    for (const probe of segment.probes) resolved[probe] = destinations[probe] ?? 0;
  }
  if (Object.keys(resolved).length === 0) return { composed, resolved: null };
  return { composed: await job.compose({ resolved, contents: null }), resolved };
}

/** Prints the document, and prints it again until the page numbers that it shows no longer change. */
async function settlePages(
  job: DocumentPrint,
  { composed: first, resolved }: Positioned,
  warn: Warn,
): Promise<PrintedParts> {
  let printed = await printParts({ job, composed: first, warn }, null);
  let shown = nothingShown;
  for (let pass = 1; ; pass += 1) {
    const now = shownPages(printed);
    const moved = movedPlaces(shown, now);
    if (pass === maxPasses && moved.length > 0) warnOfUnstable(moved, printed, warn);
    if (pass === maxPasses || moved.length === 0) break;
    shown = now;
    printed = await printParts({ job, composed: await job.compose({ resolved, ...now }), warn }, printed);
  }
  refuseUnprinted(printed.composed.document, shown);
  warnOfMissing(printed, warn);
  return printed;
}
