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

/**
 * The numbers of headings in document order; `null` = no number. They follow the nesting of the outline, in which a
 * skipped level is none: a level 3 right under a level 1 is `1.1`.
 *
 * What is under a heading without a number has none, because its number would continue that of the chapter before. A
 * heading without a number that is higher than all numbered ones is the title of a document or of its parts: it changes
 * nothing.
 */
export function countHeadings(headings: readonly CountedHeading[], numbering: Numbering): (string | null)[] {
  const top = headings.reduce((highest, { level, numbered }) => (numbered ? Math.min(highest, level) : highest), 6);
  const open: Open[] = [];
  const counts: number[] = [];
  return headings.map(({ level, numbered }) => {
    if (!numbered && level < top) return null;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const above = open.at(-1);
    if (!numbered || above?.parts === null) {
      open.push({ level, parts: null });
      return null;
    }
    const depth = open.length;
    const count = (counts[depth] ?? (depth === 0 ? numbering.start - 1 : 0)) + 1;
    counts.splice(depth, Infinity, count);
    const parts = [...(above?.parts ?? []), count];
    open.push({ level, parts });
    return parts.length > numbering.levels ? null : numberText(parts, numbering);
  });
}
