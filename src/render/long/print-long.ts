import type { Continues } from '../../pdf/join/part.ts';
import type { PrintedPlaces } from '../../pdf/printed-places.ts';
import { unitsOf, type LongFlow } from './long-flow.ts';
import { beginsSheet, blockOf, continuesWith, mayBeginWith, pagesBefore, partHtml, type ColumnWidths, type Mark, type Stretch } from './part-html.ts';

/** How a part is to be printed. */
export interface PartPrint {
  readonly html: string;
  /** How many of its pages stand before those that are wanted. */
  readonly skip: number;
  /** How many of its pages are wanted; `null` = all. */
  readonly pages: number | null;
  /** Of these, the first and those after so many are wanted. */
  readonly after: number;
  /** To find out where pages break, and nothing else. */
  readonly probe: boolean;
}

/** A printed part with what its file tells. */
export interface PartPrinted {
  readonly places: PrintedPlaces;
}

export interface PrintLong<T extends PartPrinted> {
  readonly flow: LongFlow;
  readonly widths: ColumnWidths;
  /** Prints of one document run beside each other as far as there are pages for them. */
  readonly print: (job: PartPrint) => Promise<T>;
  /** Told the size of each part that has been printed. */
  readonly progress: (size: number) => void;
}

/** One part of a long flow. */
export interface LongPart<T> {
  readonly printed: T;
  readonly continues: Continues;
  /** Levels of the headings in it, in order. */
  readonly levels: readonly number[];
}

/** How many parts of a table of even rows are printed at a venture, beside each other. */
const ahead = 8;

/**
 * Prints a long flow in parts that together are, page for page, what it would be in one print. A part begins with a sheet, or with a unit that is
 * found to stand at the top of a page: a print of a part shows where the next begins. In a table whose rows are of one height that is known ahead.
 */
export async function printLong<T extends PartPrinted>(job: PrintLong<T>): Promise<LongPart<T>[]> {
  const parts = await Promise.all(stretchesOf(job.flow).map((stretch) => printStretch(job, stretch)));
  return parts.flat();
}

const sizeOf = ({ sizes }: LongFlow, { from, to }: Stretch) => (sizes[to] ?? 0) - (sizes[from] ?? 0);

/** Sheets that are printed together: what is between them breaks by itself. */
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

/** Sheets, or one that is longer than a part. */
async function printStretch<T extends PartPrinted>(job: PrintLong<T>, { from, to }: Stretch): Promise<LongPart<T>[]> {
  const parts: Promise<LongPart<T>>[] = [];
  const failed = new AbortController();
  const later = (part: Promise<LongPart<T>>): void => {
    part.catch(() => failed.abort());
    parts.push(part);
  };
  let at = from;
  let density = 0;
  const given = (): boolean => failed.signal.aborted;
  while (!given()) {
    if (sizeOf(job.flow, { from: at, to }) <= job.flow.partSize * 1.25) {
      later(printPart(job, { from: at, to }, null));
      break;
    }
    const found = await findBreak(job, { from: at, to }, density).catch((cause: unknown) => {
      failed.abort();
      throw cause;
    });
    if (given()) break;
    if (found === null) {
      later(printPart(job, { from: at, to }, null));
      break;
    }
    later(printPart(job, { from: at, to: found.unit }, { pages: found.pages, to }));
    density = found.pages / sizeOf(job.flow, { from: at, to: found.unit });
    at = found.unit;
    if (found.rows === null) continue;
    const even = await printEven(job, { from: at, to }, found.rows);
    parts.push(...even.parts.map((part) => Promise.resolve(part)));
    at = even.next;
  }
  return Promise.all(parts);
}

/** Where a part ends: before a unit that stands at the top of a page, with so many pages before that. */
interface Break {
  readonly unit: number;
  readonly pages: number;
  /** How many rows stand on each of the last pages, where these are of one table and even. */
  readonly rows: number | null;
}

/** Pages at the end of a part that are looked at, where it is known how many there will be; setting the others would take most of the time. */
const leastLooked = 12;

/**
 * Prints as much as a part has, more where no unit begins a page in it: all of its pages or, with `density` pages for each unit of size, the last ones.
 * `null` where the rest has to be one part.
 */
