import type { Item } from './reading-item.ts';
import { restsOfWords } from './broken-words.ts';
import { hardBreak, joined, type NormalText } from './normal-text.ts';
import { letterDistances } from './spaced-letters.ts';

/** Text of items: what `origins` of it mean are indexes of `glyphs`, each of one or more glyphs. */
export interface ReadText<T> extends NormalText {
  readonly glyphs: readonly (readonly T[])[];
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
const goesOn = /[/@._&=?:-]$/;

/**
 * The ways to read what stands at the ends of lines: as a space, as one word without its hyphen, as one word with it.
 * Letters that stand apart are also read as one word.
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

/** Indexes of items that are read in another way than with a space. */
interface Way {
  /** After a hyphen that goes. */
  readonly hyphens?: ReadonlySet<number>;
  /** After a line end that goes. */
  readonly joins?: ReadonlySet<number>;
  /** After a distance between letters that goes. */
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
