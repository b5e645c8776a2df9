import type { Supply } from '../../browser/network/supply.ts';
import type { FormWidget } from '../../pdf/edit/forms/form-field.ts';
import { AppError } from '../../problems.ts';
import type { Composed, ComposeJob } from '../compose/compose-job.ts';
import type { Warning } from '../model/types/warning.ts';
import type { FinishJob, FinishPart } from '../finish/finish-job.ts';
import { onlyLastChecked } from '../content/forms/widgets-of-controls.ts';
import { marginsOf } from '../running/running-content.ts';
import { bytesOf } from './fragments/part-files.ts';
import { furnitureHeights, furnitureProbe } from '../running/measure-running-content.ts';
import { supply } from './print-job.ts';
import { overlayJob, printStamps, type OverlayPrint } from '../running/print-overlays.ts';
import { isPiece, printOne, printParts, type Laid, type Part } from './print-parts.ts';
import { pagesOf, parseRange } from '../../input/range.ts';

/** A document with more is told of no further ones. */
const maxWarnings = 100;

/** What one document's prints have in common. */
export interface DocumentPrint extends OverlayPrint {
  readonly composed: Composed;
  readonly compose: (passes: Passes) => Promise<Composed>;
}

/** What earlier prints told: page indexes of probes, and page numbers for tables of contents. */
export type Passes = Pick<ComposeJob, 'resolved' | 'contents' | 'furniture'>;

/** The printed pages, and what is still to be done to them. */
export interface PrintedDocument {
  readonly pages: Pick<FinishJob, 'parts' | 'order' | 'stamps' | 'bookmarks' | 'unbookmarked'>;
  readonly parts: readonly ReadablePart[];
  /** What the form controls of these pages become. */
  readonly widgets: readonly FormWidget[];
  readonly warnings: readonly Warning[];
}

/** A part whose bytes are there when they are asked for; whoever is done with them holds them no longer. */
export interface ReadablePart extends Part {
  readonly pdf: Uint8Array;
}

/**
 * Everything that the browser has to do for one document: probe, print, print the chosen pages, print what lies over
 * them.
 */
export async function printDocument(given: DocumentPrint): Promise<PrintedDocument> {
  const warnings = new Map<string, Warning>();
  const warn = (code: string, message: string) => {
    if (warnings.size < maxWarnings) warnings.set(code + message, { code, message });
    else
      warnings.set('more', { code, message: `There are more than ${maxWarnings} warnings; the others are left out.` });
  };
  const job = await settleFurniture(given, warn);
  const { composed, parts } = await settleContents(job, await settlePlaces(job), warn);
  takeTitle(composed, parts);
  const count = pagesBefore(parts, parts.length);
  const limit = Math.min(job.request.output.maxPages ?? job.maxPages, job.maxPages);
  if (count > limit)
    throw new AppError('too-many-pages', `The document has more than the ${limit} pages that are allowed.`);
  const chosen = await choosePages(job, composed, parts, count, warn);
  const stamps = await printStamps(job, composed, { ...chosen, all: parts }, warn);
  // levels are those of parts that are joined
  const all = chosen.kept === null || parts.length === 1 ? null : bookmarkedLevels(composed, parts);
  const levels = all === null ? null : (chosen.kept ?? []).map((part) => all[part] ?? []);
  const finishing = chosen.parts.map(({ pdf, places, segment, continues, levels: own }, index): FinishPart => ({
    pdf,
    printed: composed.segments[segment]?.kind !== 'existing',
    segment,
    piece: isPiece(parts, segment),
    continues,
    levels: levels?.[index] ?? own,
    names: [...(places?.places.keys() ?? [])],
    stamps: stamps.byPart[index] ?? [],
  }));
  return {
    pages: {
      parts: finishing,
      order: chosen.order,
      stamps: stamps.all,
      bookmarks: job.request.output.outline ? bookmarksOf(composed, parts) : [],
      unbookmarked: levels === null ? composed.document.unbookmarked : [],
    },
    parts: chosen.parts.map(readable),
    widgets: widgetsOf(parts, chosen),
    warnings: [...warnings.values()],
  };
}

