import type { Item } from './reading-item.ts';

/** Single letters in a row that are read as one word. */
const minLetters = 4;

/** Characters of one piece: wide letters may touch where narrow ones are apart. */
const maxPiece = 3;

/** The share of single letters among pieces that makes them spaced letters and not short words. */
const minSingles = 0.6;

interface Piece {
  readonly start: number;
  readonly end: number;
}

const isSpace = (item: Item<unknown> | undefined): boolean => item !== undefined && /^\s+$/.test(item.text);

/** Indexes of items whose gap is letter spacing only, and of spaces that are letter spacing. */
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
