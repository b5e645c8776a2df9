import type { Rect } from '../../geometry/matrix.ts';
import { logicalOrder } from './bidi.ts';
import { bidiClass, isIdeographic, isMark } from './characters.ts';
import { type Glyph, isSpace } from '../page/glyph.ts';

/** A word of a line, with its glyphs. */
export interface Word {
  readonly text: string;
  readonly glyphs: readonly Glyph[];
  /** The separator from the previous word: a space, a tab between cells, nothing between ideographs. */
  readonly before: '' | ' ' | '\t';
}

/** A line in reading order. Its text is its words with the separator before each. */
export interface Line {
  readonly words: readonly Word[];
  readonly text: string;
  readonly u0: number;
  readonly u1: number;
  readonly v: number;
  readonly v0: number;
  readonly v1: number;
  readonly size: number;
}

/** A letter with its marks, or the space between two words. */
interface Item {
  readonly text: string;
  readonly glyphs: readonly Glyph[];
  /** Its brackets are in reading order. */
  readonly asRead?: boolean;
}

/** A line of cells in reading order, each with its glyphs in any order; `null` without text. */
export function lineOf(cells: readonly (readonly Glyph[])[]): Line | null {
  const words = cells.flatMap((cell, index) =>
    cellWords(cell).map((word, at): Word => (at > 0 ? word : { ...word, before: index > 0 ? '\t' : '' })),
  );
  const [first] = words;
  if (!first) return null;
  return lineOfWords([{ ...first, before: '' }, ...words.slice(1)]);
}

/** A line of words, which are in reading order. */
export function lineOfWords(words: readonly Word[]): Line {
  let [u0, u1, v, v0, v1, size] = [Infinity, -Infinity, 0, Infinity, -Infinity, 0];
  for (const { glyphs } of words) {
    for (const glyph of glyphs) {
      [u0, u1, v0, v1] = [
        Math.min(u0, glyph.u0),
        Math.max(u1, glyph.u1),
        Math.min(v0, glyph.v0),
        Math.max(v1, glyph.v1),
      ];
      if (glyph.size > size) [size, v] = [glyph.size, glyph.v];
    }
  }
  return { words, text: words.map(({ before, text }) => before + text).join(''), u0, u1, v, v0, v1, size };
}

/** Words of glyphs on one baseline, in reading order. */
export function cellWords(glyphs: readonly Glyph[]): Word[] {
  const sorted = withMarks(glyphs).sort((one, other) => startOf(one) - startOf(other));
  return wordsOf(logicalOrder(withSpaces(withoutTwins(sorted))));
}

const startOf = ({ glyphs: [glyph] }: Item): number => glyph?.u0 ?? 0;

/** Drops glyphs that are drawn again at the same place to look bold. */
function withoutTwins(sorted: readonly Item[]): Item[] {
  return sorted.filter(({ text, glyphs: [glyph] }, index) => {
    if (!glyph || text === ' ') return true;
    return !sorted.slice(Math.max(0, index - 6), index).some((other) => {
      const [twin] = other.glyphs;
      return (
        other.text === text &&
        twin !== undefined &&
        Math.abs(twin.u0 - glyph.u0) < 0.12 * glyph.em &&
        Math.abs(twin.v - glyph.v) < 0.12 * glyph.size
      );
    });
  });
}

/** Places combining marks after their letter: the one drawn before, or, right to left, the one under them. */
function withMarks(glyphs: readonly Glyph[]): Item[] {
  const items: { text: string; glyphs: Glyph[]; asRead: boolean }[] = [];
  const loose: Glyph[] = [];
  for (const glyph of glyphs) {
    const last = items.at(-1);
    if (!isMark(glyph.text))
      items.push({ text: isSpace(glyph) ? ' ' : glyph.text, glyphs: [glyph], asRead: glyph.replaced === true });
    else if (last && isLetterBefore(last, glyph)) addMark(last, glyph);
    else loose.push(glyph);
  }
  const letters =
    loose.length === 0
      ? []
      : items.filter(({ text }) => text !== ' ').sort((one, other) => middleOf(one) - middleOf(other));
  for (const mark of loose) {
    const nearest = nearestTo(letters, (mark.u0 + mark.u1) / 2);
    if (nearest) addMark(nearest, mark);
    else items.push({ text: mark.text, glyphs: [mark], asRead: false });
  }
  return items;
}

