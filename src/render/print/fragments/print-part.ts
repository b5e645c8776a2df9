import { AppError } from '../../../problems.ts';
import type { Continues } from '../../../pdf/printed/join/part.ts';
import type { PrintedPlaces } from '../../../pdf/printed/printed-places.ts';
import type { OwnEnds } from '../../content/forms/print-controls.ts';
import { unitsOf } from './planning/long-flow.ts';
import { type LongFlow } from './planning/flow.ts';
import { continuesWith, isEmptyBefore, pagesBefore } from './continuation.ts';
import { partHtml, type Mark } from './part-html.ts';
import type { TableSizes } from './table-part.ts';
import { blockOf, sizeOf, unitAfter, type Stretch } from './planning/unit-range.ts';
import { withoutComments } from '../../compose/tags.ts';

/** How a part is to be printed. */
export interface PartPrint {
  /**
   * Made when its turn comes: there are many parts, and all of them together are the document once more. Throws where
   * it is not wanted any more.
   */
  readonly html: () => string;
  /** Its first unit. */
  readonly from: number;
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
  readonly widths: TableSizes;
  /** What says in the HTML of a part where its own content begins and ends; `null` where nobody wants to know. */
  readonly ends: OwnEnds | null;
  /**
   * Prints of one document run beside each other as far as there are pages for them, in the order in which they come.
   */
  readonly print: (job: PartPrint) => Promise<T>;
  /**
   * Told of each part that has been printed, and its size; less than nothing where that is to be printed anew after
   * all. What it throws ends the printing.
   */
  readonly progress: (size: number, printed: T) => void;
}

/** One part of a long flow. */
export interface LongPart<T> {
  readonly printed: T;
  readonly continues: Continues;
  /** Levels of the headings in it, in order. */
  readonly levels: readonly number[];
}

/** Points within which two units stand equally high. */
export const tolerance = 0.6;

/** A part did not end where it was taken to. */
export class Misjudged extends Error {
  constructor() {
    super('a part of the document did not end where it was taken to');
  }
}

/** How much of what follows is printed along, and left out, so that a part ends as if it went on. */
const overhang = ({ partSize }: LongFlow) => Math.min(4000, partSize / 4);
const leastOverhang = 4;

/** Where a part is to end: whatever follows it before unit `to`, on page `pages` + 1 and later, is no part of it. */
export interface PartEnd {
  readonly pages: number;
  readonly to: number;
  /** That is a guess: how far up its last row is to stand, in points, and whether it is not wanted any more. */
  readonly guessed?: { readonly last: number; readonly isOff: () => boolean };
}

/** Prints a part; `null` = all that there is. Throws Misjudged. */
export async function printPart<T extends PartPrinted>(
  job: PrintLong<T>,
  { from, to }: Stretch,
  end: PartEnd | null,
): Promise<LongPart<T>> {
  const { flow } = job;
  const printed = await printUpTo(job, { from, to }, end);
  job.progress(sizeOf(flow, { from, to }), printed);
  return { printed, continues: continuesWith(flow, from, job.widths), levels: levelsOf(flow, { from, to }) };
}

async function printUpTo<T extends PartPrinted>(
  { flow, widths, ends, print }: PrintLong<T>,
  { from, to }: Stretch,
  end: PartEnd | null,
): Promise<T> {
  const skip = pagesBefore(flow, from);
  const further =
    end === null ? to : Math.min(end.to, Math.max(to + leastOverhang, unitAfter(flow, to, overhang(flow))));
  const edges = end === null ? [] : [to - 1, to].filter((unit) => unit >= from);
  let marks: readonly Mark[] = [];
  const html = (): string => {
    if (end?.guessed?.isOff() === true) throw new Misjudged();
    const part = partHtml(
      flow,
      { from, to: further },
      {
        marked: new Set(skip > 0 ? [...edges, from] : edges),
        widths,
        last: end && to - 1,
        own: ends && { ...ends, until: to },
      },
    );
    marks = part.marks;
    return part.html;
  };
  const printed = await print({ html, from, skip, pages: end?.pages ?? null, after: 0, probe: false }).catch(
    (error: unknown) => {
      // perhaps there is no page behind the first
      throw skip > 0 && error instanceof AppError && error.slug === 'render-failed' ? new Misjudged() : error;
    },
  );
  const { pages, places } = printed.places;
  const has = (unit: number): boolean => marks.some((mark) => mark.unit === unit);
  const placeOf = (unit: number) => places.get(marks.find((mark) => mark.unit === unit)?.id ?? '');
  const isRow = (unit: number): boolean => 'table' in (flow.blocks[blockOf(flow, unit)] ?? {});
  const [first, last] = [placeOf(from), placeOf(to - 1)];
  const isUnknown = (unit: number): boolean => !isRow(unit) && !has(unit);
  const begins =
    skip === 0 ||
    isUnknown(from) ||
    (first?.page === 0 && (!isEmptyBefore(flow, from) || first.top > (pages[0]?.height ?? Infinity) - tolerance));
  const endsThere =
    end?.guessed === undefined
      ? last !== undefined || isUnknown(to - 1)
      : last?.page === pages.length - 1 && Math.abs(last.top - end.guessed.last) < tolerance;
  const ended = end === null || (pages.length === end.pages && placeOf(to) === undefined && endsThere);
  if (!begins || !ended) throw new Misjudged();
  return printed;
}

const heading = /<h([1-6])[\s>]/g;

/** A head has no headings (see html-table.ts), and none stand in end tags and between elements. */
function levelsOf(flow: LongFlow, { from, to }: Stretch): number[] {
  const levels: number[] = [];
  for (let index = blockOf(flow, from); index < flow.blocks.length && (flow.starts[index] ?? 0) < to; index += 1) {
    const block = flow.blocks[index];
    const first = flow.starts[index] ?? 0;
    if (block === undefined) continue;
    const caption = 'table' in block && from <= first ? [block.table.caption] : [];
    for (const html of [...caption, ...unitsOf(block).slice(Math.max(from, first) - first, to - first)])
      if (html.includes('<h'))
        for (const [, level] of withoutComments(html).matchAll(heading)) levels.push(Number(level));
  }
  return levels;
}
