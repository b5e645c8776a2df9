import { append } from '../../objects/large-arrays.ts';
/** A page for alignment: pairs of neighbouring words, or its look if it has almost no words. */
export interface PageSignature {
  /** Keys of its words, in order. */
  readonly keys: readonly string[];
  /** A small grey picture of a page without words. */
  readonly look: Uint8Array | null;
}

/** Indexes of matching pages; null on the side without one. */
export interface PagePair {
  readonly before: number | null;
  readonly after: number | null;
}

/** The least similarity of matching pages. */
const minSimilarity = 0.12;
/**
 * Pairs of words on more pages than this are ignored: they identify no page, and comparing all pages with all would
 * take too long.
 */
const maxPages = (pages: number): number => Math.max(12, Math.ceil(20_000 / pages));
/** Pages with fewer words are compared by their look. */
const fewWords = 4;

/** Aligns the pages of two documents in order, so that the total similarity of matching pages is greatest. */
export function alignPages(before: readonly PageSignature[], after: readonly PageSignature[]): PagePair[] {
  const alike = likeness(before, after);
  const pairs: PagePair[] = [];
  let [x, y] = [0, 0];
  for (const [i, j] of [...bestPath(alike, before.length, after.length), [before.length, after.length] as const]) {
    append(pairs, between([x, i], [y, j]));
    if (i < before.length) pairs.push({ before: i, after: j });
    [x, y] = [i + 1, j + 1];
  }
  return pairs;
}

/** Pages between matches: as many as possible are paired as rewritten, the others are added or removed. */
function between([x0, x1]: readonly [number, number], [y0, y1]: readonly [number, number]): PagePair[] {
  const [gone, come] = [x1 - x0, y1 - y0];
  if (gone === come) return Array.from({ length: gone }, (_, step) => ({ before: x0 + step, after: y0 + step }));
  return [
    ...Array.from({ length: gone }, (_, step) => ({ before: x0 + step, after: null })),
    ...Array.from({ length: come }, (_, step) => ({ before: null, after: y0 + step })),
  ];
}

/**
 * Similarities from 0 to 1 of all pairs of pages, row by row of `before`: the share of common significant pairs of
 * words.
 */
function likeness(before: readonly PageSignature[], after: readonly PageSignature[]): Float32Array {
  const alike = new Float32Array(before.length * after.length);
  const [one, other] = withoutFrequent(before.map(shingles), after.map(shingles));
  const places = whereabouts(other);
  for (const [i, counts] of one.entries()) {
    for (const [shingle, count] of counts) {
      for (const j of places.get(shingle) ?? [])
        alike[i * after.length + j] = (alike[i * after.length + j] ?? 0) + Math.min(count, other[j]?.get(shingle) ?? 0);
    }
  }
  const [totals, otherTotals] = [one.map(total), other.map(total)];
  for (const [i, page] of before.entries()) {
    for (const [j, candidate] of after.entries()) {
      const at = i * after.length + j;
      const wordless = page.keys.length < fewWords && candidate.keys.length < fewWords;
      alike[at] = wordless
        ? lookAlike(page.look, candidate.look)
        : (2 * (alike[at] ?? 0)) / Math.max(1, (totals[i] ?? 0) + (otherTotals[j] ?? 0));
    }
  }
  return alike;
}

type Counts = ReadonlyMap<string, number>;

/** Counts without pairs that are on too many pages of either side. */
function withoutFrequent(before: readonly Counts[], after: readonly Counts[]): [Counts[], Counts[]] {
  const maxPageCount = maxPages(Math.max(before.length, after.length));
  const common = new Set(
    [before, after].flatMap((pages) =>
      [...whereabouts(pages)]
        .filter(([shingle, on]) => on.length > maxPageCount && !shingle.startsWith(exact))
        .map(([shingle]) => shingle),
    ),
  );
  const without = (pages: readonly Counts[]) =>
    common.size === 0
      ? [...pages]
      : pages.map((counts) => new Map([...counts].filter(([shingle]) => !common.has(shingle))));
  return [without(before), without(after)];
}

/** The key for all words of a page, which weighs as much as a few pairs. */
const exact = '\u0000';

/** Counts pairs of neighbouring words, and the words of the page as a whole. */
function shingles({ keys }: PageSignature): Map<string, number> {
  const counts = new Map<string, number>();
  keys.forEach((key, index) => {
    const shingle = `${keys[index - 1] ?? ''} ${key}`;
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  });
  return counts.set(exact + keys.join(' '), Math.max(1, Math.ceil(keys.length / 4)));
}

function whereabouts(pages: readonly Counts[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  pages.forEach((counts, page) => {
    for (const shingle of counts.keys()) {
      const known = places.get(shingle);
      if (known) known.push(page);
      else places.set(shingle, [page]);
    }
  });
  return places;
}

const total = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** The similarity of two pages without words. */
function lookAlike(one: Uint8Array | null, other: Uint8Array | null): number {
  if (one === null || other?.length !== one.length) return 0.5;
  let distance = 0;
  for (let at = 0; at < one.length; at += 1) distance += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return Math.max(0, 1 - (8 * distance) / (255 * one.length));
}

/** The increasing pairs with the greatest sum of similarities; the first of equal ones. */
function bestPath(alike: Float32Array, rows: number, columns: number): [number, number][] {
  const width = columns + 1;
  const best = new Float32Array((rows + 1) * width);
  const worth = (i: number, j: number) => {
    const value = alike[i * columns + j] ?? 0;
    return value >= minSimilarity ? value : -1;
  };
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      best[i * width + j] = Math.max(
        best[(i + 1) * width + j] ?? 0,
        best[i * width + j + 1] ?? 0,
        (best[(i + 1) * width + j + 1] ?? 0) + worth(i, j),
      );
    }
  }
  const path: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < rows && j < columns) {
    const here = best[i * width + j] ?? 0;
    if (worth(i, j) > 0 && Math.abs((best[(i + 1) * width + j + 1] ?? 0) + worth(i, j) - here) < 1e-5) {
      path.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (Math.abs((best[(i + 1) * width + j] ?? 0) - here) < 1e-5) i += 1;
    else j += 1;
  }
  return path;
}
