import type { Box } from '../../text/extracted.ts';
import type { PlainChange } from '../words/plain-changes.ts';
import { type Colour, type Pen, white } from './pen.ts';

/** A kind of mark. */
export type MarkKind = PlainChange['kind'] | 'look';

/** Colour, and a shape that distinguishes the kinds in black and white. */
interface MarkLook {
  readonly name: string;
  readonly colour: Colour;
  /** Name of its shape in the legend. */
  readonly shape: string;
}

/** The look of each kind of mark. */
export const looks: Readonly<Record<MarkKind, MarkLook>> = {
  deleted: { name: 'Deleted', colour: [0.74, 0.11, 0.11], shape: 'struck through' },
  inserted: { name: 'Inserted', colour: [0.05, 0.45, 0.2], shape: 'underlined twice' },
  changed: { name: 'Changed', colour: [0.68, 0.4, 0], shape: 'underlined with dashes' },
  moved: { name: 'Moved', colour: [0.36, 0.2, 0.66], shape: 'in a frame' },
  look: { name: 'Looks different', colour: [0.07, 0.36, 0.66], shape: 'in a dashed frame' },
};

/** The place of a page on a sheet: from `x`, `y`, at `scale`. */
export interface Panel {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** A box of a page in coordinates of the sheet. */
export const onSheet = ({ x, y, scale }: Panel, box: Box): Box => ({
  x: x + box.x * scale,
  y: y + box.y * scale,
  width: box.width * scale,
  height: box.height * scale,
});

/** Name of the graphics state of transparent tints. */
export const tintState = 'Tint';

/** Marks a line of a run; `box` is in coordinates of the sheet. */
export function mark(pen: Pen, kind: MarkKind, { x, y, width, height }: Box): void {
  const { colour } = looks[kind];
  if (kind !== 'look') {
    pen.raw(`q /${tintState} gs`);
    pen.fill(colour, [x - 1, y, width + 2, height]);
    pen.raw('Q');
  }
  switch (kind) {
    case 'deleted':
      pen.rule(colour, [x - 1, y + height * 0.56, width + 2], { thickness: 0.9 });
      return;
    case 'inserted':
      pen.rule(colour, [x - 1, y + height + 0.2, width + 2], { thickness: 0.8 });
      pen.rule(colour, [x - 1, y + height + 1.8, width + 2], { thickness: 0.8 });
      return;
    case 'changed':
      pen.rule(colour, [x - 1, y + height + 0.6, width + 2], { thickness: 1.3, dash: [3, 1.6] });
      return;
    case 'moved':
      pen.outline(colour, [x - 1, y, width + 2, height], { thickness: 0.8 });
      return;
    case 'look':
      pen.outline(colour, [x - 1, y - 1, width + 2, height + 2], { thickness: 1, dash: [4, 2.5] });
  }
}

/** Height of a number beside a page, in points. */
export const tagHeight = 11;
const tagStyle = { size: 7.5, bold: true, colour: white } as const;

/**
 * Draws the number of a change beside its page, and a bar as high as the mark. `x` is the adjacent edge of the page.
 */
export function tag(
  pen: Pen,
  kind: MarkKind,
  {
    label,
    x,
    y,
    side,
  }: { readonly label: string; readonly x: number; readonly y: number; readonly side: 'left' | 'right' },
): void {
  const width = Math.max(14, pen.widthOf(label, tagStyle) + 6);
  const left = side === 'left' ? x - 4 - width : x + 4;
  pen.fill(looks[kind].colour, [left, y, width, tagHeight]);
  pen.text(label, { x: left + width / 2, y: y + tagHeight - 3 }, { ...tagStyle, align: 'centre' });
}
