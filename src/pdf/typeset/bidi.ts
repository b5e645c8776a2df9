import bidiFactory, { type Bidi } from 'bidi-js';

/** Its types tell of a default export, which CommonJS modules do not have. */
const bidi = (bidiFactory as unknown as () => Bidi)();

/**
 * Of a paragraph: embedding levels by UTF-16 unit (UAX 9), odd for right to left, and the level of the paragraph
 * itself.
 */
export interface Levels {
  readonly of: Uint8Array;
  readonly base: number;
}

/** Text that no paragraph of mixed direction could come of: nothing beyond Latin, Greek, Cyrillic and the like. */
const plain = /^[\0-\u0590]*$/;

/** The levels of one paragraph; without a direction the first letter with one decides (UAX 9, P2). */
export function levelsOf(text: string, direction: 'ltr' | 'rtl' | 'auto'): Levels {
  if (direction !== 'rtl' && plain.test(text)) return { of: new Uint8Array(text.length), base: 0 };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, direction);
  return { of: levels, base: paragraphs[0]?.level ?? 0 };
}

/** Runs of one level each from the order in which they are read to that in which they are drawn (UAX 9, L2). */
export function visualOrder<T extends { readonly level: number }>(runs: readonly T[]): T[] {
  const order = [...runs];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      if ((order[start]?.level ?? 0) < level) continue;
      let end = start;
      while ((order[end]?.level ?? -1) >= level) end += 1;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}
