import { mayBeginWith } from './continuation.ts';
import { tableInTheMiddle } from './halved-flow.ts';
import { findBreak, type Break } from './planning/find-break.ts';
import type { LongFlow } from './planning/flow.ts';
import { blockOf, sizeOf, unitAfter } from './planning/unit-range.ts';
import { printPart, type LongPart, type PartPrinted, type PrintLong } from './print-part.ts';

/** Pages of a table that are laid out to find its number of rows on each, the incomplete first and last included. */
const probedPages = 6.5;
/** Maximum share of a document that is laid out for that. */
const maxProbedShare = 0.4;

/**
 * Prints a flow in two halves, at once where a page is idle. The first pages show where the table breaks, if all of its
 * rows are equally high; else the result is `null`. Throws Misjudged where a half does not end or begin as predicted.
 */
export async function printHalves<T extends PartPrinted>(job: PrintLong<T>): Promise<LongPart<T>[] | null> {
  const { flow, widths } = job;
  const block = tableInTheMiddle(flow);
  const rows = block === null ? null : (widths.get(block)?.rowsPerPage ?? null);
  if (block === null || rows === null) return null;
  const whole = { from: 0, to: flow.sizes.length - 1 };
  const probed = { from: 0, to: Math.min(whole.to, (flow.starts[block] ?? 0) + Math.ceil(probedPages * rows)) };
  const size = sizeOf(flow, probed);
  if (size > maxProbedShare * sizeOf(flow, whole)) return null;
  const found = await findBreak(job, whole, { density: 0, size });
  const half = found && firstHalf(flow, found);
  if (half === null) return null;
  const { middle, pages, last } = half;
  return Promise.all([
    printPart(job, { from: 0, to: middle }, { pages, to: whole.to, guessed: { last, isOff: () => false } }),
    printPart(job, { from: middle, to: whole.to }, null),
  ]);
}

interface Half {
  /** The row with which the second half begins. */
  readonly middle: number;
  /** Number of pages before it. */
  readonly pages: number;
  /** Position of the row before it from the bottom of its page, in points. */
  readonly last: number;
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
