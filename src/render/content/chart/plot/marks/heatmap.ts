import { textWidth, wrapText } from '../../../../html/text-width.ts';
import { labelSize, type Box } from '../../axes.ts';
import { categoryLabels } from '../../category-labels.ts';
import { categoriesOf, nameOf, numberAt, type Chart } from '../../chart-params.ts';
import { inkOn } from '../../paint.ts';
import { rule } from '../../palette.ts';
import { nameSizes, noteSize } from '../margins.ts';
import { box as boxOf, label, lineRatio, type Rect } from '../shapes.ts';
import { heatColors } from './heat-colors.ts';
import { centred } from './value-label.ts';

const titleHeight = 13;

/** The cells of a heatmap, a row a series and a column a category, and where their names stand. */
interface Cells extends Rect {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly below: ReturnType<typeof categoryLabels>;
  readonly mirrored: boolean;
}

function cellsOf(chart: Chart, box: Box): Cells {
  const columns = categoriesOf(chart);
  const rows = chart.series.map(nameOf);
  const top = (chart.yAxis?.title ?? chart.yTitle) === undefined ? 2 : titleHeight + 2;
  const under = (chart.xAxis?.title ?? chart.xTitle) === undefined ? 0 : titleHeight;
  const widest = Math.min(Math.max(...rows.map((name) => textWidth(name, labelSize))), box.width * 0.3);
  const beside = widest + 7;
  const width = Math.max(box.width - beside, 20);
  const below = categoryLabels(columns, width / columns.length, { deepest: box.height * 0.4, sizes: nameSizes });
  const height = Math.max(box.height - top - under - below.height - 9, 20);
  return { x: box.rightToLeft ? 0 : beside, y: top, width, height, columns, rows, below, mirrored: box.rightToLeft };
}

/** The box of a cell. */
function cellAt({ x, y, width, height, columns, rows, mirrored }: Cells, row: number, column: number): Rect {
  const [wide, high] = [width / columns.length, height / rows.length];
  return {
    x: x + (mirrored ? columns.length - 1 - column : column) * wide,
    y: y + row * high,
    width: wide,
    height: high,
  };
}

function names(cells: Cells, rightToLeft: boolean): string {
  const { rows, columns, below, mirrored, x, y, width, height } = cells;
  const high = height / rows.length;
  const size = Math.min(labelSize, Math.max(high, 5));
  const room = mirrored ? Infinity : x - 6;
  const side = rows.map((name, row) => {
    const maxLines = Math.max(1, Math.min(3, Math.floor(high / (size * lineRatio))));
    const lines = wrapText(name, size, Math.min(room, 200), { maxLines });
    const at = { x: mirrored ? x + width + 6 : x - 6, y: y + (row + 0.5) * high };
    return label(lines.join('\n'), at, { size, anchor: mirrored ? 'start' : 'end', rightToLeft });
  });
  const under = columns.map((_, column) => {
    const text = below.lines[column] ?? '';
    if (text === '' || !below.shows(column)) return '';
    const cell = cellAt(cells, 0, column);
    const at = { x: cell.x + cell.width / 2, y: y + height + 6 };
    if (below.rotate !== 0)
      return label(text, at, { size: below.size, anchor: 'end', turn: -below.rotate, rightToLeft });
    const middle = at.y + (text.split('\n').length * below.size * lineRatio) / 2 - 1;
    return label(text, { x: at.x, y: middle }, { size: below.size, anchor: 'middle', rightToLeft });
  });
  return side.join('') + under.join('');
}

function titles(chart: Chart, box: Box, cells: Cells): string {
  const [xTitle, yTitle] = [chart.xAxis?.title ?? chart.xTitle, chart.yAxis?.title ?? chart.yTitle];
  const { rightToLeft, width, height } = box;
  const cut = (text: string) => wrapText(text, noteSize, width, { maxLines: 1 })[0] ?? '';
  const style = { size: noteSize, rightToLeft };
  const x =
    xTitle === undefined
      ? ''
      : label(cut(xTitle), { x: cells.x + cells.width / 2, y: height - 5.5 }, { ...style, anchor: 'middle' });
  const y =
    yTitle === undefined
      ? ''
      : label(cut(yTitle), { x: rightToLeft ? width : 0, y: 5 }, { ...style, anchor: rightToLeft ? 'end' : 'start' });
  return x + y;
}

/** A heatmap: the darker a cell, the larger its value. A gap is an empty cell. */
export function heatmap(chart: Chart, box: Box): string {
  if (categoriesOf(chart).length === 0) return '';
  const cells = cellsOf(chart, box);
  const { colorOf, write } = heatColors(chart, box);
  const gap = Math.min(1, cells.width / cells.columns.length / 8, cells.height / cells.rows.length / 8);
  const drawn = chart.series.flatMap(({ data }, row) =>
    cells.columns.map((_, column) => {
      const value = numberAt(data[column]);
      const { x, y, width, height } = cellAt(cells, row, column);
      const cell = { x: x + gap / 2, y: y + gap / 2, width: width - gap, height: height - gap };
      if (value === null) return boxOf(cell, { fill: 'none', stroke: rule, 'stroke-width': 0.4 });
      const fill = colorOf(value);
      const text = chart.valueLabels === true ? write(value) : '';
      const fits = textWidth(text, noteSize) + 2 <= cell.width && noteSize <= cell.height;
      const at = { x: x + width / 2, y: y + height / 2 };
      return boxOf(cell, { fill }) + (text !== '' && fits ? centred(box, { at, text, fill: inkOn(fill) }) : '');
    }),
  );
  return drawn.join('') + names(cells, box.rightToLeft) + titles(chart, box, cells);
}
