import { numberText, type Numbering } from './numbering-options.ts';

/** A heading that takes part in the numbering. */
export interface CountedHeading {
  readonly level: number;
  /** False where it has opted out. */
  readonly numbered: boolean;
}

/** An open heading; `parts` is `null` where it has no number, and the headings under it have none either. */
interface Open {
  readonly level: number;
  readonly parts: readonly number[] | null;
}

/** How far the numbers of headings are. Plain data. */
export interface HeadingState {
  readonly open: readonly Open[];
  readonly counts: readonly number[];
}

/** The state at the beginning of a document. */
export const noHeadings: HeadingState = { open: [], counts: [] };

/** The highest level of headings with a number. */
export const topOf = (headings: readonly CountedHeading[]): number =>
  headings.reduce((highest, { level, numbered }) => (numbered ? Math.min(highest, level) : highest), lowestLevel);

const lowestLevel = 6;

/**
 * Numbers headings in document order. The numbers follow the nesting of the outline, in which a skipped level is none: a
 * level 3 right under a level 1 is `1.1`.
 *
 * What is under a heading without a number has none, because its number would continue that of the chapter before. A
 * heading without a number that is higher than all numbered ones is the title of a document or of its parts: it changes
 * nothing.
 */
export class HeadingCount {
  readonly #numbering: Numbering;
  readonly #top: number;
  #open: readonly Open[];
  #counts: readonly number[];

  /** `top` is the highest level of all numbered headings, `before` the state at the first one to be numbered. */
  constructor(numbering: Numbering, top: number, before: HeadingState = noHeadings) {
    this.#numbering = numbering;
    this.#top = top;
    this.#open = before.open;
    this.#counts = before.counts;
  }

  /** The number of the next heading; `null` = it has none. */
  next({ level, numbered }: CountedHeading): string | null {
    if (!numbered && level < this.#top) return null;
    const open = this.#open.slice(0, this.#open.findLastIndex((one) => one.level < level) + 1);
    const above = open.at(-1);
    if (!numbered || above?.parts === null) {
      this.#open = [...open, { level, parts: null }];
      return null;
    }
    const depth = open.length;
    const count = (this.#counts[depth] ?? (depth === 0 ? this.#numbering.start - 1 : 0)) + 1;
    this.#counts = [...this.#counts.slice(0, depth), count];
    const parts = [...(above?.parts ?? []), count];
    this.#open = [...open, { level, parts }];
    return parts.length > this.#numbering.levels ? null : numberText(parts, this.#numbering);
  }

  /** What is before the next heading. */
  get state(): HeadingState {
    return { open: this.#open, counts: this.#counts };
  }
}
