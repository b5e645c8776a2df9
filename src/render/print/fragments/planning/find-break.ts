import type { PrintedPlaces } from '../../../../pdf/printed/printed-places.ts';
import { evenRows, type Even, type Top } from './even-rows.ts';
import type { LongFlow } from './flow.ts';
import { mayBeginWith, pagesBefore } from '../continuation.ts';
import { partHtml, type Mark } from '../part-html.ts';
import { tolerance, type PartPrinted, type PrintLong } from '../print-part.ts';
import { blockOf, unitAfter, type Stretch } from './unit-range.ts';

/** Where a part ends: before a unit that stands at the top of a page, with so many pages before that. */
export interface Break {
  readonly unit: number;
  readonly pages: number;
  /** What stands on each of the last pages, where these are of one table and even. */
  readonly even: Even | null;
}

/**
 * Pages at the end of a part that are looked at, where it is known how many there will be; setting the others would
 * take most of the time.
 */
const leastLooked = 12;

/**
 * Prints so much of a flow, more where no unit begins a page in it: all of its pages or, with `density` pages for each
 * unit of size, the last ones. `null` where the rest has to be one part.
 */
export async function findBreak<T extends PartPrinted>(
  job: PrintLong<T>,
  { from, to }: Stretch,
  { density, size: first }: { density: number; size: number },
): Promise<Break | null> {
  for (let [size, after] = [first, Math.floor(Math.min(0.85 * density * first, density * first - leastLooked))]; ;) {
    const end = unitAfter(job.flow, from, size);
    if (end >= to) return null;
    const tops = await probe(job, { from, to: end }, Math.max(0, after));
    const last = tops.at(-1);
    if (last !== undefined) return { unit: last.unit, pages: last.page, even: evenRows(job.flow, tops) };
    if (after <= 0) size *= 2;
    after = 0;
  }
}

/** The units that stand at the top of a page, after so many pages, and are not on the last. */
async function probe<T extends PartPrinted>(
  { flow, widths, print }: PrintLong<T>,
  { from, to }: Stretch,
  after: number,
): Promise<Top[]> {
  let marks: readonly Mark[] = [];
  const html = (): string => {
    const part = partHtml(flow, { from, to }, { marked: new Set(range(from, to)), widths, probe: true });
    marks = part.marks;
    return part.html;
  };
  const { places } = await print({ html, from, skip: pagesBefore(flow, from), pages: null, after, probe: true });
  const tops = topsOf(flow, marks, places).filter(({ page }) => page < places.pages.length - 1);
  return after === 0 ? tops : tops.map((top) => ({ ...top, page: top.page + after - 1 }));
}

/** The first unit that is found on a page. */
interface Found {
  readonly unit: number;
  readonly page: number;
  readonly top: number;
  readonly block: number;
  /** How far up the one after it stands. */
  below: number;
}

/** Pages on which a table has to go on equally high, to tell how high that is. */
const leastEqual = 3;

/**
 * Units that stand at the top of a page and may begin a part, the first page aside. A piece does so where its page's
 * content begins (Chromium leaves margins out of destinations: that is at the height of the page), with the next below
 * it: it is a block of its own. Rows stand below the repeated head of their table, all equally high, unless a row
 * before reaches into the page: that one has to begin on the page before.
 */
function topsOf(flow: LongFlow, marks: readonly Mark[], { pages, places }: PrintedPlaces): Top[] {
  const first = new Map<number, Found>();
  for (const { unit, id } of marks) {
    const { page, top } = places.get(id) ?? { page: 0, top: 0 };
    const known = first.get(page);
    if (known === undefined && page > 0)
      first.set(page, { unit, page, top, block: blockOf(flow, unit), below: -Infinity });
    else if (known?.below === -Infinity) known.below = top;
  }
  const found = [...first.values()];
  const isTable = (block: number): boolean => 'table' in (flow.blocks[block] ?? {});
  const ids = new Map(marks.map(({ unit, id }) => [unit, id]));
  const lastOf = ({ unit, page }: Found): number | null => {
    const place = places.get(ids.get(unit - 1) ?? '');
    return place?.page === page - 1 ? place.top : null;
  };
  const stands = ({ page, top, block, below }: Found): boolean => {
    if (!isTable(block)) return top > (pages[page]?.height ?? Infinity) - tolerance && below < top - tolerance;
    const highest = Math.max(...found.filter((one) => one.block === block).map((one) => one.top));
    return (
      top > highest - tolerance &&
      found.filter((one) => one.block === block && one.top > highest - tolerance).length >= leastEqual
    );
  };
  return found
    .filter((one) => mayBeginWith(flow, one.unit) && !isTableStart(flow, one.unit) && stands(one))
    .map((one) => ({ unit: one.unit, page: one.page, last: lastOf(one) }))
    .filter(({ unit, last }) => last !== null || !isTable(blockOf(flow, unit - 1)));
}

function isTableStart(flow: LongFlow, unit: number): boolean {
  const at = blockOf(flow, unit);
  return flow.starts[at] === unit && 'table' in (flow.blocks[at] ?? {});
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
