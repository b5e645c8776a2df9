import type { PrintJob } from '../../browser/print-job.ts';
import type { InspectedPage } from '../../pdf/edit/inspect.ts';
import type { PrintedScan } from '../../pdf/printed/text/scan-printed.ts';
import { printedPlaces } from '../../pdf/printed/printed-places.ts';
import type { Composed } from '../compose/compose-job.ts';
import { fieldAddress } from '../content/forms/field-address.ts';
import { goesOn, pagesBefore } from '../print/fragments/continuation.ts';
import { partHtml, type Mark } from '../print/fragments/part-html.ts';
import type { LongFlow } from '../print/fragments/planning/flow.ts';
import { blockOf } from '../print/fragments/planning/unit-range.ts';
import { printJob, supply, type Printable } from '../print/print-job.ts';
import { exactPages } from '../print/print-one.ts';
import { settleHeights, type DocumentPrint } from '../print/settle-heights.ts';
import { runningContentProbe } from '../running/measure-running-content.ts';
import { printStrings, type PrintStrings } from '../running/strings/print-strings.ts';
import { levelledOutline, showsSections, withHeadings, type HeadingsOnPage } from './page-headings.ts';
import { noPages, type PrintedStretch, type StretchFields } from './printed-stretch.ts';
import { emptyPages } from './empty-pages.ts';
import { beginsPage, pageStarts, type PageStart } from './page-starts.ts';
import type { StretchFacts } from './stretch-flow.ts';

/** The place of a stretch in its document. */
export interface StretchPlace {
  /** Index of the step with which it begins; the steps before it are its surroundings. */
  readonly first: number;
  /** Of each page before it the height of the room for content, in CSS pixels; empty where they do not count. */
  readonly before: readonly number[];
  /** Pages after it that count. */
  readonly after: number;
}

/** What the print of a stretch takes. */
export interface StretchPrint extends DocumentPrint {
  readonly scan: (pdf: Uint8Array) => Promise<Pick<PrintedScan, 'scale'>>;
  /** The longest strings of the whole document, by which headers and footers are measured; `undefined` = none are shown. */
  readonly strings: ReadonlyMap<string, string> | undefined;
}

/** Points a CSS pixel. Content that is wider than its page makes the whole print smaller. */
const fullScale = 0.75;
/** Content that is a 64th of a pixel too wide makes an A3 print smaller by more than this. */
const leastScaling = 5e-6;

/**
 * Prints a stretch from step `first` on, as it is in the whole document; the steps before it are its surroundings.
 * `null` where its pages depend on operations elsewhere.
 */
export async function printStretch(given: StretchPrint, place: StretchPlace): Promise<PrintedStretch | null> {
  const { first } = place;
  if (given.composed.segments.length === 0) return noPages;
  const stretch = await stretchOf(given, first);
  if (stretch === null) return null;
  const { flow, facts, from, job } = stretch;
  if (from < 0) return noPages;
  const { request, maxPages } = job;
  const most = Math.min(request.output.maxPages ?? maxPages, maxPages);
  const { pdf, marks, placed } = await printUnits(stretch, place, { from: 0, to: most });
  const { scale } = await given.scan(pdf);
  if (scale === null || Math.abs(scale - fullScale) > leastScaling) return null;
  const places = printedPlaces(pdf);
  if (goesOn(flow, from) && !beginsPage(from, marks, places)) return null;
  const start = {
    page: 0,
    step: first,
    content: facts.owners[from] ?? first,
    isForced: !goesOn(flow, from),
    unit: from,
  };
  const starts = [start, ...pageStarts({ flow, facts, marks, places })];
  const outline = levelledOutline(places, flow, { from, to: facts.owners.length });
  if (outline === null) return null;
  const pages = withHeadings(roomsOf(places.pages, starts, stretch), { outline, strings: placed(places) });
  return {
    ...{ pdf, pages, starts, sizes: sizesOf(starts, flow, facts), highlighted: facts.highlighted },
    fields: fieldsOf(job),
    ...listedOn(facts, places.destinations),
    ...{ isSigned: false, numbers: facts.numbers, headings: facts.headings, styles: job.composed.addedStyles },
  };
}

const fieldsOf = ({ base, composed }: DocumentPrint): StretchFields => ({
  address: fieldAddress(base),
  widgets: composed.document.fields,
});

/** What may be listed, and the ids of the request, by steps. */
function listedOn(
  { listed, ids, owners, highlighted }: StretchFacts,
  destinations: Readonly<Record<string, number>>,
): Pick<PrintedStretch, 'listed' | 'ids'> {
  const byStep = highlighted.map((): string[] => []);
  ids.forEach((own, unit) => byStep[owners[unit] ?? 0]?.push(...own));
  return {
    listed: listed.map(({ unit, ...one }) => ({
      ...one,
      step: owners[unit] ?? 0,
      page: destinations[one.id] ?? null,
    })),
    ids: byStep,
  };
}

/**
 * Prints one page of a stretch, as `printStretch` does; `index` is its index in the stretch. `null` where its pages depend
 * on operations elsewhere.
 */
