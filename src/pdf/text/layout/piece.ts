import { AppError } from '../../../problems.ts';
import { type Glyph, isSpace } from '../page/glyph.ts';

/** Glyphs side by side on one baseline in one writing direction, without a wide gap. */
export interface Piece {
  /** In the given order. */
  readonly glyphs: readonly Glyph[];
  readonly u0: number;
  readonly u1: number;
  readonly v: number;
  readonly v0: number;
  readonly v1: number;
  readonly size: number;
}

/**
 * Pairs of pieces of a page that are compared. A map with 20,000 names has some four million that overlap in height.
 */
const maxCompared = 30_000_000;

/** Ems of a gap that is no word space, but separates columns or cells. */
const wideGap = 1.0;

/** A piece with the extent of its glyphs. */
export function pieceOf(glyphs: readonly Glyph[]): Piece {
  const inked = glyphs.filter((glyph) => !isSpace(glyph));
  const seen = inked.length > 0 ? inked : glyphs;
  let [u0, u1, v0, v1, size] = [Infinity, -Infinity, Infinity, -Infinity, 0];
  let v = 0;
  for (const glyph of seen) {
    [u0, u1, v0, v1] = [Math.min(u0, glyph.u0), Math.max(u1, glyph.u1), Math.min(v0, glyph.v0), Math.max(v1, glyph.v1)];
    if (glyph.size > size) [size, v] = [glyph.size, glyph.v];
  }
  return { glyphs, u0, u1, v, v0, v1, size };
}

const sameKind = (one: Glyph, other: Glyph): boolean =>
  one.angle === other.angle &&
  one.vertical === other.vertical &&
  one.hidden === other.hidden &&
  one.artifact === other.artifact;

/**
 * Divides glyphs, in content order, where the next one is not beside the previous ones. Pieces of spaces only are
 * dropped.
 */
export function segments(glyphs: readonly Glyph[]): Piece[] {
  const groups: Glyph[][] = [];
  let [u0, u1] = [0, 0];
  for (const glyph of glyphs) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && sameKind(last, glyph) && onBaseline(last, glyph) && beside({ u0, u1 }, glyph)) {
      group.push(glyph);
      [u0, u1] = [Math.min(u0, glyph.u0), Math.max(u1, glyph.u1)];
    } else {
      groups.push([glyph]);
      [u0, u1] = [glyph.u0, glyph.u1];
    }
  }
  return groups.filter((group) => !group.every(isSpace)).map(pieceOf);
}

const onBaseline = (one: Glyph, other: Glyph): boolean =>
  Math.abs(one.v - other.v) <= 0.25 * Math.max(one.size, other.size);

function beside(extent: { u0: number; u1: number }, glyph: Glyph): boolean {
  const reach = wideGap * glyph.em;
  return glyph.u0 <= extent.u1 + reach && glyph.u1 >= extent.u0 - reach;
}

/** Joins adjacent segments that were drawn at different times: styled words, superscripts, any order. */
export function joinSegments(parts: readonly Piece[]): Piece[] {
  const sorted = [...parts].sort((one, other) => one.v0 - other.v0);
  const group = sorted.map((_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (group[root] !== root) root = group[root] ?? root;
    group[index] = root;
    return root;
  };
  let active: number[] = [];
  let compared = 0;
  for (const [index, piece] of sorted.entries()) {
    compared += active.length;
    if (compared > maxCompared)
      throw new AppError('limit-exceeded', 'A page has too many pieces of text at one height.');
    const reaching: number[] = [];
    for (const at of active) {
      const other = sorted[at];
      if (!other || other.v1 <= piece.v0) continue;
      reaching.push(at);
      if (isNear(other, piece) && joins(other, piece)) group[find(index)] = find(at);
    }
    reaching.push(index);
    active = reaching;
  }
  const joined = new Map<number, Piece[]>();
  for (const [index, piece] of sorted.entries()) {
    const found = joined.get(find(index));
    if (found) found.push(piece);
    else joined.set(find(index), [piece]);
  }
  return [...joined.values()].map((pieces) =>
    pieces.length === 1 && pieces[0]
      ? pieces[0]
      : pieceOf(pieces.sort((one, other) => one.u0 - other.u0).flatMap((piece) => piece.glyphs)),
  );
}

/** A quick test that excludes most pairs: true where one may end where the other begins. */
const isNear = (one: Piece, other: Piece): boolean =>
  Math.max(one.u0, other.u0) - Math.min(one.u1, other.u1) < one.size + other.size;

function joins(one: Piece, other: Piece): boolean {
  const [first, second] = [one.glyphs[0], other.glyphs[0]];
  if (!first || !second || !sameKind(first, second) || !sameRow(one, other)) return false;
  const small = Math.min(one.size, other.size);
  const gap = Math.max(one.u0, other.u0) - Math.min(one.u1, other.u1);
  return gap < 0.8 * Math.max(small, 0.7 * Math.max(one.size, other.size)) && gap > -small;
}

/** True for pieces of one line, whose heights overlap. A drop cap is in none of its lines. */
export function sameRow(one: Piece, other: Piece): boolean {
  const overlap = Math.min(one.v1, other.v1) - Math.max(one.v0, other.v0);
  const small = Math.min(one.v1 - one.v0, other.v1 - other.v0);
  if (overlap < 0.4 * small || Math.abs(one.v - other.v) > 0.55 * Math.max(one.size, other.size)) return false;
  const ratio = Math.max(one.size, other.size) / Math.max(1e-3, Math.min(one.size, other.size));
  return ratio < 2.2 || Math.abs(one.v - other.v) < 0.3 * Math.min(one.size, other.size);
}
