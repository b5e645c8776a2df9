import type { Box } from '../../text/extracted.ts';
import type { PageWord } from '../words/page-words.ts';
import { around, keyOf } from '../words/word.ts';

/** Tolerance of places in points, because writers round. */
const near = 1.5;

/** An index of the words of a page by text and place. */
class Places {
  readonly #words = new Map<string, Box[]>();

  constructor(words: readonly PageWord[]) {
    for (const { text, box } of words) {
      const cell = this.#cell(keyOf(text), Math.floor(box.x / near), Math.floor(box.y / near));
      const known = this.#words.get(cell);
      if (known) known.push(box);
      else this.#words.set(cell, [box]);
    }
  }

  /** Whether the page has the word; `take` removes it. */
  has({ text, box }: PageWord, { take }: { readonly take: boolean }): boolean {
    const [key, column, row] = [keyOf(text), Math.floor(box.x / near), Math.floor(box.y / near)];
    for (const x of [column, column - 1, column + 1]) {
      for (const y of [row, row - 1, row + 1]) {
        const candidates = this.#words.get(this.#cell(key, x, y)) ?? [];
        const at = candidates.findIndex(
          (other) => Math.abs(other.x - box.x) <= near && Math.abs(other.y - box.y) <= near,
        );
        if (at >= 0 && take) candidates.splice(at, 1);
        if (at >= 0) return true;
      }
    }
    return false;
  }

  readonly #cell = (key: string, x: number, y: number): string => `${x} ${y} ${key}`;
}

/** True where two pages have the same words in the same places, in any reading order. */
export function samePlaces(before: readonly PageWord[], after: readonly PageWord[]): boolean {
  if (before.length !== after.length) return false;
  const places = new Places(after);
  return before.every((word) => places.has(word, { take: true }));
}

/** Boxes of words that the other page does not have in the same place, joined by line. */
export function displaced(before: readonly PageWord[], after: readonly PageWord[]): Box[] {
  const lonely = (words: readonly PageWord[], others: readonly PageWord[]) => {
    const places = new Places(others);
    return byLine(words.filter((word) => !places.has(word, { take: false })));
  };
  return [...lonely(before, after), ...lonely(after, before)];
}

/** Groups of words that follow each other on a line. */
function byLine(words: readonly PageWord[]): Box[] {
  const runs: PageWord[][] = [];
  for (const word of words) {
    const last = runs.at(-1)?.at(-1);
    if (last?.line === word.line) runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  return runs.map((run) => around(run.map(({ box }) => box)));
}
