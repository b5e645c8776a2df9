import type { ComparedPage } from '../read-document.ts';
import type { PageWord } from './page-words.ts';
import { rowsOf, type Row, type Span } from './rows.ts';

/** Rows of a table head. */
const maxRows = 5;
/** Rows of a running head above a table head. */
const maxAbove = 4;

/**
 * Words of repeated table heads, by page: rows at the top of a page that equal those on the previous page; or rows that
 * are artifacts on this page, but not on an adjacent one (these may be table feet). They depend on page breaks only,
 * and repeat words that count where they occur first.
 */
export function repeatedHeads(pages: readonly ComparedPage[]): ReadonlySet<PageWord>[] {
  const rows = pages.map(({ words }) => rowsOf(words));
  const heads: Set<Row>[] = [];
  for (const [index, own] of rows.entries())
    heads.push(new Set(atTop(own, { rows: rows[index - 1] ?? [], heads: heads[index - 1] ?? new Set() })));
  const repeat = (index: number, beside: number) => {
    const known = new Set(
      (rows[beside] ?? []).flatMap((row) => (!row.artifact || heads[beside]?.has(row) ? [row.key] : [])),
    );
    for (const row of rows[index] ?? []) if (row.artifact && known.has(row.key)) heads[index]?.add(row);
  };
  for (const index of rows.keys()) repeat(index, index - 1);
  for (const index of [...rows.keys()].reverse()) repeat(index, index + 1);
  return heads.map((own) => new Set([...own].flatMap(({ words }) => words)));
}

interface PageBefore {
  readonly rows: readonly Row[];
  /** Rows that are repeated there. */
  readonly heads: ReadonlySet<Row>;
}

/** Rows near the top that the previous page has too, above rows of the same columns on both. */
function atTop(rows: readonly Row[], before: PageBefore): readonly Row[] {
  for (let from = 0; from <= Math.min(maxAbove, rows.length - 2); from += 1) {
    const found = before.rows.flatMap((row, at) =>
      row.key === rows[from]?.key ? [commonHead(rows.slice(from), before.rows.slice(at), before.heads)] : [],
    );
    const longest = found.reduce((best, head) => (head.length > best.length ? head : best), []);
    if (longest.length > 0) return longest;
  }
  return [];
}

/** The equal rows from the first on, without a running head above them. */
function commonHead(rows: readonly Row[], before: readonly Row[], heads: ReadonlySet<Row>): readonly Row[] {
  let length = 0;
  while (length < maxRows && isSame(rows[length], before[length])) length += 1;
  const [own, known] = [rows.slice(0, length), before.slice(0, length)];
  if (!isHead(own, rows.slice(length)) || !isHead(known, before.slice(length))) return [];
  if (known.some((row) => heads.has(row)))
    return own.filter((_, index) => known.slice(index, index + 1).some((row) => heads.has(row)));
  return own.slice(own.findIndex(({ cells, top }, index) => cells.length > 1 || !isNear(top, known[index]?.top ?? -1)));
}

/** Points that a column may be off. */
const near = 2.5;
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= near;

/** The same words in the same columns. */
function isSame(one: Row | undefined, other: Row | undefined): boolean {
  return (
    one !== undefined &&
    one.key === other?.key &&
    one.cells.every(
      ({ left, right }, index) =>
        isNear(left, other.cells[index]?.left ?? -1) && isNear(right, other.cells[index]?.right ?? -1),
    )
  );
}

/** Rows below a head of which one has its columns: others have lines of one cell alone. */
const maxBelow = 3;

/** Two cells and more in one of the rows, and two of its columns in a row that follows. */
function isHead(rows: readonly Row[], below: readonly Row[]): boolean {
  const last = rows.findLast(({ cells }) => cells.length > 1);
  return (
    last !== undefined &&
    below
      .slice(0, maxBelow)
      .some(({ cells }) => last.cells.filter((head) => cells.some((cell) => isAligned(cell, head))).length > 1)
  );
}

const isAligned = (one: Span, other: Span): boolean =>
  isNear(one.left, other.left) ||
  isNear(one.right, other.right) ||
  isNear((one.left + one.right) / 2, (other.left + other.right) / 2);
