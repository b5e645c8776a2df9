import type { PrintedPlaces } from '../../pdf/printed/printed-places.ts';
import type { StretchFacts } from './stretch-flow.ts';
import { beginsSheet } from '../print/fragments/continuation.ts';
import type { Mark } from '../print/fragments/part-html.ts';
import type { LongFlow } from '../print/fragments/planning/flow.ts';
import { blockOf } from '../print/fragments/planning/unit-range.ts';
import { tolerance } from '../print/fragments/print-part.ts';

/** True for content without text, which would begin in any room that is left on the page before. */
const isBlank = (piece: string): boolean => /^(?:<[^>]*>|\s)*$/.test(piece.slice(0, 500));

const pieceOf = ({ blocks, starts }: LongFlow, unit: number): string => {
  const at = blockOf({ starts }, unit);
  const block = blocks[at];
  return block !== undefined && 'pieces' in block ? (block.pieces[unit - (starts[at] ?? 0)] ?? '') : '';
};

/** True where a unit is at the top of the first page of its file. */
export function beginsPage(unit: number, marks: readonly Mark[], { pages, places }: PrintedPlaces): boolean {
  const place = places.get(marks.find((mark) => mark.unit === unit)?.id ?? '');
  return place?.page === 0 && place.top > (pages[0]?.height ?? Infinity) - tolerance;
}

/** A page of a stretch that begins with an operation. */
export interface PageStart {
  /** Index of the page in the file. */
  readonly page: number;
  /** Index of the step after the last one with content before the page. */
  readonly step: number;
  /** Index of the step with the first content of the page. */
  readonly content: number;
  /** True where the page begins whatever is before it. */
  readonly isForced: boolean;
  /** Number of the first unit. */
  readonly unit: number;
}

/** The printed units of a stretch. */
export interface PrintedUnits {
  readonly flow: LongFlow;
  readonly facts: StretchFacts;
  readonly marks: readonly Mark[];
  readonly places: PrintedPlaces;
}

/**
 * The pages after the first that begin with an operation, in order. Chromium's destinations ignore margins: the first
 * unit of a page is at the height of the page, and the next one is below it. A unit that continues from the page before
 * has its place there.
 */
export function pageStarts({ flow, facts, marks, places: { pages, places } }: PrintedUnits): PageStart[] {
  const first = new Map<number, { readonly unit: number; readonly top: number; below: number }>();
  for (const { unit, id } of marks) {
    const place = places.get(id);
    if (place === undefined) continue;
    const known = first.get(place.page);
    if (known === undefined) first.set(place.page, { unit, top: place.top, below: -Infinity });
    else if (known.below === -Infinity) known.below = place.top;
  }
  return [...first].flatMap(([page, { unit, top, below }]): PageStart[] => {
    const [content, before] = [facts.owners[unit], facts.owners[unit - 1]];
    if (page === 0 || content === undefined || before === undefined || content === before) return [];
    const isForced = beginsSheet(flow, unit);
    const isFirst = top > (pages[page]?.height ?? Infinity) - tolerance && below < top - tolerance;
    return isForced || (isFirst && !isBlank(pieceOf(flow, unit)))
      ? [{ page, step: before + 1, content, isForced, unit }]
      : [];
  });
}
