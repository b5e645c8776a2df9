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

/** The print of a part. */
export interface PartPrint {
  /**
   * Makes the HTML just before it is printed, because the HTML of all parts together would be a second copy of the
   * document. Throws Misjudged where the part is no longer wanted.
   */
  readonly html: () => string;
  /** Its first unit. */
  readonly from: number;
  /** Number of its pages before those that are wanted. */
  readonly skip: number;
  /** Number of pages that are wanted; `null` = all. */
  readonly pages: number | null;
  /** Of the wanted pages, only the first and those after this number. */
  readonly after: number;
  /** True where only the page breaks are wanted. */
  readonly probe: boolean;
}

/** A printed part with the places in its file. */
export interface PartPrinted {
  readonly places: PrintedPlaces;
}

/** A long flow that is printed in parts. */
export interface PrintLong<T extends PartPrinted> {
  readonly flow: LongFlow;
  readonly widths: TableSizes;
  /** Comments around the part's own content in its HTML; `null` where none are needed. */
  readonly ends: OwnEnds | null;
  /** Prints are made in the order of the calls, several at once where pages are idle. */
  readonly print: (job: PartPrint) => Promise<T>;
  /**
   * Receives each printed part with its size; a negative size where it is printed again. An exception ends the
   * printing.
   */
  readonly progress: (size: number, printed: T) => void;
}

/** One part of a long flow. */
export interface LongPart<T> {
  readonly printed: T;
  readonly continues: Continues;
  /** Levels of its headings, in order. */
  readonly levels: readonly number[];
}

/** Tolerance of vertical positions, in points. */
export const tolerance = 0.6;

/** A part did not end as predicted. */
export class Misjudged extends Error {
  constructor() {
    super('a part of the document did not end where it was taken to');
  }
}

/**
 * Size of the following content that is printed with a part and left out afterwards, so that the part ends as if it
 * continued.
 */
const overhang = ({ partSize }: LongFlow) => Math.min(4000, partSize / 4);
const leastOverhang = 4;

/** Where a row begins. In points. */
export interface RowPosition {
  /** Below the top of its page. */
  readonly below: number;
  readonly tolerance: number;
}

/** The end of a part. Content from unit `to` on, which begins on page `pages` + 1, is not part of it. */
export interface PartEnd {
  readonly pages: number;
  readonly to: number;
  /**
   * Set for a predicted end: the position of its last row, and whether the part is no longer wanted.
   */
  readonly guessed?: { readonly last: RowPosition; readonly isOff: () => boolean };
}

/** Prints a part; `end` is `null` for the last part of a range. Throws Misjudged. */
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
      // there may be no page after the first
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
      : last?.page === pages.length - 1 &&
        Math.abs((pages.at(-1)?.height ?? 0) - last.top - end.guessed.last.below) < end.guessed.last.tolerance;
  const ended = end === null || (pages.length === end.pages && placeOf(to) === undefined && endsThere);
  if (!begins || !ended) throw new Misjudged();
  return printed;
}

const heading = /<h([1-6])[\s>]/g;

/**
 * Levels of the headings in a range. Table heads have no headings (see html-table.ts), nor has markup between elements.
 */
export function levelsOf(flow: LongFlow, { from, to }: Stretch): number[] {
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
