import { printEven } from './planning/even-rows.ts';
import { findBreak } from './planning/find-break.ts';
import type { LongFlow } from './planning/flow.ts';
import { beginsSheet } from './continuation.ts';
import { Misjudged, printPart, type LongPart, type PartEnd, type PartPrinted, type PrintLong } from './print-part.ts';
import { sizeOf, type Stretch } from './planning/unit-range.ts';

/**
 * Prints a long flow in parts that look, page for page, like one print of it. A part begins with a sheet, or with a
 * unit at the top of a page: the print of each part shows where the next one begins. In a table whose pages have
 * equally many rows this is predicted.
 */
export async function printLong<T extends PartPrinted>(job: PrintLong<T>): Promise<LongPart<T>[]> {
  const parts = await Promise.all(stretchesOf(job.flow).map((stretch) => printStretch(job, stretch)));
  return parts.flat();
}

/** Ranges of whole sheets that are printed together; pages always break between sheets. */
function stretchesOf(flow: LongFlow): Stretch[] {
  const { sizes } = flow;
  const sheets = flow.starts.filter((start) => start < sizes.length - 1 && beginsSheet(flow, start));
  const stretches: Stretch[] = [];
  let from = 0;
  for (const [index, start] of sheets.entries()) {
    const to = sheets[index + 1] ?? sizes.length - 1;
    if (start > from && sizeOf(flow, { from, to }) > flow.partSize) {
      stretches.push({ from, to: start });
      from = start;
    }
  }
  return [...stretches, { from, to: sizes.length - 1 }];
}

/** A part whose print has begun. */
interface Begun<T> {
  readonly stretch: Stretch;
  /** `null` where the part did not begin or end as predicted. */
  readonly part: Promise<LongPart<T> | null>;
}

/** Maximum number of times that a part is printed again, each time twice as long. */
const maxTries = 3;

/**
 * Prints a range of sheets, or one long sheet. A part that does not begin or end as predicted is printed again together
 * with the part before it, and all parts after it are printed again. Throws Misjudged where that does not help.
 */
async function printStretch<T extends PartPrinted>(job: PrintLong<T>, { from, to }: Stretch): Promise<LongPart<T>[]> {
  const done: LongPart<T>[] = [];
  let [at, tries] = [from, 0];
  for (;;) {
    const begun = await beginParts(job, { from: at, to }, job.flow.partSize * 2 ** tries);
    const parts = await Promise.all(begun.map(({ part }) => part));
    const wrong = parts.indexOf(null);
    const right = wrong < 0 ? parts.length : Math.max(0, wrong - 1);
    done.push(...parts.slice(0, right).filter((part) => part !== null));
    if (wrong < 0) return done;
    begun.slice(right).forEach(({ stretch }, index) => {
      const part = parts[right + index];
      if (part) job.progress(-sizeOf(job.flow, stretch), part.printed);
    });
    tries = right > 0 ? 1 : tries + 1;
    if (tries > maxTries) throw new Misjudged();
    at = begun[right]?.stretch.from ?? at;
  }
}

/**
 * Finds the ends of parts, the first after `firstSize` of the flow, and begins to print each part when its end is
 * known. Stops at the first part that does not end as predicted.
 */
async function beginParts<T extends PartPrinted>(
  job: PrintLong<T>,
  { from, to }: Stretch,
  firstSize: number,
): Promise<Begun<T>[]> {
  const begun: Begun<T>[] = [];
  const over = new AbortController();
  const begin = (stretch: Stretch, end: PartEnd | null): void => {
    const part = printPart(job, stretch, end).catch((error: unknown) => {
      over.abort();
      if (error instanceof Misjudged) return null;
      throw error;
    });
    part.catch(() => undefined); // the caller awaits all parts, and gets the error
    begun.push({ stretch, part });
  };
  let [at, density, size] = [from, 0, firstSize];
  const given = (): boolean => over.signal.aborted;
  while (!given()) {
    const rest = { from: at, to };
    const found =
      sizeOf(job.flow, rest) <= job.flow.partSize * 1.25 ? null : await findBreak(job, rest, { density, size });
    if (given()) break;
    if (found === null) {
      begin(rest, null);
      break;
    }
    const stretch = { from: at, to: found.unit };
    begin(stretch, { pages: found.pages, to });
    [at, density, size] = [found.unit, found.pages / sizeOf(job.flow, stretch), job.flow.partSize];
    if (found.even === null) continue;
    const even = await printEven(job, { from: at, to }, found.even);
    begun.push(...even.map(({ stretch: own, part }) => ({ stretch: own, part: Promise.resolve(part) })));
    at = even.at(-1)?.stretch.to ?? at;
  }
  return begun;
}
