import { hardBreak, joined, type NormalText } from './normal-text.ts';

/** Between pieces of text: nothing, a space that nobody wrote, the end of a line, or nothing that belongs together. */
export type Gap = '' | ' ' | '\n' | 'hard';

/** A character as one reader has it, and what it was read from. */
export interface Item<T> {
  readonly glyphs: readonly T[];
  readonly text: string;
  /** Before it. */
  readonly gap: Gap;
}

/** Text of items: what `origins` of it mean are indexes of `glyphs`, each of one or more glyphs. */
export interface ReadText<T> extends NormalText {
  readonly glyphs: readonly (readonly T[])[];
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
const goesOn = /[/@._&=?:-]$/;

/** The ways to read what stands at the ends of lines: as a space, as one word without its hyphen, as one word with it. */
export function readingsOf<T>(items: readonly Item<T>[]): ReadText<T>[] {
  const breaks = items.flatMap((item, index) => (item.gap === '\n' && index > 0 ? [index] : []));
  const hyphens = breaks.some((index) => isHyphen(items[index - 1]));
  const joins = breaks.some((index) => joinsOn(items[index - 1], items[index]));
  return [textOf(items, 'space'), ...(hyphens ? [textOf(items, 'word')] : []), ...(joins ? [textOf(items, 'joined')] : [])];
}

type AnyItem = Item<unknown> | undefined;

const isHyphen = (item: AnyItem): boolean => item !== undefined && /^[-\u00AD\u2010\u2011]$/.test(item.text);
const joinsOn = (one: AnyItem, other: AnyItem): boolean => goesOn.test(one?.text ?? '') || (cjk.test(one?.text ?? '') && cjk.test(other?.text ?? ''));
const isSpace = (item: AnyItem): boolean => item !== undefined && /^\s+$/.test(item.text);

function textOf<T>(items: readonly Item<T>[], mode: 'space' | 'word' | 'joined'): ReadText<T> {
  const pieces: string[] = [];
  const glyphs: (readonly T[])[] = [];
  items.forEach((item, index) => {
    const before = items[index - 1];
    let own = item.glyphs;
    if (item.gap === '\n' && mode === 'word' && isHyphen(before)) {
      pieces.pop();
      own = [...(glyphs.pop() ?? []), ...own];
    } else if (item.gap === 'hard' || (item.gap !== '' && !isSpace(before) && !(item.gap === '\n' && mode === 'joined' && joinsOn(before, item)))) {
      pieces.push(item.gap === 'hard' ? hardBreak : ' ');
      glyphs.push([]);
    }
    pieces.push(item.text);
    glyphs.push(own);
  });
  return { ...joined(pieces), glyphs };
}
