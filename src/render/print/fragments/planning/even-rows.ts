import type { LongFlow } from './flow.ts';
import { mayBeginWith } from '../continuation.ts';
import { Misjudged, printPart, tolerance, type LongPart, type PartPrinted, type PrintLong } from '../print-part.ts';
import { blockOf, sizeOf, unitAfter, type Stretch } from './unit-range.ts';

/** A unit that stands at the top of a page. */
export interface Top {
  readonly unit: number;
  /** Index of the page. */
  readonly page: number;
  /** How far up the unit before it stands on the page before; `null` where it does not begin there. */
  readonly last: number | null;
}

/** What stands on each of some pages. */
export interface Even {
  /** How many rows. */
  readonly rows: number;
  /** How far up the last of them stands, in points. */
  readonly last: number;
}

/** Pages that have to be alike before the next are taken to be. */
const alike = 4;

/**
 * What stands on each of the last pages, where these are of one table and all have as many rows, more than one; else
 * `null`.
 */
export function evenRows(flow: LongFlow, tops: readonly Top[]): Even | null {
  const last = tops.slice(-alike);
  const { unit = 0, page = 0, last: height = null } = last[0] ?? {};
  const rows = ((last.at(-1)?.unit ?? 0) - unit) / (alike - 1);
  const block = flow.blocks[blockOf(flow, unit)];
  const even =
    last.length === alike &&
    block !== undefined &&
    'table' in block &&
    last.every(
      (top, index) =>
        top.unit === unit + index * rows &&
        top.page === page + index &&
        Math.abs((top.last ?? Infinity) - (height ?? 0)) < tolerance,
    );
  return even && height !== null && rows > 1 && blockOf(flow, unit) === blockOf(flow, last.at(-1)?.unit ?? 0)
    ? { rows, last: height }
    : null;
}

/**
 * Prints parts of a table as if all of its pages had so many rows, as many beside each other as there are pages of
 * browsers for, and keeps those for which that is true: up to the first that ends elsewhere. Later ones that have not
 * begun then never do.
 */
export async function printEven<T extends PartPrinted>(
  job: PrintLong<T>,
  stretch: Stretch,
  { rows, last }: Even,
): Promise<{ stretch: Stretch; part: LongPart<T> }[]> {
  const guesses = guessesOf(job.flow, stretch, rows);
  let wrong = false;
  const printed = await Promise.all(
    guesses.map(async (guess) => {
      try {
        return await printPart(job, guess, {
          pages: guess.pages,
          to: stretch.to,
          guessed: { last, isOff: () => wrong },
        });
      } catch (error) {
        if (!(error instanceof Misjudged)) throw error;
        wrong = true;
        return null;
      }
    }),
  );
  const right = printed.includes(null) ? printed.indexOf(null) : printed.length;
  return printed.flatMap((part, index) => {
    const guess = guesses[index];
    if (part === null || guess === undefined) return [];
    if (index < right) return [{ stretch: guess, part }];
    job.progress(-sizeOf(job.flow, guess), part.printed);
    return [];
  });
}

function guessesOf(flow: LongFlow, { from, to }: Stretch, rows: number): (Stretch & { readonly pages: number })[] {
  const guesses: (Stretch & { readonly pages: number })[] = [];
  const end = Math.min(to, flow.starts[blockOf(flow, from) + 1] ?? to);
  for (let at = from; ; at = guesses.at(-1)?.to ?? at) {
    const pages = Math.max(1, Math.round((unitAfter(flow, at, flow.partSize) - at) / rows));
    const until = at + pages * rows;
    if (until >= end || !mayBeginWith(flow, until) || !mayBeginWith(flow, until - 1)) return guesses;
    guesses.push({ from: at, to: until, pages });
  }
}
