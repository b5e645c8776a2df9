import type { Item } from './reading-item.ts';

/** What one character was read from. */
export interface PageGlyph {
  /** 1-based. */
  readonly page: number;
  /** Its number on the page, for this reader. */
  readonly at: number;
}

/** Points from the top edge of the page as it is shown. */
export interface LineBox {
  readonly top: number;
  readonly bottom: number;
  /** Height of its letters. */
  readonly size: number;
}

/** A line of text in one order of reading; an artifact is no part of the text (ISO 32000-2, 14.8.2.2). */
export interface TextLine<T> extends LineBox {
  readonly items: readonly Item<T>[];
  readonly artifact: boolean;
}

/** A page as one reader has it. */
export interface LinedPage<T> {
  /** 1-based. */
  readonly number: number;
  /** Points, as shown. */
  readonly height: number;
  /** All of its text in each order in which it may run on over pages. */
  readonly orders: readonly (readonly TextLine<T>[])[];
}

/** Items as lines: one ends where the next item is not beside it. Lines of nothing but white space are left out. */
export function linesOf<T>(
  items: readonly Item<T>[],
  measure: (items: readonly Item<T>[]) => LineBox & { readonly artifact: boolean },
): TextLine<T>[] {
  const lines: Item<T>[][] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last === undefined || item.gap === '\n' || item.gap === 'hard') lines.push([item]);
    else last.push(item);
  }
  return lines
    .filter((line) => line.some(({ text }) => text.trim() !== ''))
    .map((line) => ({ ...measure(line), items: line }));
}

/** What stands side by side on a page. */
export interface Row extends LineBox {
  /** Its text without numbers: running heads are told by it. */
  readonly signature: string;
  readonly letters: number;
  readonly numbered: boolean;
}

/** Lines taller than so many times their letters are turned: they are in no row. */
const tallest = 2.5;

/** The rows of a page, from the top. */
export function rowsOf(lines: readonly TextLine<unknown>[]): Row[] {
  const rows: { top: number; bottom: number; size: number; texts: string[] }[] = [];
  for (const { top, bottom, size, items } of [...lines].sort((one, other) => one.top - other.top)) {
    if (bottom - top > tallest * size) continue;
    const [row, text] = [rows.at(-1), items.map((item) => (item.gap === '' ? '' : ' ') + item.text).join('')];
    if (row !== undefined && Math.min(row.bottom, bottom) - top > 0.5 * Math.min(row.bottom - row.top, bottom - top)) {
      row.texts.push(text);
      [row.bottom, row.size] = [Math.max(row.bottom, bottom), Math.max(row.size, size)];
    } else rows.push({ top, bottom, size, texts: [text] });
  }
  return rows.map(({ texts, ...box }) => {
    const text = texts.join(' ').trim();
    return {
      ...box,
      signature: text.replace(/\d+/gu, '#'),
      letters: text.length,
      numbered: /\d/u.test(text) || /^\W*[ivxlcdm]+\W*$/iu.test(text),
    };
  });
}

/** The part of the height of a page, from above and from below, in which running heads and feet stand. */
const band = 0.17;
/** Rows of a running head or foot. */
const maxRows = 4;
/** Characters of a row that is one because it has a number. */
const longestNumbered = 30;

/**
 * Heights between which the text of a page may lie: without what may be a running head, a foot, or notes in small
 * print.
 */
interface Cuts {
  readonly above: readonly number[];
  readonly below: readonly number[];
}

/** `repeated` are signatures of rows of pages nearby. The first height of each is that of the edge. */
export function cutsOf(rows: readonly Row[], height: number, repeated: ReadonlySet<string>): Cuts {
  const upwards = [...rows].reverse();
  const above = marginRows(rows, repeated).filter(({ bottom }) => bottom <= band * height);
  const below = marginRows(upwards, repeated).filter(({ top }) => top >= (1 - band) * height);
  const ends = [height, ...below.map(({ top }) => top)];
  return {
    above: [0, ...above.map(({ bottom }) => bottom)],
    below: [...new Set([...ends, ...ends.flatMap((end) => notesAbove(upwards.filter(({ top }) => top < end)))])],
  };
}

/** Rows that a running head or foot may end with, of those from an edge inwards. */
function marginRows(rows: readonly Row[], repeated: ReadonlySet<string>): Row[] {
  return rows
    .slice(0, maxRows)
    .filter(
      (row, index) =>
        repeated.has(row.signature) ||
        (row.numbered && row.letters <= longestNumbered) ||
        isApart(row, rows[index + 1]),
    );
}

/** Letters between a row and the next from which on it stands by itself. */
const leastApart = 0.8;

const isApart = (row: Row, next: Row | undefined): boolean =>
  next === undefined || Math.max(next.top - row.bottom, row.top - next.bottom) > leastApart * row.size;

/** The size of small print, as a part of what most of the page is set in. */
const small = 0.93;

/** Where the small print begins that rows, told from below, end with; nothing where there is none. */
function notesAbove(upwards: readonly Row[]): number[] {
  const sizes = new Map<number, number>();
  for (const { size, letters } of upwards) sizes.set(size, (sizes.get(size) ?? 0) + letters);
  const [main = 0] = [...sizes].sort(([, one], [, other]) => other - one)[0] ?? [];
  const last = upwards[upwards.findIndex(({ size }) => size >= small * main) - 1];
  return last === undefined ? [] : [last.top];
}