async function findBreak<T extends PartPrinted>(job: PrintLong<T>, { from, to }: Stretch, density: number): Promise<Break | null> {
  for (let [size, after] = [job.flow.partSize, Math.floor(Math.min(0.85 * density * job.flow.partSize, density * job.flow.partSize - leastLooked))]; ; ) {
    const end = unitAfter(job.flow, from, size);
    if (end >= to) return null;
    const tops = await probe(job, { from, to: end }, Math.max(0, after));
    const last = tops.at(-1);
    if (last !== undefined) return { unit: last.unit, pages: last.page, rows: evenRows(job.flow, tops) };
    if (after <= 0) size *= 2;
    after = 0;
  }
}

/** The units that stand at the top of a page, after so many pages, and are not on the last. */
async function probe<T extends PartPrinted>(job: PrintLong<T>, { from, to }: Stretch, after: number): Promise<Top[]> {
  const { html, marks } = partHtml(job.flow, { from, to }, { marked: new Set(range(from, to)), widths: job.widths, probe: true });
  const { places } = await job.print({ html, skip: pagesBefore(job.flow, from), pages: null, after, probe: true });
  const tops = topsOf(job.flow, marks, places).filter(({ page }) => page < places.pages.length - 1);
  return after === 0 ? tops : tops.map(({ unit, page }) => ({ unit, page: page + after - 1 }));
}

interface Top {
  readonly unit: number;
  readonly page: number;
}

/** Points within which two units stand equally high. */
const tolerance = 0.6;

/** The first unit that is found on a page. */
interface Found extends Top {
  readonly top: number;
  readonly block: number;
  /** How far up the one after it stands. */
  below: number;
}

/**
 * Units that stand at the top of a page and may begin a part, the first page aside. A piece does so where its page's content begins (Chromium leaves
 * margins out of destinations: that is at the height of the page), with the next below it: it is a block of its own. Rows stand below the repeated head of their table, all equally high, unless a row before reaches into the page.
 */
function topsOf(flow: LongFlow, marks: readonly Mark[], { pages, places }: PrintedPlaces): Top[] {
  const first = new Map<number, Found>();
  for (const { unit, id } of marks) {
    const { page, top } = places.get(id) ?? { page: 0, top: 0 };
    const known = first.get(page);
    if (known === undefined && page > 0) first.set(page, { unit, page, top, block: blockOf(flow, unit), below: -Infinity });
    else if (known?.below === -Infinity) known.below = top;
  }
  const found = [...first.values()];
  const stands = ({ page, top, block, below }: Found): boolean => {
    if (!('table' in (flow.blocks[block] ?? {}))) return top > (pages[page]?.height ?? Infinity) - tolerance && below < top - tolerance;
    const highest = Math.max(...found.filter((one) => one.block === block).map((one) => one.top));
    return top > highest - tolerance && found.filter((one) => one.block === block && one.top > highest - tolerance).length >= leastEqual;
  };
  return found.filter((one) => mayBeginWith(flow, one.unit) && !isTableStart(flow, one.unit) && stands(one)).map(({ unit, page }) => ({ unit, page }));
}

/** Pages on which a table has to go on equally high, to tell how high that is. */
const leastEqual = 3;

function isTableStart(flow: LongFlow, unit: number): boolean {
  const at = blockOf(flow, unit);
  return flow.starts[at] === unit && 'table' in (flow.blocks[at] ?? {});
}

/** Pages that have to be alike before the next are taken to be. */
const alike = 4;

function evenRows(flow: LongFlow, tops: readonly Top[]): number | null {
  const last = tops.slice(-alike);
  const { unit, page } = last[0] ?? { unit: 0, page: 0 };
  const rows = ((last.at(-1)?.unit ?? 0) - unit) / (alike - 1);
  const block = flow.blocks[blockOf(flow, unit)];
  const even = last.length === alike && block !== undefined && 'table' in block && !block.table.tag.includes('split-rows') && last.every((top, index) => top.unit === unit + index * rows && top.page === page + index);
  return even && rows >= 1 && blockOf(flow, unit) === blockOf(flow, last.at(-1)?.unit ?? 0) ? rows : null;
}

