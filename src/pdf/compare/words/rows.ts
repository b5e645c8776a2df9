import { greatest, least } from '../../objects/large-arrays.ts';
import type { PageWord } from './page-words.ts';
import { keyOf } from './word.ts';

/** Words side by side. */
export interface Row {
  readonly words: readonly PageWord[];
  /** The texts of its cells. */
  readonly key: string;
  readonly cells: readonly Span[];
  readonly top: number;
  readonly bottom: number;
  readonly artifact: boolean;
}

/** Left and right edge in points. */
export interface Span {
  readonly left: number;
  readonly right: number;
}

/** The rows of a page from top to bottom: text side by side, regardless of paragraphs and cells. */
export function rowsOf(words: readonly PageWord[]): Row[] {
  const rows: PageWord[][] = [];
  for (const word of [...words].sort((one, other) => middle(one) - middle(other))) {
    const last = rows.at(-1);
    const first = last?.[0];
    if (last && first && middle(word) - middle(first) < 0.5 * Math.min(first.box.height, word.box.height))
      last.push(word);
    else rows.push([word]);
  }
  return rows.map((own) => {
    const sorted = own.sort((one, other) => one.box.x - other.box.x);
    const cells = cellsOf(sorted);
    const [top, bottom] = [least(own.map(({ box }) => box.y)), greatest(own.map(({ box }) => box.y + box.height))];
    return {
      words: sorted,
      cells: cells.map(spanOf),
      key: cells.map((cell) => cell.map(({ text }) => keyOf(text)).join(' ')).join('\t'),
      top,
      bottom,
      artifact: own.every(({ artifact }) => artifact),
    };
  });
}

const middle = ({ box }: PageWord): number => box.y + box.height / 2;

/** Divides words at gaps wider than a space. */
function cellsOf(words: readonly PageWord[]): PageWord[][] {
  const cells: PageWord[][] = [];
  for (const word of words) {
    const last = cells.at(-1)?.at(-1);
    if (last && word.box.x - (last.box.x + last.box.width) < 0.8 * word.box.height) cells.at(-1)?.push(word);
    else cells.push([word]);
  }
  return cells;
}

const spanOf = (cell: readonly PageWord[]): Span => ({
  left: least(cell.map(({ box }) => box.x)),
  right: greatest(cell.map(({ box }) => box.x + box.width)),
});
