import { multiply, type Matrix } from '../../geometry/matrix.ts';
import type { Box } from '../../text/extracted.ts';
import type { VisualDifference } from '../pages/compare-visual.ts';
import type { ChangeSide, PlainPage } from '../words/plain-changes.ts';
import { looks, mark, type MarkKind, onSheet, type Panel, tag, tagHeight } from './marks.ts';
import { faint, hair, ink, numbers, type Pen, white } from './pen.ts';

/** A3 landscape, in points: two A4 pages fit side by side at almost full size. */
export const sheetSize = { width: 1190.55, height: 841.89 } as const;

/** The area of pages on a sheet. Numbers of changes are in the outer margins. */
const area = { left: 58, right: 612, top: 66, width: 520, height: 722 } as const;
const maxScale = 1.2;
/** Baselines of the heading and of the legend. */
const head = 44;
const foot = sheetSize.height - 20;

/** The side of a page on a sheet. */
export type Side = 'before' | 'after';

/** A change with its number in the whole comparison. */
export interface Numbered {
  readonly number: number;
  readonly kind: Exclude<MarkKind, 'look'>;
  readonly before: ChangeSide | null;
  readonly after: ChangeSide | null;
}

/** The place of a page of this size. */
export function panelOf(side: Side, page: { readonly width: number; readonly height: number }): Panel {
  const [width, height] = [Math.max(1, page.width), Math.max(1, page.height)];
  const scale = Math.min(area.width / width, area.height / height, maxScale);
  const x = (side === 'before' ? area.left : area.right) + (area.width - width * scale) / 2;
  return { x, y: area.top, width: width * scale, height: height * scale, scale };
}

/**
 * Draws forms into a panel, clipped to it. They are in the user space of their page, which `toShown` maps to the shown
 * page.
 */
export function drawForms(
  pen: Pen,
  { x, y, width, height, scale }: Panel,
  toShown: Matrix,
  forms: readonly { readonly name: string; readonly placing: Matrix }[],
): void {
  const toSheet = multiply(toShown, [scale, 0, 0, -scale, x, pen.height - y]);
  pen.raw(`q ${numbers(x, pen.height - y - height, width, height)} re W n\nq ${exact(toSheet)} cm`);
  for (const { name, placing } of forms) pen.raw(`q ${exact(placing)} cm /${name} Do Q`);
  pen.raw('Q Q');
}

/** A number of a matrix with high precision, because scales may be small. */
const exact = (matrix: Matrix): string => matrix.map((value) => String(Number(value.toFixed(6)))).join(' ');

/** Draws the paper under a page. */
export function drawPaper(pen: Pen, { x, y, width, height }: Panel): void {
  pen.fill(white, [x, y, width, height]);
}

/** Draws the outline of a page, thick for an added or removed page. */
export function drawFrame(pen: Pen, { x, y, width, height }: Panel, whole: MarkKind | null): void {
  if (whole === null) pen.outline(hair, [x, y, width, height], { thickness: 0.6 });
  else pen.outline(looks[whole].colour, [x - 2, y - 2, width + 4, height + 4], { thickness: 3 });
}

/** Draws the heading of a page. */
export function drawHead(
  pen: Pen,
  side: Side,
  { title, note }: { readonly title: string; readonly note: string },
): void {
  const x = side === 'before' ? area.left : area.right;
  pen.show(
    pen.lines(title, area.width, { size: 13, bold: true }, 1),
    { x, y: head, leading: 0 },
    { size: 13, bold: true, colour: ink },
  );
  pen.text(note, { x: x + area.width, y: head }, { size: 10, align: 'right', colour: faint });
}

/** Draws the empty side of an added or removed page. */
export function drawNothing(pen: Pen, { x, y, width, height }: Panel, text: string): void {
  pen.outline(hair, [x, y, width, height], { thickness: 0.8, dash: [6, 4] });
  const lines = pen.lines(text, width * 0.7, { size: 14 });
  pen.show(lines, { x: x + width / 2, y: y + height / 2, leading: 20 }, { size: 14, align: 'centre', colour: faint });
}

/** Draws the marks of one side: the lines of each change on the page, and its number in the margin. */
export function drawMarks(
  pen: Pen,
  side: Side,
  { page, panel, changes }: { readonly page: PlainPage; readonly panel: Panel; readonly changes: readonly Numbered[] },
): void {
  const tags: { y: number; number: number; kind: MarkKind }[] = [];
  for (const { number, kind, [side]: own } of changes) {
    const lines = (own?.lines ?? []).filter((line) => line.page === page.number).map(({ box }) => onSheet(panel, box));
    for (const box of lines) mark(pen, kind, box);
    const [first] = lines;
    if (first) tags.push({ number, kind, y: first.y + first.height / 2 - tagHeight / 2 });
  }
  let free = panel.y;
  for (const { y, number, kind } of tags.sort((one, other) => one.y - other.y)) {
    const at = Math.max(y, free);
    if (at > sheetSize.height - 44) break;
    tag(pen, kind, {
      label: String(number),
      x: side === 'before' ? panel.x : panel.x + panel.width,
      y: at,
      side: side === 'before' ? 'left' : 'right',
    });
    free = at + tagHeight + 1;
  }
}

/** Maximum number of regions that are framed: with more of them, most have only moved. */
const maxRegions = 14;

/** Regions that look different without a changed word. Empty where words changed and moved lines and pictures. */
export const regionsToMark = ({ regions }: VisualDifference, changes: number): readonly Box[] =>
  regions.length > maxRegions && changes > 0 ? [] : regions;

/** Draws the legend of the marks at the foot of a sheet. */
export function drawLegend(pen: Pen, sheet: string): void {
  let x: number = area.left;
  for (const kind of ['deleted', 'inserted', 'changed', 'moved', 'look'] as const) {
    const { name, shape } = looks[kind];
    const width = pen.widthOf(name, { size: 9 });
    mark(pen, kind, { x, y: foot - 9, width, height: 11 });
    pen.text(name, { x, y: foot }, { size: 9 });
    pen.text(`: ${shape}`, { x: x + width + 3, y: foot }, { size: 9, colour: faint });
    x += width + pen.widthOf(`: ${shape}`, { size: 9 }) + 26;
  }
  pen.text(sheet, { x: area.right + area.width, y: foot }, { size: 9, align: 'right', colour: faint });
}