/** Prints parts of a table as if all of its pages had so many rows, and keeps those for which that is true. */
async function printEven<T extends PartPrinted>(job: PrintLong<T>, { from, to }: Stretch, rows: number): Promise<{ parts: LongPart<T>[]; next: number }> {
  const parts: LongPart<T>[] = [];
  const end = Math.min(to, job.flow.starts[blockOf(job.flow, from) + 1] ?? to);
  let next = from;
  for (;;) {
    const guesses: { from: number; to: number; pages: number }[] = [];
    for (let at = next; guesses.length < ahead; at = guesses.at(-1)?.to ?? at) {
      const pages = Math.max(1, Math.round((unitAfter(job.flow, at, job.flow.partSize) - at) / rows));
      const until = at + pages * rows;
      if (until >= end || !mayBeginWith(job.flow, until) || !mayBeginWith(job.flow, until - 1)) break;
      guesses.push({ from: at, to: until, pages });
    }
    if (guesses.length === 0) return { parts, next };
    const printed = await Promise.all(guesses.map((guess) => printPart(job, guess, { pages: guess.pages, to }).catch((error: unknown) => {
      if (error instanceof Misjudged) return null;
      throw error;
    })));
    for (const [index, part] of printed.entries()) {
      if (part === null) return { parts, next };
      parts.push(part);
      next = guesses[index]?.to ?? next;
    }
  }
}

/** A part did not end where it was taken to. */
export class Misjudged extends Error {}

/** How much of what follows is printed along, and left out, so that a part ends as if it went on. */
const overhang = 4000;
const leastOverhang = 4;

/** Prints a part; with `pages`, whatever follows it on page `pages` + 1 is not part of it. */
async function printPart<T extends PartPrinted>(job: PrintLong<T>, { from, to }: Stretch, ends: { pages: number; to: number } | null): Promise<LongPart<T>> {
  const { flow, widths } = job;
  const levels = levelsOf(flow, { from, to });
  const size = sizeOf(flow, { from, to });
  const skip = pagesBefore(flow, from);
  if (ends === null) {
    const printed = await job.print({ html: partHtml(flow, { from, to }, { marked: new Set(), widths }).html, skip, pages: null, after: 0, probe: false });
    job.progress(size);
    return { printed, continues: continuesWith(flow, from), levels };
  }
  const further = Math.min(ends.to, Math.max(to + leastOverhang, unitAfter(flow, to, overhang)));
  const { html, marks } = partHtml(flow, { from, to: further }, { marked: new Set([to - 1, to].filter((unit) => unit > from).concat(skip > 0 ? [from] : [])), widths });
  const printed = await job.print({ html, skip, pages: ends.pages, after: 0, probe: false });
  const { pages, places } = printed.places;
  const [first, last, next] = [from, to - 1, to].map((unit) => places.get(marks.find((mark) => mark.unit === unit)?.id ?? ''));
  const begins = skip === 0 || !marks.some(({ unit }) => unit === from) || (first?.page === 0 && first.top > (pages[0]?.height ?? Infinity) - tolerance);
  if (!begins || pages.length !== ends.pages || next !== undefined || (last === undefined && marks.some(({ unit }) => unit === to - 1))) throw new Misjudged('a part of the document did not end where it was taken to');
  job.progress(size);
  return { printed, continues: continuesWith(flow, from), levels };
}

/** The first unit that has so much before it, counted from a unit on. */
function unitAfter({ sizes }: LongFlow, from: number, size: number): number {
  const wanted = (sizes[from] ?? 0) + size;
  let [low, high] = [from + 1, sizes.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sizes[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

const heading = /<h([1-6])[\s>]/g;

function levelsOf(flow: LongFlow, { from, to }: Stretch): number[] {
  const levels: number[] = [];
  for (let index = blockOf(flow, from); index < flow.blocks.length && (flow.starts[index] ?? 0) < to; index += 1) {
    const block = flow.blocks[index];
    const first = flow.starts[index] ?? 0;
    if (block === undefined) continue;
    for (const unit of unitsOf(block).slice(Math.max(from, first) - first, to - first)) if (unit.includes('<h')) for (const [, level] of unit.matchAll(heading)) levels.push(Number(level));
  }
  return levels;
}
