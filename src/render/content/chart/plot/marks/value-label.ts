import { textWidth } from '../../../../html/text-width.ts';
import { ink } from '../../palette.ts';
import type { Drawing } from '../drawing.ts';
import { noteSize } from '../margins.ts';
import { box, label, type Place, type Rect } from '../shapes.ts';

/** Marks of a plot; and labels, which are placed when the room has all marks. */
export interface Marks {
  readonly marks: string;
  readonly labels: () => string;
}

/** Marks in one layer, and labels in the one over it. */
export const joined = (all: readonly Marks[]): Marks => ({
  marks: all.map(({ marks }) => marks).join(''),
  labels: () => all.map(({ labels }) => labels()).join(''),
});

/** A label with its text in the middle of a box. */
export interface Centred {
  readonly at: Place;
  readonly text: string;
  readonly fill?: string;
  readonly turned?: boolean;
}

/** The box of a text around its middle. */
export function textBox(text: string, { x, y }: Place, turned = false): Rect {
  const [width, height] = [textWidth(text, noteSize) + 1, noteSize * 1.1];
  return turned
    ? { x: x - height / 2, y: y - width / 2, width: height, height: width }
    : { x: x - width / 2, y: y - height / 2, width, height };
}

/** A label in the middle of its place. */
export const centred = ({ rightToLeft }: Drawing['box'], { at, text, fill = ink, turned = false }: Centred): string =>
  label(text, at, { size: noteSize, fill, anchor: 'middle', rightToLeft, ...(turned && { turn: -90 }) });

/** A white ground below a text, where lines would cross it. */
export const ground = ({ x, y, width, height }: Rect): string =>
  box({ x: x - 1, y: y - 0.5, width: width + 2, height: height + 1 }, { fill: '#fff' });

/**
 * The label at the place with the fewest marks, the first of several; on a white ground where there are some. Nothing
 * where it would meet another text at each place.
 */
export function labelAtClearest(drawing: Drawing, text: string, places: readonly Place[], turned = false): string {
  const boxes = places.map((at) => textBox(text, at, turned));
  const found = drawing.room.takeClearest(boxes);
  const [at, taken] = [places[found], boxes[found]];
  if (!at || !taken) return '';
  return (drawing.room.isCrossed(taken) ? ground(taken) : '') + centred(drawing.box, { at, text, turned });
}
