import type { Item } from './reading-item.ts';

/** The source of a character. */
export interface PageGlyph {
  /** 1-based. */
  readonly page: number;
  /** Index on the page, in the order of this reader. */
  readonly at: number;
}

/** Distances from the top edge of the shown page, in points. */
export interface LineBox {
  readonly top: number;
  readonly bottom: number;
  /** Height of its letters, in points. */
  readonly size: number;
}

/** A line of text in one reading order. Artifacts are no part of the text (ISO 32000-2, 14.8.2.2). */
export interface TextLine<T> extends LineBox {
  readonly items: readonly Item<T>[];
  readonly artifact: boolean;
}

/** A page as one reader reports it. */
export interface LinedPage<T> {
  /** 1-based. */
  readonly number: number;
  /** Height as shown, in points. */
  readonly height: number;
  /** Its text in each order in which it may continue across pages. */
  readonly orders: readonly (readonly TextLine<T>[])[];
}

/** Divides items into lines: a line ends where the next item is not beside the last one. Blank lines are dropped. */
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

/** Text side by side on a page. */
export interface Row extends LineBox {
  /** Its text without digits, by which running heads are recognized. */
  readonly signature: string;
  readonly letters: number;
  readonly numbered: boolean;
}

/** Lines taller than this multiple of their letters are rotated and belong to no row. */
const maxHeightRatio = 2.5;

/** The rows of a page from top to bottom. */
export function rowsOf(lines: readonly TextLine<unknown>[]): Row[] {
  const rows: { top: number; bottom: number; size: number; texts: string[] }[] = [];
  for (const { top, bottom, size, items } of [...lines].sort((one, other) => one.top - other.top)) {
    if (bottom - top > maxHeightRatio * size) continue;
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

/** Share of the page height, at the top and at the bottom, that may hold running heads and feet. */
const band = 0.17;
/** Rows of a running head or foot. */
const maxRows = 4;
/** Characters of a row that counts as a running head because of its number. */
const maxNumberedCharacters = 30;

/**
 * Heights at which the body text may begin or end: it may exclude running heads, running feet, and notes in small
 * print.
 */
interface Cuts {
  readonly above: readonly number[];
  readonly below: readonly number[];
}

/**
 * The heights for the rows of a page. `repeated` has the signatures of rows of nearby pages. The first height of each
 * list is the edge of the page.
 */
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

/** The numbers of rows, from an edge inwards, after which a running head or foot may end. */
function marginRows(rows: readonly Row[], repeated: ReadonlySet<string>): Row[] {
  return rows
    .slice(0, maxRows)
    .filter(
      (row, index) =>
        repeated.has(row.signature) ||
        (row.numbered && row.letters <= maxNumberedCharacters) ||
        isApart(row, rows[index + 1]),
    );
}

/** The least distance, in heights of letters, that separates a row from the next. */
const minApart = 0.8;

const isApart = (row: Row, next: Row | undefined): boolean =>
  next === undefined || Math.max(next.top - row.bottom, row.top - next.bottom) > minApart * row.size;

/** The size of small print as a share of the usual size on the page. */
const small = 0.93;

/**
 * The height at which small print begins at the end of the rows, which come from bottom to top; empty without small
 * print.
 */
function notesAbove(upwards: readonly Row[]): number[] {
  const sizes = new Map<number, number>();
  for (const { size, letters } of upwards) sizes.set(size, (sizes.get(size) ?? 0) + letters);
  const [main = 0] = [...sizes].sort(([, one], [, other]) => other - one)[0] ?? [];
  const last = upwards[upwards.findIndex(({ size }) => size >= small * main) - 1];
  return last === undefined ? [] : [last.top];
}
