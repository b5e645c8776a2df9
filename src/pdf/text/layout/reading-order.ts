import { greatest, least } from '../../objects/large-arrays.ts';
import type { Piece } from './piece.ts';

/**
 * A part of the page that is read from top to bottom: rows of cells. Columns of text have one cell in each row, tables
 * several.
 */
export interface Region {
  readonly rows: readonly (readonly Piece[])[];
  /** The pieces of a row are cells; otherwise they are one line with wide gaps. */
  readonly table: boolean;
}

/** The least width of a gap between columns, in ems of the text around it. */
const gutterEms = 0.8;
const maxDepth = 40;

interface Band {
  readonly pieces: readonly Piece[];
  /** Empty ranges across the band, from minus to plus infinity. */
  readonly gaps: readonly Gap[];
}

type Gap = readonly [from: number, to: number];

/**
 * The reading order by geometry. The page is divided into bands at empty horizontal stripes. Consecutive bands with a
 * common gutter are columns, read one after the other, or a table, read by rows. A heading across the columns has no
 * gutter, and so separates the text above from that below.
 */
export function readingOrder(pieces: readonly Piece[], rightToLeft: boolean, depth = 0): Region[] {
  if (pieces.length === 0) return [];
  const all = bandsOf(pieces);
  const groups = grouped(all);
  if (isJustified(all, groups))
    return [{ table: false, rows: all.flatMap((band) => rowsOf(band.pieces, rightToLeft)) }];
  return groups.flatMap(({ bands, gutters }) => {
    const own = bands.flatMap((band) => band.pieces);
    if (gutters.length === 0 || depth >= maxDepth)
      return [{ table: false, rows: bands.flatMap((band) => rowsOf(band.pieces, rightToLeft)) }];
    const columns = columnsOf(own, gutters);
    const columnOf = new Map(columns.flatMap((column, index) => column.map((piece) => [piece, index] as const)));
    if (isTable(bands, columns, columnOf))
      return [{ table: true, rows: bands.flatMap((band) => tableRows(band.pieces, columnOf, rightToLeft)) }];
    return (rightToLeft ? columns.toReversed() : columns).flatMap((column) =>
      readingOrder(column, rightToLeft, depth + 1),
    );
  });
}

/** Divides at horizontal lines that meet no piece. */
function bandsOf(pieces: readonly Piece[]): Band[] {
  const bands: Piece[][] = [];
  let bottom = -Infinity;
  for (const piece of [...pieces].sort((one, other) => one.v0 - other.v0)) {
    const slack = 0.12 * piece.size; // descenders of one line reach into the next
    const band = bands.at(-1);
    if (band && piece.v0 + slack < bottom) band.push(piece);
    else bands.push([piece]);
    bottom = Math.max(bottom, piece.v1 - slack);
  }
  return bands.map((band) => ({ pieces: band, gaps: gapsOf(band) }));
}

function gapsOf(pieces: readonly Piece[]): Gap[] {
  const gaps: Gap[] = [];
  let right = -Infinity;
  for (const piece of [...pieces].sort((one, other) => one.u0 - other.u0)) {
    if (right === -Infinity || piece.u0 - right > 0.3 * piece.size) gaps.push([right, piece.u0]);
    right = Math.max(right, piece.u1);
  }
  return [...gaps, [right, Infinity]];
}

interface Group {
  readonly bands: readonly Band[];
  readonly gutters: readonly Gap[];
}

/** The measures of pieces by which gaps are recognised as gutters. */
interface Extent {
  readonly count: number;
  readonly sizes: number;
  /** The leftmost right edge, and the rightmost left edge. */
  readonly u1: number;
  readonly u0: number;
}

function extentOf(pieces: readonly Piece[]): Extent {
  let [sizes, u1, u0] = [0, Infinity, -Infinity];
  for (const piece of pieces) [sizes, u1, u0] = [sizes + piece.size, Math.min(u1, piece.u1), Math.max(u0, piece.u0)];
  return { count: pieces.length, sizes, u1, u0 };
}

const together = (one: Extent, other: Extent): Extent => ({
  count: one.count + other.count,
  sizes: one.sizes + other.sizes,
  u1: Math.min(one.u1, other.u1),
  u0: Math.max(one.u0, other.u0),
});

/** Groups bands from top to bottom as long as they have a common gutter. */
function grouped(bands: readonly Band[]): Group[] {
  const groups: { bands: Band[]; gaps: readonly Gap[]; extent: Extent; gutters: readonly Gap[] }[] = [];
  for (const band of bands) {
    const group = groups.at(-1);
    const extent = extentOf(band.pieces);
    const gutters = innerGaps(extent, band.gaps);
    const common = group ? overlapping(group.gaps, band.gaps) : [];
    const whole = group ? together(group.extent, extent) : extent;
    const left = innerGaps(whole, common);
    if (
      group &&
      !otherTable(group, band, gutters.length) &&
      (left.length > 0 || (group.gutters.length === 0 && gutters.length === 0))
    ) {
      group.bands.push(band);
      [group.gaps, group.extent, group.gutters] = [common, whole, left];
    } else {
      groups.push({ bands: [band], gaps: band.gaps, extent, gutters });
    }
  }
  return groups;
}