/** The title that the scripts of a complete HTML document gave it is that of the whole. */
function takeTitle({ document }: Composed, [first]: readonly Part[]): void {
  const title = first?.places?.title ?? '';
  if (document.titledByHtml && title !== '') document.metadata.title = title;
}

/** Widgets of the parts that stay. Which radio button is checked is a matter of all of them. */
function widgetsOf(all: readonly Part[], { parts, kept }: Chosen): FormWidget[] {
  const keys = new Set(parts.flatMap(({ widgets }) => widgets.map(({ key }) => key)));
  return onlyLastChecked((kept === null ? parts : all).flatMap(({ widgets }) => widgets)).filter(({ key }) =>
    keys.has(key),
  );
}

function readable(part: Part): ReadablePart {
  const { pdf } = part;
  return {
    ...part,
    get pdf() {
      return bytesOf(pdf);
    },
  };
}

/**
 * Where headers and footers may need more room than their margins have, a first print measures them, and the document
 * is composed again with margins that hold them.
 */
async function settleFurniture(
  job: DocumentPrint,
  warn: (code: string, message: string) => void,
): Promise<DocumentPrint> {
  const probe = furnitureProbe(job.composed, { base: job.base, baseCss: job.baseCss, all: job.measured });
  if (probe === null) return job;
  const pdf = await job.print(
    overlayJob(job, job.composed, probe.html, probe.cases.length),
    supply(job, job.composed, null, () => undefined),
  );
  const { heights, grows, warnings } = furnitureHeights(job.composed.document, probe.cases, pdf);
  for (const { code, message } of warnings) warn(code, message);
  if (!grows) return job;
  const compose = (passes: Passes) => job.compose({ ...passes, furniture: heights });
  return { ...job, compose, composed: await compose({ resolved: null, contents: null }) };
}

/**
 * A table of contents is as long in every pass, so its numbers stand after the second; content that moves all the same
 * gets another.
 */
const maxPasses = 4;

/**
 * Prints the parts; where a table of contents lists headings, again with the pages that they turned out to be on, until
 * these stay.
 */
async function settleContents(
  job: DocumentPrint,
  { composed: first, resolved }: Placed,
  warn: Supply['warn'],
): Promise<Laid> {
  let laid = await printParts(job, first, null, warn);
  let known: Readonly<Record<string, number>> = {};
  for (let pass = 1; pass < maxPasses && laid.composed.document.contents.length > 0; pass += 1) {
    const contents = pagesOfHeadings(laid);
    if (laid.composed.document.contents.every(({ id }) => contents[id] === known[id])) break;
    known = contents;
    const composed = await job.compose({ resolved, contents });
    laid = await printParts(job, composed, laid, warn);
  }
  return laid;
}

const pagesBefore = (parts: readonly Part[], index: number) =>
  parts.slice(0, index).reduce((sum, { pages }) => sum + pages, 0);

/** The page number of each heading that a table of contents lists. */
function pagesOfHeadings({ composed, parts }: Laid): Record<string, number> {
  const pages: Record<string, number> = {};
  let before = 0;
  for (const part of parts) {
    for (const { id, segment } of composed.document.contents) {
      const page = segment === part.segment ? part.places?.destinations[id] : undefined;
      if (page !== undefined) pages[id] = before + page + 1;
    }
    before += part.pages;
  }
  return pages;
}

interface Placed {
  readonly composed: Composed;
  readonly resolved: Passes['resolved'];
}

/**
 * Where positioned content depends on how the flow breaks, a first print tells the pages of its probes (see
 * operation-context.ts).
 */
async function settlePlaces(job: DocumentPrint): Promise<Placed> {
  const resolved: Record<string, number> = {};
  for (const segment of job.composed.segments) {
    if (segment.kind !== 'flow' || segment.probes.length === 0) continue;
    const {
      places: { destinations },
    } = await printOne({ ...job, measured: false }, job.composed, segment, () => undefined);
    for (const probe of segment.probes) resolved[probe] = destinations[probe] ?? 0;
  }
  if (Object.keys(resolved).length === 0) return { composed: job.composed, resolved: null };
  return { composed: await job.compose({ resolved, contents: null }), resolved };
}

