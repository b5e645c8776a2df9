import { textWidth } from '../../../html/text-width.ts';
import { labelSize, type Box } from '../axes.ts';
import type { Chart } from '../chart-params.ts';
import type { Facts } from './facts.ts';
import {
  asideWidth,
  besideWidth,
  fewest,
  gap,
  largestShare,
  most,
  namesBelow,
  namesBeside,
  noteSize,
  rowsAbove,
  titleRoom,
  valueLabels,
  type Layout,
} from './margins.ts';
import type { Axes } from './scales.ts';

/** Points that a label may stand out of the plane beside an axis. */
const beyond = 5;

/** Places the plane in its box, with room for the labels around it. */
export function layoutOf(chart: Chart, box: Box, facts: Facts, axes: Axes): Layout {
  return (chart.horizontal === true ? horizontalLayout : verticalLayout)(chart, box, { facts, axes });
}

interface Parts {
  readonly facts: Facts;
  readonly axes: Axes;
}

/** Share of its band that a bar has room in. */
const barShare = ({ kind }: Chart) => (kind === 'histogram' ? 1 : 0.72);

function verticalLayout(chart: Chart, box: Box, { facts, axes }: Parts): Layout {
  const mirrored = box.rightToLeft && axes.along.names !== null;
  const titles = titleRoom(chart);
  const aside = asideWidth(chart, box, axes);
  const { names, band, texts } = axes.along;
  const inBands = 'inBands' in facts.along && facts.along.inBands;
  const half = (text = '') => (inBands ? 0 : textWidth(text, labelSize) / 2);
  const start = Math.max(besideWidth(axes.left), names === null || !inBands ? Math.min(half(texts[0]), 40) : 0, 2);
  const end = Math.max(besideWidth(axes.right), aside > 0 ? aside + gap + 2 : 0, Math.min(half(texts.at(-1)), 40), 4);
  const rough = box.width - start - end;
  const below = names && namesBelow(chart, names, rough * band, box.height);
  const tilted = below?.rotate === 45 ? Math.min(textWidth(below.lines[0] ?? '', below.size) * Math.SQRT1_2, 90) : 0;
  const from = Math.max(start, tilted - (inBands ? (rough * band) / 2 : 0));
  const width = Math.max(box.width - from - end, 20);
  const pitch =
    (width * barShare(chart) * (names ? band : 1 / Math.max(texts.length - 1, 1))) / Math.max(facts.slots, 1);
  const labels = valueLabels(chart, axes, facts.slots === 0 ? Infinity : pitch);
  const plane = { x: mirrored ? end : from, y: 0, width, height: 0, horizontal: false, mirrored };
  const rows = rowsAbove(chart, axes, plane);
  const spare = (share: number) => Math.max(labels.room - (1 - share) * (box.height - 60), 0);
  const top =
    6 + titles.above + rowCount(rows) * (noteSize * 1.4) + Math.max(0, ...largestShare(axes, most).map(spare));
  const under = facts.slots > 0 ? Math.max(0, ...negativeShares(axes).map((share) => spare(1 - share))) : 0;
  const bottom = titles.below + under + (below ? below.height + 9 : axes.along.texts.length > 0 ? 20 : 4);
  return {
    plane: { ...plane, y: top, height: Math.max(box.height - top - bottom, 20) },
    axes,
    names: below,
    labels,
    aside,
    rows,
    before: under,
    texts: {
      x: Math.max(plane.x - beyond, 0),
      y: 0,
      width: Math.min(width + beyond + (axes.right ? beyond : mirrored ? from : end), box.width),
      height: Math.max(box.height - top - bottom, 20) + top + under,
    },
  };
}

const negativeShares = (axes: Axes) =>
  [axes.left, ...(axes.right ? [axes.right] : [])].some(({ values }) => fewest(values) < 0)
    ? largestShare(axes, fewest)
    : [];
const rowCount = (rows: ReadonlyMap<number, number>) => Math.max(0, ...[...rows.values()].map((row) => row + 1));

function horizontalLayout(chart: Chart, box: Box, { axes }: Parts): Layout {
  const mirrored = box.rightToLeft;
  const titles = titleRoom(chart);
  const aside = asideWidth(chart, box, axes);
  const bottom = titles.below + (axes.left.texts.length > 0 ? 20 : 4);
  const above = 4 + titles.above + (axes.right && axes.right.texts.length > 0 ? 16 : 0);
  const band = (box.height - above - bottom) * axes.along.band;
  const hidden = chart.xAxis?.ticks === 0;
  const names = hidden ? null : namesBeside(axes.along.names ?? [], band, box.width * 0.34);
  const half = (text = '') => textWidth(text, labelSize) / 2;
  const labels = valueLabels(chart, axes, Infinity);
  const start = Math.max(names ? names.width + gap + 3 : 0, half(axes.left.texts[0]));
  const rough = box.width - start;
  const spare = (share: number) => Math.max(labels.room - (1 - share) * rough, 0);
  const before = Math.max(0, ...negativeShares(axes).map((share) => spare(1 - share)));
  const end = Math.max(
    half(axes.left.texts.at(-1)),
    half(axes.right?.texts.at(-1)),
    aside > 0 ? aside + gap + 2 : 0,
    ...largestShare(axes, most).map(spare),
    4,
  );
  const width = Math.max(box.width - start - before - end, 20);
  const plane = { x: mirrored ? end : start + before, y: 0, width, height: 0, horizontal: true, mirrored };
  const rows = rowsAbove(chart, axes, plane);
  const top = above + rowCount(rows) * (noteSize * 1.4);
  return {
    plane: { ...plane, y: top, height: Math.max(box.height - top - bottom, 20) },
    axes,
    names,
    labels,
    aside,
    rows,
    before,
    texts: {
      x: mirrored ? 0 : plane.x - before,
      y: 0,
      width: width + before + end,
      height: Math.max(box.height - top - bottom, 20) + top,
    },
  };
}
