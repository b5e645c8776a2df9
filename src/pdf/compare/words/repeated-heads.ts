import type { ComparedPage } from '../read-document.ts';
import type { PageWord } from './page-words.ts';
import { rowsOf, type Row, type Span } from './rows.ts';

/** Rows of one head. */
const maxRows = 5;
/** Rows at the top of a page that a head may stand below: those of a running head. */
const maxAbove = 4;

/**
 * Words of heads of tables that stand on a page anew because the table goes on there: the same rows as on the page
 * before, at the top of the page; or rows tagged as artifacts that are no artifacts on a page beside it, which may be
 * feet of tables, too. They are there because of where pages break, and say nothing that they do not say where they are
 * counted. By page.
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
  /** Those that were repeated there. */
  readonly heads: ReadonlySet<Row>;
}

/** The rows near the top that stand on the page before, too, above rows of the same columns on both. */
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

/** The rows from the first on that are the same on both pages; a running head above them is none. */
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
