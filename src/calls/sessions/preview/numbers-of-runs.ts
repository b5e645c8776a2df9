import type { NumbersBefore, NumberState } from '../../../render/numbering/stretch-numbers.ts';

/** How far the numbers of headings and captions are before a run, and the highest level that has some. */
export type NumbersAt = Pick<NumbersBefore, 'state' | 'top'>;

/** The numbers of a run. */
export interface RunNumbers {
  /** See `keyOf`. */
  readonly key: string;
  readonly before: NumbersAt;
  /** How far they are after it; `null` at the beginning of the document. */
  readonly after: NumberState | null;
  /** The highest level of its numbered headings. */
  readonly top: number;
}

/** What tells numbers before a run from others. */
export const keyOf = (numbers: NumbersAt): string => JSON.stringify(numbers);

const usualTop = 1;
/** The level of a run without numbered headings. */
export const lowestLevel = 6;

interface NumberedLayout {
  readonly runs: readonly { readonly run: { readonly numbers: RunNumbers | null } }[];
}

/**
 * Lays out a session with the highest level of its numbered headings, on which the numbers of all headings depend. It
 * is known once all runs are: where it is not the usual one, they are found again.
 */
export class TopLevel {
  #top = usualTop;

  async settle<L extends NumberedLayout>(pass: (top: number) => Promise<L | null>): Promise<L | null> {
    const layout = await pass(this.#top);
    const tops = layout?.runs.flatMap(({ run }) => run.numbers?.top ?? []) ?? [];
    const top = Math.min(lowestLevel, ...tops);
    if (layout === null || tops.length === 0 || top === this.#top) return layout;
    this.#top = top;
    return pass(top);
  }
}
