import { attributes } from '../../html/html.ts';
import { cutToWidth, textWidth } from '../../html/text-width.ts';
import { dashAt, ink, symbolAt } from './palette.ts';
import { round, textAt } from './svg-text.ts';

/** The sample of a series in the legend: the colour of an area, a line with its dashes, a point with its shape. */
export type Mark = 'area' | 'line' | 'point';

/** A name in the legend with its sample. */
export interface Entry {
  readonly name: string;
  readonly mark: Mark;
  /** Index of the series, which selects dashes and shape; and its colour. */
  readonly index: number;
  readonly color: string;
}

const size = 8.5;
const lineHeight = 14;
const markWidth = 14;
const gap = 16;

const shapes: Readonly<Record<ReturnType<typeof symbolAt>, (x: number, y: number, r: number) => string>> = {
  circle: (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  rect: (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
  triangle: (x, y, r) => `M${x} ${y - r}l${r} ${2 * r}h${-2 * r}z`,
  diamond: (x, y, r) => `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`,
};

function mark({ mark: kind, index, color: fill }: Entry, x: number, y: number): string {
  if (kind === 'area') return `<path${attributes({ fill, d: `M${x} ${round(y - 4)}h8v8h-8z` })}/>`;
  if (kind === 'point') return `<path${attributes({ fill, d: shapes[symbolAt(index)](x + 5, round(y), 3) })}/>`;
  const dash = dashAt(index);
  return (
    '<path' +
    attributes({
      stroke: fill,
      'stroke-width': 1.6,
      'stroke-dasharray': dash === 'solid' ? undefined : dash.join(' '),
      fill: 'none',
      d: `M${round(x - 2)} ${round(y)}h13`,
    }) +
    '/>' +
    `<path${attributes({ fill, d: shapes[symbolAt(index)](x + 4.5, round(y), 2.2) })}/>`
  );
}

const widthOf = (name: string) => markWidth + textWidth(name, size);

/** Entries in rows. Entries beyond the last row are left out. */
function rowsOf(entries: readonly Entry[], width: number, maxRows: number): Entry[][] {
  const rows: Entry[][] = [[]];
  let used = 0;
  for (const entry of entries) {
    const needed = widthOf(entry.name);
    if (used > 0 && used + needed > width) {
      if (rows.length === maxRows) return rows;
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(entry);
    used += needed + gap;
  }
  return rows;
}

/** A legend at the top of a box `width` points wide: its elements and its height. */
export function legend(
  all: readonly Entry[],
  {
    width,
    top,
    rightToLeft,
    maxRows,
  }: { readonly width: number; readonly top: number; readonly rightToLeft: boolean; readonly maxRows: number },
): { readonly svg: string; readonly height: number } {
  const entries = all.map((entry) => ({ ...entry, name: cutToWidth(entry.name, size, width - markWidth - gap) }));
  const rows = rowsOf(entries, width, maxRows);
  const parts = rows.map((row, line) => {
    const y = top + line * lineHeight + lineHeight / 2;
    let used = 0;
    const svg = row.map((entry) => {
      const x = round(rightToLeft ? width - used - 9 : used);
      const text = textAt(entry.name, rightToLeft ? x - 5 : x + markWidth, y + 3, { size, fill: ink, rightToLeft });
      used += widthOf(entry.name) + gap;
      return mark(entry, x, y) + text;
    });
    const leftOut = line === rows.length - 1 ? entries.length - rows.reduce((sum, one) => sum + one.length, 0) : 0;
    return (
      svg.join('') +
      (leftOut > 0
        ? textAt(`+ ${leftOut}`, rightToLeft ? 0 : width, y + 3, { size, fill: ink, anchor: 'end', rightToLeft })
        : '')
    );
  });
  return { svg: parts.join(''), height: rows.length * lineHeight + 6 };
}
