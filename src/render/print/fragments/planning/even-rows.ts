import type { LongFlow } from './flow.ts';
import { mayBeginWith } from '../continuation.ts';
import {
  Misjudged,
  printPart,
  tolerance,
  type LongPart,
  type PartPrinted,
  type PrintLong,
  type RowPosition,
} from '../print-part.ts';
import { blockOf, sizeOf, unitAfter, type Stretch } from './unit-range.ts';

/** A unit at the top of a page. */
export interface Top {
  readonly unit: number;
  /** Index of the page. */
  readonly page: number;
  /**
   * Position of the previous unit below the top of the previous page; `null` where that unit does not begin there.
   */
  readonly last: number | null;
}

/** Content of pages with equally many rows. */
export interface Even {
  /** Number of rows per page. */
  readonly rows: number;
  /** Position of the last row on its page. */
  readonly last: RowPosition;
}

/** Number of equal pages from which the following pages are predicted. */
const alike = 4;

/**
 * The rows of the last pages, where all belong to one table and have equally many rows (more than one); else `null`.
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
    ? { rows, last: { below: height, tolerance } }
    : null;
}

/**
 * Prints parts of a table speculatively, as if all of its pages had equally many rows, several at once where pages are
 * idle. Returns the parts for which that is true, up to the first that ends elsewhere; later parts that have not begun
 * are not printed.
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
