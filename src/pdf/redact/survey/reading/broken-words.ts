import type { Item } from './reading-item.ts';
import { isTopLevelDomain } from '../top-level-domains.ts';

type Items = readonly Item<unknown>[];

/** A range of items; `end` is exclusive. */
interface Line {
  readonly start: number;
  readonly end: number;
}

/** The words at the end of one line and at the beginning of the next. */
interface Break {
  readonly before: string;
  readonly after: string;
  /** The line has nothing but `before`, and no room for the next letter. */
  readonly isFull: boolean;
}

/** The least number of letters before a break without a hyphen. */
const minBrokenLetters = 3;

/** Points by which lines of equal width may differ. */
const widthTolerance = 0.5;

const isSpace = (item: Item<unknown> | undefined): boolean => item !== undefined && /^\s+$/.test(item.text);

/**
 * Indexes of items that begin a line with the rest of a word. Layout breaks an address, a link or a long word anywhere
 * if it is wider than the line (CSS Text 3, `overflow-wrap`).
 */
export function restsOfWords(items: Items): ReadonlySet<number> {
  const rests = new Set<number>();
  const lines = linesOf(items);
  let carried = '';
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    const word = lastWord(items, line);
    const isAlone = word.start === line.start;
    const before = isAlone ? carried + word.text : word.text;
    carried = '';
    if (next === undefined || items[next.start]?.gap !== '\n') continue;
    const after = firstWord(items, next);
    const isFull = isAlone && fillsItsLine(items, { line, next, previous: lines[at - 1] });
    if (!goesOn({ before, after, isFull })) continue;
    rests.add(next.start);
    carried = before;
  }
  return rests;
}

function goesOn({ before, after, isFull }: Break): boolean {
  if (before === '' || after === '' || /^(?:www\.|https?:)/i.test(after)) return false;
  if (after.startsWith('@')) return /[\p{L}\p{N}]$/u.test(before) && (isFull || after.includes('.'));
  if (after.includes('@')) return isFull && /^[\p{L}\p{N}._%+'-]+$/u.test(before);
  if (before.includes('@')) return isIncompleteAddress(before, after);
  if (/:\/\/|^www\./i.test(before)) return isFull && /^[\p{L}\p{N}/?&=%#._~-]/u.test(after);
  return isFull && before.length >= minBrokenLetters && /\p{Ll}$/u.test(before) && /^\p{Ll}/u.test(after);
}

/** An address without an existing domain, or whose domain also exists with the next letters, as `books.co` and `m`. */
function isIncompleteAddress(before: string, after: string): boolean {
  if (!/[\p{L}\p{N}@]$/u.test(before) || !/^[\p{Ll}\p{N}]/u.test(after)) return false;
  const host = before.slice(before.lastIndexOf('@') + 1);
  const last = host.includes('.') ? host.slice(host.lastIndexOf('.') + 1) : '';
  if (!isTopLevelDomain(last)) return true;
  const [rest = ''] = /^\p{L}+/u.exec(after) ?? [];
  return isTopLevelDomain(last + rest) || /^[\p{L}\p{N}-]+\.\p{L}{2,}/u.test(after);
}

function linesOf(items: Items): Line[] {
  const starts = items.flatMap(({ gap }, index) => (index === 0 || gap === '\n' || gap === 'hard' ? [index] : []));
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? items.length }));
}

function lastWord(items: Items, { start, end }: Line): { readonly start: number; readonly text: string } {
  let at = end;
  while (at > start && isSpace(items[at - 1])) at -= 1;
  const last = at;
  while (at > start && !isSpace(items[at - 1])) {
    at -= 1;
    if (items[at]?.gap === ' ') break;
  }
  return { start: at, text: textOf(items.slice(at, last)) };
}

function firstWord(items: Items, { start, end }: Line): string {
  let at = start;
  while (at < end && !isSpace(items[at]) && (at === start || items[at]?.gap === '')) at += 1;
  return textOf(items.slice(start, at));
}

const textOf = (items: Items): string => items.map(({ text }) => text).join('');

interface Neighbours {
  readonly line: Line;
  readonly next: Line;
  readonly previous: Line | undefined;
}

/** With the first letter of the next line the line would be wider than the lines around it. */
function fillsItsLine(items: Items, { line, next, previous }: Neighbours): boolean {
  const letter = items[next.start]?.extent;
  const [width, nextWidth, previousWidth] = [
    widthOf(items, line),
    widthOf(items, next),
    previous === undefined ? 0 : widthOf(items, previous),
  ];
  if (letter === undefined || width === null || nextWidth === null || previousWidth === null) return false;
  return width + (letter[1] - letter[0]) >= Math.max(nextWidth, previousWidth) - widthTolerance;
}

/** Null where the places of items are unknown. */
function widthOf(items: Items, { start, end }: Line): number | null {
  let [from, to] = [Infinity, -Infinity];
  for (let at = start; at < end; at += 1) {
    const extent = items[at]?.extent;
    if (extent === undefined) return null;
    [from, to] = [Math.min(from, extent[0]), Math.max(to, extent[1])];
  }
  return to - from;
}
