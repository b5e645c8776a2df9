import { mistakeLimit } from '../../input/fields.ts';
import { AppError } from '../../problems.ts';
import type { Composed, Passes } from '../compose/compose-job.ts';
import { placeKey, type Document } from '../model/document.ts';
import { runningContentHeights, runningContentProbe } from '../running/measure-running-content.ts';
import { overlayJob, type OverlayPrint } from '../running/print-overlays.ts';
import { pageOrders } from '../typeset/index/page-orders.ts';
import { pageTexts } from '../numbering/page-numbers.ts';
import { supply } from './print-job.ts';
import { printOne, type Warn } from './print-one.ts';
import { printParts } from './print-parts.ts';
import type { PrintedParts } from './printed-part.ts';

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
const maxPasses = 3;

/**
 * Prints a document until it no longer depends on its own pages: first measures headers and footers, then finds the
 * pages of positioned content, then the page numbers of its tables of contents and references.
 */
export async function printSettled(
  given: DocumentPrint,
  warn: Warn,
): Promise<PrintedParts & { readonly job: DocumentPrint }> {
  const job = await settleHeights(given, warn);
  return { job, ...(await settlePages(job, await settlePositions(job), warn)) };
}

/**
 * Measures headers and footers that may need more room than their margins have, in a print of their own. Where one
 * does, the document is composed again with margins that hold it.
 */
export async function settleHeights(job: DocumentPrint, warn: Warn): Promise<DocumentPrint> {
  const probe = runningContentProbe(job.composed, { base: job.base, baseCss: job.baseCss, all: job.measured });
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
  if (printed.composed.document.contents.length === 0) return printed;
  let shown: Readonly<Record<string, string>> = {};
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    const pages = pagesShown(printed);
    const moved = printed.composed.document.contents.filter(({ id, segment }) => {
      const key = placeKey(segment, id);
      return pages[key] !== shown[key];
    });
    if (moved.length === 0) break;
    if (pass === maxPasses) {
      warnOfUnstable(moved, printed, warn);
      break;
    }
    shown = pages;
    const orders = pageOrders(printed.composed.document, printed.parts);
    const composed = await job.compose({ resolved, contents: pages, orders });
    printed = await printParts({ job, composed, warn }, printed);
  }
  refuseUnprinted(printed, shown);
  return printed;
}

function warnOfUnstable(moved: Document['contents'], { composed: { document } }: PrintedParts, warn: Warn): void {
  const reference = document.references.find(({ id, show }) => show === 'page' && moved.some((one) => one.id === id));
  warn(
    'reference-unstable',
    `${moved.length} page numbers still change after ${maxPasses} passes, ` +
      `${reference === undefined ? 'in a table of contents' : `one of them that of '${reference.id}'`}: the third is printed.`,
    reference?.pointer,
  );
}

/** Throws AppError `reference-unresolved` where a reference shows the page of something that is on no page. */
function refuseUnprinted({ composed: { document } }: PrintedParts, shown: Readonly<Record<string, string>>): void {
  const places = Map.groupBy(document.contents, ({ id }) => id);
  const errors = document.references
    .filter(
      ({ id, show }) =>
        show === 'page' && places.get(id)?.some(({ segment }) => shown[placeKey(segment, id)] !== undefined) === false,
    )
    .map(({ id, pointer }) => ({ pointer, message: `what has the id '${id}' is on no page, because it is not shown` }));
  const [first] = errors;
  if (first !== undefined)
    throw new AppError('reference-unresolved', `A reference can not be resolved: ${first.message}.`, {
      errors: errors.slice(0, mistakeLimit),
    });
}

/** The page number, as readers see it, of each place whose number the document shows, see `placeKey`. */
function pagesShown({ composed, parts }: PrintedParts): Record<string, string> {
  const pages: Record<string, string> = {};
  const texts = pageTexts(composed.document, parts);
  const bySegment = Map.groupBy(composed.document.contents, ({ segment }) => segment);
  let before = 0;
  for (const { segment, places, pages: count } of parts) {
    for (const { id } of bySegment.get(segment) ?? []) {
      const page = places?.destinations[id];
      if (page !== undefined) pages[placeKey(segment, id)] ??= texts[before + page] ?? '';
    }
    before += count;
  }
  return pages;
}
