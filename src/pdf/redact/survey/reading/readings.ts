import type { Item } from './reading-item.ts';
import { restsOfWords } from './broken-words.ts';
import { hardBreak, joined, type NormalText } from './normal-text.ts';
import { letterDistances } from './spaced-letters.ts';

/** Text of items. Its `origins` are indexes of `glyphs`; each entry has one or more glyphs. */
export interface ReadText<T> extends NormalText {
  readonly glyphs: readonly (readonly T[])[];
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
const goesOn = /[/@._&=?:-]$/;

/**
 * All readings of line ends: a space, one word without its hyphen, or one word with it. Spaced letters are also read as
 * one word.
 */
export function readingsOf<T>(items: readonly Item<T>[]): ReadText<T>[] {
  const breaks = items.flatMap((item, index) => (item.gap === '\n' && index > 0 ? [index] : []));
  const hyphens = new Set(breaks.filter((index) => isHyphen(items[index - 1])));
  const joins = new Set([...breaks.filter((index) => joinsOn(items[index - 1], items[index])), ...restsOfWords(items)]);
  const letters = letterDistances(items);
  const ways: Way[] = [{}];
  if (hyphens.size > 0) ways.push({ hyphens });
  if (joins.size > 0) ways.push({ joins });
  if (letters.size > 0) ways.push({ joins, letters });
  return ways.map((way) => textOf(items, way));
}

/** Indexes of items that are not preceded by a space. */
interface Way {
  /** Items after a dropped hyphen. */
  readonly hyphens?: ReadonlySet<number>;
  /** Items after a dropped line end. */
  readonly joins?: ReadonlySet<number>;
  /** Items after dropped letter spacing. */
  readonly letters?: ReadonlySet<number>;
}

type AnyItem = Item<unknown> | undefined;

const isHyphen = (item: AnyItem): boolean => item !== undefined && /^[-\u00AD\u2010\u2011]$/.test(item.text);
const joinsOn = (one: AnyItem, other: AnyItem): boolean =>
  goesOn.test(one?.text ?? '') || (cjk.test(one?.text ?? '') && cjk.test(other?.text ?? ''));
const isSpace = (item: AnyItem): boolean => item !== undefined && /^\s+$/.test(item.text);

function textOf<T>(items: readonly Item<T>[], { hyphens, joins, letters }: Way): ReadText<T> {
  const pieces: string[] = [];
  const glyphs: (readonly T[])[] = [];
  items.forEach((item, index) => {
    const before = items[index - 1];
    let own = item.glyphs;
    if (letters?.has(index) === true && isSpace(item)) return;
    if (hyphens?.has(index) === true) {
      pieces.pop();
      own = [...(glyphs.pop() ?? []), ...own];
    } else if (
      item.gap === 'hard' ||
      (item.gap !== '' && !isSpace(before) && joins?.has(index) !== true && letters?.has(index) !== true)
    ) {
      pieces.push(item.gap === 'hard' ? hardBreak : ' ');
      glyphs.push([]);
    }
    pieces.push(item.text);
    glyphs.push(own);
  });
  return { ...joined(pieces), glyphs };
}