export async function printPage(
  given: StretchPrint,
  place: StretchPlace,
  index: number,
): Promise<{ readonly pdf: Uint8Array; readonly fields: StretchFields } | null> {
  const stretch = await stretchOf(given, place.first);
  if (stretch === null || stretch.from < 0) return null;
  const { pdf } = await printUnits(stretch, place, { from: index, to: index });
  return { pdf, fields: fieldsOf(stretch.job) };
}

/**
 * The height of each page's room for content, in CSS pixels. A stretch with several sheets has a start at each of them.
 */
function roomsOf(
  pages: readonly InspectedPage[],
  starts: readonly PageStart[],
  { flow, job: { composed } }: Stretch,
): Omit<PrintedStretch['pages'][number], keyof HeadingsOnPage>[] {
  const { scale } = composed.document;
  const numberIn = (tag: string, name: string): number =>
    Number(new RegExp(`--${name}:(-?[\\d.]+)px`).exec(tag)?.[1] ?? 0) * scale;
  return pages.map(({ width, height }, index) => {
    const unit = starts.findLast(({ page }) => page <= index)?.unit ?? 0;
    const tag = flow.sheets[flow.blocks[blockOf(flow, unit)]?.sheet ?? 0] ?? '';
    const isFirst = index === 0 && unit === 0;
    return {
      width,
      height,
      furnished: true,
      room: numberIn(tag, 'content-height') + (isFirst ? numberIn(tag, 'first-page') : 0),
    };
  });
}

/** A stretch that is ready for the print. */
interface Stretch {
  readonly job: DocumentPrint;
  readonly segment: Printable;
  readonly flow: LongFlow;
  readonly facts: StretchFacts;
  /** Its first unit; -1 where it has no content. */
  readonly from: number;
}

async function stretchOf(given: StretchPrint, first: number): Promise<Stretch | null> {
  if (given.composed.stretch === null) return null;
  const job = await settleHeights(given, () => undefined, given.strings);
  const { segments, stretch: facts } = job.composed;
  const [segment] = segments;
  if (facts === null || segment?.kind !== 'flow' || segment.long === null || hasUnknownHeights(job, given)) return null;
  return { job, segment, flow: segment.long, facts, from: facts.owners.findIndex((owner) => owner >= first) };
}

/** Heights of headers and footers are those of all kinds of page of the whole document, not only of a stretch. */
export function hasUnknownHeights(
  { composed, base, baseCss }: DocumentPrint,
  { strings }: Pick<StretchPrint, 'strings'>,
): boolean {
  const kinds = Object.keys(composed.document.pages).length;
  return kinds > 1 && runningContentProbe(composed, { base, baseCss, all: false, strings }) !== null;
}

/**
 * Prints the pages from one to another, by their indexes in the stretch. Empty pages stand for those around the stretch,
 * so that numbers of pages are right, and Chromium's coordinates, which count from the top of the first page: they decide
 * how a rasterizer rounds.
 */
async function printUnits(
  { job, segment, flow, facts, from }: Stretch,
  { before, after }: StretchPlace,
  wanted: { readonly from: number; readonly to: number },
): Promise<Pick<PrintStrings, 'placed'> & { readonly pdf: Uint8Array; readonly marks: readonly Mark[] }> {
  const composed: Composed = job.composed;
  const to = facts.owners.length;
  const marked = new Set(Array.from({ length: to - from }, (_, index) => from + index));
  const own = pagesBefore(flow, from);
  const empty = before.slice(0, Math.max(0, before.length - own));
  const [start, later] = flow.heads;
  const heads: LongFlow['heads'] = [start, empty.length === 0 ? later : start + emptyPages(empty)];
  const part = partHtml({ ...flow, heads }, { from, to }, { marked, widths: new Map(), probe: true });
  const html = part.html.replace(/(?=<\/body><\/html>$)/, emptyPages(Array.from({ length: after }, () => 100)));
  const skip = empty.length + own;
  const plain = printJob(job, composed, segment, { pages: `${1 + skip + wanted.from}-${1 + skip + wanted.to}` });
  const maxPages = plain.maxPages + skip + after;
  const { strings, placed } = printStrings(composed.document);
  // The outline is that of tagged headings.
  const tagged = showsSections(composed.document);
  const wish: PrintJob = { ...plain, maxPages, strings, source: { html }, tagged, outline: tagged };
  const printed = await job.print(
    wish,
    supply(job, composed, segment, () => undefined),
  );
  return { pdf: exactPages(printed, composed, segment), marks: part.marks, placed };
}

function sizesOf(
  starts: readonly PageStart[],
  { sizes }: LongFlow,
  { owners, characters }: StretchFacts,
): PrintedStretch['sizes'] {
  return starts.map(({ unit }, index) => {
    const to = starts[index + 1]?.unit ?? owners.length;
    return {
      size: (sizes[to] ?? 0) - (sizes[unit] ?? 0),
      characters: characters.slice(unit, to).reduce((sum, length) => sum + length, 0),
    };
  });
}