function addMark(item: { text: string; glyphs: Glyph[] }, mark: Glyph): void {
  item.text = (item.text + mark.text).normalize('NFC');
  item.glyphs.push(mark);
}

function isLetterBefore({ text, glyphs: [base] }: Item, mark: Glyph): boolean {
  return base !== undefined && text !== ' ' && bidiClass(text) !== 'R' && Math.abs(mark.u0 - base.u1) < 0.6 * base.em;
}

const middleOf = ({ glyphs: [glyph] }: Item): number => (glyph ? (glyph.u0 + glyph.u1) / 2 : 0);

/** The nearest letter; letters are sorted from left to right. */
function nearestTo<T extends Item>(letters: readonly T[], middle: number): T | undefined {
  let [low, high] = [0, letters.length];
  while (low < high) {
    const at = (low + high) >> 1;
    const letter = letters[at];
    if (letter && middleOf(letter) < middle) low = at + 1;
    else high = at;
  }
  const [left, right] = [letters[low - 1], letters[low]];
  return left && right ? (middle - middleOf(left) <= middleOf(right) - middle ? left : right) : (left ?? right);
}

/** Adds spaces where there are only gaps. */
function withSpaces(items: readonly Item[]): Item[] {
  const tracking = trackingOf(items);
  const out: Item[] = [];
  for (const item of items) {
    const last = out.at(-1);
    if (last && item.text !== ' ' && last.text !== ' ' && gapIsSpace(last, item, tracking))
      out.push({ text: ' ', glyphs: [] });
    if (item.text !== ' ' || last?.text !== ' ') out.push(item);
  }
  return out;
}

function gapOf(left: Item, right: Item): number {
  const [one, other] = [left.glyphs[0], right.glyphs[0]];
  return one && other ? (other.u0 - one.u1) / Math.max(1e-6, Math.min(one.em, other.em)) : 0;
}

/** The letter spacing of a line in ems: the distance that even the closer half of neighbours has. */
function trackingOf(items: readonly Item[]): number {
  const gaps = items.flatMap((item, index) => {
    const next = items[index + 1];
    return next && item.text !== ' ' && next.text !== ' ' ? [gapOf(item, next)] : [];
  });
  if (gaps.length < 5) return 0;
  return Math.min(0.2, Math.max(0, gaps.sort((one, other) => one - other)[Math.floor(gaps.length * 0.4)] ?? 0));
}

function gapIsSpace(left: Item, right: Item, tracking: number): boolean {
  const threshold = isIdeographic(left.text) && isIdeographic(right.text) ? 0.7 : 0.13;
  return gapOf(left, right) > threshold + 1.3 * tracking;
}

function wordsOf(items: readonly Item[]): Word[] {
  const words: { text: string; glyphs: Glyph[]; before: '' | ' ' }[] = [];
  let before: '' | ' ' | null = '';
  for (const { text, glyphs } of items) {
    if (text === ' ') {
      before = ' ';
    } else if (before === null) {
      const word = words.at(-1);
      if (word) word.text += text;
      word?.glyphs.push(...glyphs);
    } else {
      words.push({ text, glyphs: [...glyphs], before: words.length === 0 ? '' : before });
    }
    if (text !== ' ') before = null;
  }
  return words;
}

/** The box around glyphs on the shown page. */
export function rectOf(glyphs: Iterable<Glyph>): Rect {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { rect } of glyphs)
    [x0, y0, x1, y1] = [Math.min(x0, rect.x0), Math.min(y0, rect.y0), Math.max(x1, rect.x1), Math.max(y1, rect.y1)];
  return { x0, y0, x1, y1 };
}