/** True for justified text: lines from edge to edge, with wide gaps in changing places. */
function isJustified(bands: readonly Band[], groups: readonly Group[]): boolean {
  if (
    bands.length < 4 ||
    groups.some((group) => group.gutters.length > 0 && group.bands.length > Math.max(2, 0.25 * bands.length))
  )
    return false;
  const edges = bands.map(({ gaps }) => [gaps[0]?.[1] ?? 0, gaps.at(-1)?.[0] ?? 0] as const);
  const [left, right] = [least(edges.map(([from]) => from)), greatest(edges.map(([, to]) => to))];
  const reach = 2 * greatest(bands.flatMap((band) => band.pieces.map((piece) => piece.size)));
  return edges.filter(([from, to]) => from - left < reach && right - to < reach).length > 0.6 * bands.length;
}

/** True where a band with more columns is clearly below the group: a table under columns or another table. */
function otherTable(group: Group, band: Band, gutters: number): boolean {
  const last = group.bands.at(-1);
  const columns = group.gutters.length;
  if (!last || columns === 0 || gutters <= columns) return false;
  const before = group.bands.at(-2);
  const size = greatest(band.pieces.map((piece) => piece.size));
  return clearance(last, band) > (before ? 1.3 * clearance(before, last) : 0.6 * size) + 0.2 * size;
}

const clearance = (above: Band, below: Band): number =>
  least(below.pieces.map((piece) => piece.v0)) - greatest(above.pieces.map((piece) => piece.v1));

/** Intersects two lists of gaps, both sorted. */
function overlapping(some: readonly Gap[], others: readonly Gap[]): Gap[] {
  const common: Gap[] = [];
  for (let [one, other] = [0, 0]; one < some.length && other < others.length;) {
    const [[from, to], [start, end]] = [some[one] ?? [0, 0], others[other] ?? [0, 0]];
    if (Math.min(to, end) > Math.max(from, start)) common.push([Math.max(from, start), Math.min(to, end)]);
    if (to < end) one += 1;
    else other += 1;
  }
  return common;
}

/** Gaps that are wide enough and have text on both sides. */
function innerGaps({ count, sizes, u1, u0 }: Extent, gaps: readonly Gap[]): Gap[] {
  const size = sizes / Math.max(1, count);
  return gaps.filter(([from, to]) => to - from >= gutterEms * size && u1 <= from + 1e-6 && u0 >= to - 1e-6);
}

function columnsOf(pieces: readonly Piece[], gutters: readonly Gap[]): Piece[][] {
  const edges = gutters.map(([from, to]) => (from + to) / 2).sort((one, other) => one - other);
  const columns: Piece[][] = Array.from({ length: edges.length + 1 }, () => []);
  for (const piece of pieces) columns[countBelow(edges, (piece.u0 + piece.u1) / 2)]?.push(piece);
  return columns.filter((column) => column.length > 0);
}

/** Number of sorted values below `limit`. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Distinguishes a table from columns of text. Most bands of a table have adjacent cells, which are short or leave much
 * of their column empty. Running text fills its columns, and its paragraphs seldom end at the same height.
 */
function isTable(
  bands: readonly Band[],
  columns: readonly (readonly Piece[])[],
  columnOf: ReadonlyMap<Piece, number>,
): boolean {
  const shared = bands.filter((band) => new Set(band.pieces.map((piece) => columnOf.get(piece))).size > 1);
  if (shared.length < 1 || shared.length < 0.5 * bands.length) return false;
  const lines = columns.map((column) => bandsOf(column).length / shared.length);
  return columns.filter(isRunningText).length < 2 && least(lines) < 4;
}

function isRunningText(column: readonly Piece[]): boolean {
  const lines = bandsOf(column);
  if (lines.length < 3) return false;
  const extents = lines.map(({ gaps }) => [gaps[0]?.[1] ?? 0, gaps.at(-1)?.[0] ?? 0] as const);
  const width = greatest(extents.map(([, to]) => to)) - least(extents.map(([from]) => from));
  const filled = extents.reduce((sum, [from, to]) => sum + (to - from), 0) / (lines.length * Math.max(1e-6, width));
  const letters = column.reduce((sum, piece) => sum + piece.glyphs.length, 0) / lines.length;
  return filled > 0.65 && letters > 14;
}

/** Lines of a band without gutter: pieces that overlap in height are one row. */
function rowsOf(pieces: readonly Piece[], rightToLeft: boolean): Piece[][] {
  const rows: Piece[][] = [];
  for (const piece of [...pieces].sort((one, other) => one.v - other.v || one.u0 - other.u0)) {
    const row = rows.at(-1);
    const last = row?.[0];
    if (
      row &&
      last &&
      Math.min(last.v1, piece.v1) - Math.max(last.v0, piece.v0) > 0.5 * Math.min(last.v1 - last.v0, piece.v1 - piece.v0)
    )
      row.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => sideways(row, rightToLeft));
}

/** One band of a table is one row; the lines within a cell follow each other. */
function tableRows(pieces: readonly Piece[], columnOf: ReadonlyMap<Piece, number>, rightToLeft: boolean): Piece[][] {
  const cells: Piece[][] = [];
  for (const piece of pieces) (cells[columnOf.get(piece) ?? 0] ??= []).push(piece);
  const lines = Object.values(cells).map((cell) => rowsOf(cell, rightToLeft));
  const ordered = rightToLeft ? lines.toReversed() : lines;
  return lines.every((cell) => cell.length === 1) ? [ordered.flat(2)] : ordered.flat();
}

const sideways = (row: readonly Piece[], rightToLeft: boolean): Piece[] =>
  [...row].sort((one, other) => (rightToLeft ? other.u0 - one.u0 : one.u0 - other.u0));
