import { bare, joinedByHyphen } from '../../text/layout/hyphenation.ts';
import type { PageWord } from './page-words.ts';
import { keyOf, softHyphen, type Word } from './word.ts';

const cut = /(?<=[\p{L}\p{N}\p{M}])[-\u2010\u00AD]$/u;

/** Words of a page, with words that a line break divides joined. Numbers of blocks continue from `firstBlock`. */
export function wholeWords(
  words: readonly PageWord[],
  { page, firstBlock }: { readonly page: number; readonly firstBlock: number },
): Word[] {
  const vocabulary = new Set(words.map(({ text }) => bare(text)));
  const whole: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [previous, word, next] = [words[at - 1], words[at], words[at + 1]];
    if (word === undefined) continue;
    const own = { page, block: firstBlock + word.block, startsLine: previous?.line !== word.line, spaced: word.spaced };
    const text =
      next?.block === word.block && next.line !== word.line ? joinedByHyphen(word.text, next.text, vocabulary) : null;
    if (text !== null && next) {
      whole.push({
        ...own,
        text,
        key: keyOf(text),
        loose: keyOf(word.text.replace(cut, '')) + softHyphen + keyOf(next.text),
        boxes: [word.box, next.box],
      });
      at += 1;
    } else {
      const key = keyOf(word.text);
      if (key !== '')
        whole.push({
          ...own,
          text: word.text,
          key,
          loose: next?.line !== word.line && cut.test(word.text) ? keyOf(word.text.replace(cut, '')) + softHyphen : key,
          boxes: [word.box],
        });
    }
  }
  return whole;
}