interface Chosen {
  readonly parts: readonly Part[];
  /** Which of all parts these are; `null` where they were printed anew. */
  readonly kept: readonly number[] | null;
  /** The pages of the result, of those of the parts; `null` = all of them. */
  readonly order: readonly number[] | null;
  /** For every page of the parts its number in the whole document, and how many pages that has. */
  readonly numbers: readonly number[];
  readonly count: number;
}

/**
 * `output.pages`: of one print the chosen pages are printed alone, so that tags, links and outline are those of these
 * pages; of several parts those stay that have any of them. What is left of others, and an order that does not rise, or
 * a repeat, is made of the finished pages.
 */
async function choosePages(
  job: DocumentPrint,
  composed: Composed,
  parts: readonly Part[],
  count: number,
  warn: Supply['warn'],
): Promise<Chosen> {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (job.request.output.pages === undefined)
    return { parts, kept: parts.map((_, index) => index), order: null, numbers: all, count };
  const chosen = pagesOf(parseRange(job.request.output.pages), count);
  if (chosen.length === 0)
    throw new AppError(
      'page-out-of-range',
      `\`output.pages\` '${job.request.output.pages}' names no page of this document of ${count}.`,
    );
  const rising = [...new Set(chosen)].sort((a, b) => a - b);
  const [segment] = composed.segments;
  const alone = parts.length === 1 && segment !== undefined && segment.kind !== 'existing';
  if (!alone) {
    const before = parts.map((_, index) => pagesBefore(parts, index));
    const has = (index: number): boolean =>
      rising.some(
        (number) => number > (before[index] ?? 0) && number <= (before[index] ?? 0) + (parts[index]?.pages ?? 0),
      );
    const kept = parts.flatMap((part, index) => {
      const goesOn = index > 0 && has(index - 1);
      return has(index)
        ? [
            {
              index,
              part: goesOn ? part : { ...part, continues: 'nothing' as const },
              numbers: all.slice(before[index], (before[index] ?? 0) + part.pages),
            },
          ]
        : [];
    });
    const numbers = kept.flatMap((part) => part.numbers);
    return {
      parts: kept.map(({ part }) => part),
      kept: kept.map(({ index }) => index),
      order: orderOf(chosen, numbers),
      numbers,
      count,
    };
  }
  const printed: Part = {
    ...(await printOne(job, composed, segment, warn, rising.join(','))),
    segment: 0,
    continues: 'nothing',
    levels: [],
  };
  return { parts: [printed], kept: null, order: orderOf(chosen, rising), numbers: rising, count };
}

/** Where the chosen pages are among those of such numbers; `null` where they are these. */
function orderOf(chosen: readonly number[], numbers: readonly number[]): number[] | null {
  if (chosen.length === numbers.length && chosen.every((number, index) => number === numbers[index])) return null;
  const places = new Map(numbers.map((number, index) => [number, index]));
  return chosen.map((number) => places.get(number) ?? 0);
}

/** The document's own outline entries, with the top margins of their pages. */
function bookmarksOf({ document }: Composed, [first]: readonly Part[]): FinishJob['bookmarks'] {
  return document.bookmarks.map(({ id, title, level, page }) => {
    const setup = document.pages[page];
    return {
      id,
      title,
      level,
      above:
        setup === undefined
          ? 0
          : marginsOf(document, setup, first?.places?.destinations[id] === 0 ? 'first' : 'later').top,
    };
  });
}

/**
 * The levels of the headings of each part, 0 for those that are to have no bookmark; `null` where the headings are not
 * those that were composed.
 */
function bookmarkedLevels({ document: { headings } }: Composed, parts: readonly Part[]): number[][] | null {
  if (
    parts.reduce((sum, { levels }) => sum + levels.length, 0) !== headings.length ||
    !parts.every(({ levels, places }) => levels.length === places?.outline.length)
  )
    return null;
  let at = 0;
  return parts.map(({ levels }) => levels.map((level) => (headings[at++]?.bookmarked === false ? 0 : level)));
}
