import type { PrintedPlaces } from '../../../../pdf/printed/printed-places.ts';
import { evenRows, type Even, type Top } from './even-rows.ts';
import type { LongFlow } from './flow.ts';
import { groupAt } from './long-table.ts';
import { mayBeginWith, pagesBefore } from '../continuation.ts';
import { partHtml, type Mark } from '../part-html.ts';
import { tolerance, type PartPrinted, type PrintLong } from '../print-part.ts';
import { blockOf, unitAfter, type Stretch } from './unit-range.ts';

/** The end of a part: a unit at the top of a page, and the number of pages before it. */
export interface Break {
  readonly unit: number;
  readonly pages: number;
  /** Rows of the last pages, where these are in one table and even. */
  readonly even: Even | null;
}

/**
 * Number of pages at the end of a part that are printed where the total is known; printing the others would take the
 * largest part of the time.
 */
const leastLooked = 12;

/**
 * Prints `size` of a flow, or more where no unit begins a page in it: all of its pages, or only the last ones where
 * `density` (pages per size) is known. `null` where the rest has to be one part.
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

/** The units at the top of a page, after the first pages and before the last. */
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

/** The first unit on a page. */
interface Found {
  readonly unit: number;
  readonly page: number;
  readonly top: number;
  readonly block: number;
  /** Position of the unit after it, from the bottom of the page. */
  below: number;
}

/** Minimum number of pages of a table whose rows begin equally high: that is the height of its repeated head. */
const leastEqual = 3;

/**
 * Units at the top of a page that may begin a part, without the first page. A piece is there where the content of its
 * page begins (Chromium's destinations ignore margins: at the height of the page) and the next piece is below it. Rows
 * are below the repeated head of their table, and of their group where it continues, all equally high, unless a row
 * from the page before reaches into the page: that one has to begin on the page before.
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
  const goesOn = (unit: number): boolean => groupBefore(flow, unit) !== '';
  const lastOf = ({ unit, page }: Found): number | null => {
    const place = places.get(ids.get(unit - 1) ?? '');
    return place?.page === page - 1 ? (pages[place.page]?.height ?? 0) - place.top : null;
  };
  const stands = ({ unit, page, top, block, below }: Found): boolean => {
    if (!isTable(block)) return top > (pages[page]?.height ?? Infinity) - tolerance && below < top - tolerance;
    const alike = found.filter((one) => one.block === block && goesOn(one.unit) === goesOn(unit));
    const highest = Math.max(...alike.map((one) => one.top));
    return top > highest - tolerance && alike.filter((one) => one.top > highest - tolerance).length >= leastEqual;
  };
  return found
    .filter((one) => mayBeginWith(flow, one.unit) && !isTableStart(flow, one.unit) && stands(one))
    .map((one) => ({ unit: one.unit, page: one.page, last: lastOf(one) }))
    .filter(({ unit, last }) => last !== null || !isTable(blockOf(flow, unit - 1)));
}

/** The header row of the group that a unit continues; '' where there is none. */
function groupBefore(flow: LongFlow, unit: number): string {
  const at = blockOf(flow, unit);
  const block = flow.blocks[at];
  return block !== undefined && 'table' in block ? groupAt(block.table, unit - (flow.starts[at] ?? 0)) : '';
}

function isTableStart(flow: LongFlow, unit: number): boolean {
  const at = blockOf(flow, unit);
  return flow.starts[at] === unit && 'table' in (flow.blocks[at] ?? {});
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
