import type { Item } from './reading-item.ts';

/** Letters by themselves in a row that are one word. */
const minLetters = 4;

/** Characters of one piece: wide letters may touch where narrow ones stand apart. */
const maxPiece = 3;

/** The share of pieces with one letter that tells spaced letters from short words. */
const minSingles = 0.6;

interface Piece {
  readonly start: number;
  readonly end: number;
}

const isSpace = (item: Item<unknown> | undefined): boolean => item !== undefined && /^\s+$/.test(item.text);

/** Indexes of items before which a gap is only the distance of letters, and of spaces that are only such a distance. */
export function letterDistances(items: readonly Item<unknown>[]): ReadonlySet<number> {
  const found = new Set<number>();
  let row: Piece[] = [];
  const close = () => {
    const singles = row.filter(({ start, end }) => end - start === 1).length;
    if (row.length >= minLetters && singles >= minSingles * row.length) {
      for (const { start, end } of row.slice(1))
        for (let at = start - 1; at < end; at += 1) if (at === start || isSpace(items[at])) found.add(at);
    }
    row = [];
  };
  for (const piece of piecesOf(items)) {
    const last = row.at(-1);
    const follows =
      last !== undefined &&
      piece.start - last.end <= 1 &&
      items.slice(last.end, piece.start + 1).every(({ gap }) => gap === ' ' || gap === '');
    if (!follows) close();
    if (piece.end - piece.start > maxPiece) close();
    else row.push(piece);
  }
  close();
  return found;
}

/** Runs of characters without a gap between them. */
function piecesOf(items: readonly Item<unknown>[]): Piece[] {
  const pieces: { start: number; end: number }[] = [];
  items.forEach((item, index) => {
    const last = pieces.at(-1);
    if (isSpace(item)) return;
    if (last?.end === index && item.gap === '' && item.spaced !== true) last.end = index + 1;
    else pieces.push({ start: index, end: index + 1 });
  });
  return pieces;
}
