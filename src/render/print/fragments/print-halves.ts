import type { EvenRows } from '../../../browser/page/measure/measure.ts';
import { mayBeginWith } from './continuation.ts';
import { tableInTheMiddle } from './halved-flow.ts';
import { findBreak, type Break } from './planning/find-break.ts';
import type { LongFlow } from './planning/flow.ts';
import { blockOf, sizeOf, unitAfter } from './planning/unit-range.ts';
import { printPart, type LongPart, type PartPrinted, type PrintLong, type RowPosition } from './print-part.ts';

/** Pages of a table that are laid out to find its number of rows on each, the incomplete first and last included. */
const probedPages = 6.5;
/** Maximum share of a document that is laid out for that. */
const maxProbedShare = 0.4;

/**
 * Prints a flow in two halves, at once where a page is idle. If all rows of its table are equally high, the layout of
 * its first rows shows where it breaks, or a print of its first pages does; else the result is `null`. Throws Misjudged
 * where a half does not end or begin as predicted.
 */
export async function printHalves<T extends PartPrinted>(job: PrintLong<T>): Promise<LongPart<T>[] | null> {
  const { flow, widths } = job;
  const block = tableInTheMiddle(flow);
  const rows = block === null ? null : (widths.get(block)?.rows ?? null);
  if (block === null || rows === null) return null;
  const whole = { from: 0, to: flow.sizes.length - 1 };
  const found = predicted(flow, block, rows) ?? (await probed(job, block, rows));
  const half = found && firstHalf(flow, found);
  if (half === null) return null;
  const { middle, pages, last } = half;
  return Promise.all([
    printPart(job, { from: 0, to: middle }, { pages, to: whole.to, guessed: { last, isOff: () => false } }),
    printPart(job, { from: middle, to: whole.to }, null),
  ]);
}

const pointsPerPixel = 0.75;
/** Pixels by which a row has to fit on a page, or not to fit, so that its page is predicted. */
const clearancePixels = 1.5;
/**
 * Tolerance of the predicted position of a row, in points: less than the height of a row, because the row is known by
 * its mark. Pages after a break differ from the layout of the first by the spacing of borders.
 */
const rowTolerance = 3;

/**
 * The first page break in a table, as its layout predicts it: rows are on the page on which they fit. `null` where that
 * is too close, or the places of rows are unknown.
 */
function predicted(flow: LongFlow, block: number, { height, pageHeight, places }: EvenRows): Break | null {
  if (places === null) return null;
  const { pitch, undivided, second, head, foot } = places;
  const fit = (top: number): number | null => {
    const room = pageHeight - top - foot;
    const rows = Math.floor((room + pitch - height) / pitch);
    const rest = room - rows * pitch;
    return rows > 1 && rest + pitch - height > clearancePixels && rest < undivided - clearancePixels ? rows : null;
  };
  const [first, later] = [fit(second), fit(head)];
  if (first === null || later === null) return null;
  const last = { below: (head + (later - 1) * pitch) * pointsPerPixel, tolerance: rowTolerance };
  const even = { rows: later, last };
  return { unit: (flow.starts[block] ?? 0) + 1 + first, pages: 1, even };
}

/** The page break after the first pages of a table, which are printed to find it. */
async function probed<T extends PartPrinted>(
  job: PrintLong<T>,
  block: number,
  { height, pageHeight }: EvenRows,
): Promise<Break | null> {
  const { flow } = job;
  const whole = { from: 0, to: flow.sizes.length - 1 };
  const rows = Math.max(1, Math.floor(pageHeight / height));
  const first = { from: 0, to: Math.min(whole.to, (flow.starts[block] ?? 0) + Math.ceil(probedPages * rows)) };
  const size = sizeOf(flow, first);
  return size > maxProbedShare * sizeOf(flow, whole) ? null : findBreak(job, whole, { density: 0, size });
}

interface Half {
  /** The row with which the second half begins. */
  readonly middle: number;
  /** Number of pages before it. */
  readonly pages: number;
  /** Position of the row before it on its page. */
  readonly last: RowPosition;
}

/** The first half, which ends with a page; `null` where pages have unequal numbers of rows. */
function firstHalf(flow: LongFlow, { unit, pages, even }: Break): Half | null {
  if (even === null) return null;
  const more = Math.round((unitAfter(flow, 0, (flow.sizes.at(-1) ?? 0) / 2) - unit) / even.rows);
  const middle = unit + more * even.rows;
  const isThere = blockOf(flow, middle) === blockOf(flow, unit) && mayBeginWith(flow, middle);
  return more > 0 && isThere && mayBeginWith(flow, middle - 1)
    ? { middle, pages: pages + more, last: even.last }
    : null;
}
