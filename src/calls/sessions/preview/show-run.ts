import { withOutlineLevels } from '../../../render/preview/page-headings.ts';
import type { PrintedStretch } from '../../../render/preview/printed-stretch.ts';
import type { Stretches } from '../../../render/preview/stretches.ts';
import { contextOf, type Caller } from '../../caller.ts';
import { requestOf, type RenderSessionDeps } from '../render-session.ts';
import { isLong, ofSegment, pagesOf, type Layout, type PlacedRun } from './layout.ts';
import type { Shown } from './log/logged-content.ts';

/** A page of a session that is laid out. */
interface Wanted {
  readonly shown: Shown;
  readonly layout: Layout;
  readonly page: number;
}

/** A run with a page of the session. */
interface Place extends PlacedRun {
  /** Index of the run. */
  readonly index: number;
  /** Index of the page in the run. */
  readonly inRun: number;
  /** Pages of its segment, those of them before the run, and whether a render prints it in parts. */
  readonly segment: { readonly pages: number; readonly before: number; readonly inParts: boolean };
}

/**
 * A file with a page of a session, with its header, footer and watermarks, and the number of the page in that file.
 * `null` where the page depends on operations elsewhere.
 */
export async function showRun(
  deps: RenderSessionDeps,
  caller: Caller,
  { shown, layout, page }: Wanted,
): Promise<{ readonly pdf: Uint8Array; readonly page: number } | null> {
  const { stretches } = deps.services;
  const place = placeOf(layout, page, stretches);
  const { at, run, inRun } = place;
  const { log, inParts, numberedFrom } = layout;
  const { file } = run;
  const index = run.page + inRun;
  const request = (operations: readonly Uint8Array[]) =>
    requestOf(deps, caller, { ...shown, log: operations, given: {}, dryRun: false });
  const again = async () => {
    const { operations, shared, ...around } = surroundingsOf(layout, place);
    const { inParts } = place.segment;
    const numbers = run.numbers && { ...run.numbers.before, first: around.first };
    return { ...shared, request: await request(operations), place: around, inParts, numbers, index: inRun };
  };
  const sizes = sizesOf(layout);
  const headings = log.facts.showsHeadings ? layout.runs.flatMap((one) => one.run.headings) : [];
  const hasFields = file.fields.widgets.length > 0;
  const isFramed = hasFields || log.stamps.length > 0 || (log.facts.hasFrame && sizes[page - 1]?.furnished === true);
  return stretches.show(
    {
      ...{
        pdf: file.pdf,
        fields: file.fields,
        index,
        pages: file.pages.length,
        number: page,
        sizes,
        headings,
        numberedFrom,
        inParts,
      },
      printed: !log.segments.isExisting(at),
      frame: isFramed ? { ...log.sharedByFrame(), request: await request(log.frame()) } : null,
      again: isAsPrinted(layout, place) ? null : again,
    },
    { ...contextOf(caller), reports: false },
  );
}

/** All pages, with the levels of headings that the outline of the document has. */
function sizesOf({ runs, log }: Layout): PrintedStretch['pages'] {
  if (!log.facts.showsHeadings) return pagesOf(runs.map(({ run }) => run));
  const segments = Map.groupBy(runs, ({ at }) => log.segments.startOf(at));
  return [...segments].flatMap(([start, segment]) => {
    const pages = pagesOf(segment.map(({ run }) => run));
    return log.segments.isAlone(start) ? pages : withOutlineLevels(pages);
  });
}

/** True where the file has the page as the whole document has it. */
function isAsPrinted({ log }: Layout, { at, run, segment }: Place): boolean {
  const { file, page } = run;
  if (log.segments.isAlone(at)) return true;
  // The coordinates of a segment in parts are those of its parts.
  if (segment.inParts) return file.inParts || !log.facts.hasFrame;
  if (file.inParts || file.number + page !== segment.before + 1) return false;
  return !log.facts.showsCount || log.isFramedLast || file.count === segment.pages;
}

/** The operations of the print of a run, and the pages around them. */
function surroundingsOf({ log, runs }: Layout, { at, run, index, segment }: Place) {
  const end = log.segments.endOf(at);
  const next = (distance: number) => {
    const found = runs[index + distance];
    return found === undefined || found.at >= end ? undefined : found;
  };
  // Where the page after it begins by itself, that belongs to the print.
  const following = next(1);
  const isAlone = following === undefined || following.run.isForced;
  const until = isAlone ? following : next(2);
  const beyond = isAlone ? 0 : following.run.pages;
  const { first, operations } = log.stretch(at, until?.at ?? end);
  const shared = log.sharedFor(at, until?.at ?? end);
  if (segment.inParts) return { operations, shared, first, before: [], after: 0 };
  const before = pagesOf(ofSegment(runs.slice(0, index), log, at)).map(({ room }) => room);
  return { operations, shared, first, before, after: segment.pages - before.length - run.pages - beyond };
}

/** The run with a page, and its place in its segment. */
function placeOf({ runs, log }: Layout, page: number, stretches: Stretches): Place {
  let before = 0;
  for (const [index, { at, run }] of runs.entries()) {
    if (before + run.pages >= page) {
      const [all, earlier] = [ofSegment(runs, log, at), ofSegment(runs.slice(0, index), log, at)];
      const counts = { pages: pagesOf(all).length, before: pagesOf(earlier).length };
      const segment = { ...counts, inParts: isLong(stretches, all) };
      return { index, at, run, inRun: page - 1 - before, segment };
    }
    before += run.pages;
  }
  throw new Error(`The layout of the session has no page ${page}.`);
}
