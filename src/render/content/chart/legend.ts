import { attributes } from '../../html/html.ts';
import { cutToWidth, textWidth, wrapText } from '../../html/text-width.ts';
import { dashAt, ink, symbolAt } from './palette.ts';
import { shapes } from './symbols.ts';
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

/** A legend in a column at the side of a box: its elements, its width and its height. */
export function legendColumn(
  entries: readonly Entry[],
  { width, height, rightToLeft }: { readonly width: number; readonly height: number; readonly rightToLeft: boolean },
): { readonly svg: string; readonly width: number; readonly height: number } {
  const room = width - markWidth;
  const blocks = entries.map((entry) => ({ entry, lines: wrapText(entry.name, size, room, { maxLines: 3 }) }));
  const used = Math.max(...blocks.flatMap(({ lines }) => lines.map((text) => textWidth(text, size)))) + markWidth;
  let [svg, y] = ['', 0];
  for (const [at, { entry, lines }] of blocks.entries()) {
    const needed = lines.length * size * 1.2 + 5;
    const isLast = at === blocks.length - 1;
    const style = { size, fill: ink, rightToLeft };
    if (y + needed + (isLast ? 0 : lineHeight) > height) {
      const left = `+ ${blocks.length - at}`;
      svg += textAt(left, rightToLeft ? used : 0, y + size, style);
      y += lineHeight;
      break;
    }
    const middle = y + size * 0.6 + 1;
    svg += mark(entry, rightToLeft ? round(used - 9) : 2, middle);
    svg += lines
      .map((text, index) =>
        textAt(text, rightToLeft ? used - markWidth : markWidth, middle + 3 + index * size * 1.2, style),
      )
      .join('');
    y += needed;
  }
  return { svg, width: used, height: y };
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
