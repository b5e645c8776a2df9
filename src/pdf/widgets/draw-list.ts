import { writtenOperands } from '../objects/serialize.ts';
import type { Typesetter } from '../typeset/typesetter.ts';
import { clipped, type Drawn, type TextLook } from './draw-text.ts';
import type { FieldOption } from './fields/field.ts';

/** The background of selected options. */
const marked = '0.6 0.75686 0.8549 rg';

/** The automatic font size of a list, in points. */
const usual = 12;

/** The options of a list, and the selected ones. */
export interface ListContent {
  readonly options: readonly FieldOption[];
  /** Export values of the selected options. */
  readonly chosen: readonly string[];
}

/** Number of visible options of a list. */
export function rowsOf(typesetter: Typesetter, look: TextLook): number {
  return Math.max(1, Math.floor((look.box.height - 2 * look.clip + 0.5) / pitchOf(typesetter, look)));
}

function pitchOf(typesetter: Typesetter, { wish, size, lineHeight }: TextLook): number {
  const { ascent, descent } = typesetter.metrics(wish);
  return lineHeight ?? (ascent - descent) * (size > 0 ? size : usual);
}

/** The first visible option (TI), chosen so that a selected one is visible. */
export function topIndex({ options, chosen }: ListContent, rows: number): number {
  const first = options.findIndex(({ value }) => chosen.includes(value));
  return first < rows ? 0 : Math.min(first, Math.max(0, options.length - rows));
}

/** Draws the options of a list from `from` on, with the selected ones highlighted (ISO 32000-2, 12.7.5.4). */
export function drawList(
  typesetter: Typesetter,
  look: TextLook,
  { options, chosen, from }: ListContent & { readonly from: number },
): Drawn {
  const size = look.size > 0 ? look.size : usual;
  const pitch = pitchOf(typesetter, look);
  const { ascent, descent } = typesetter.metrics(look.wish);
  const {
    box: { width, height },
    clip,
    padding,
  } = look;
  const shown = options.slice(from, from + rowsOf(typesetter, look) + 1);
  const lines = shown.map(({ label }) => typesetter.paragraph(label, look.wish).line());
  const parts = shown.map(({ value }, index) => {
    const bottom = height - clip - (index + 1) * pitch;
    const line = lines[index];
    if (line === undefined) return '';
    const y = bottom + (pitch - (ascent + descent) * size) / 2;
    const free = width - padding.left - padding.right - line.width * size;
    const x = padding.left + { left: 0, center: Math.max(0, free / 2), right: Math.max(0, free) }[look.align];
    const mark = chosen.includes(value)
      ? `q\n${marked}\n${writtenOperands(clip, bottom, width - 2 * clip, pitch)} re f\nQ\n`
      : '';
    return mark + (line.runs.length === 0 ? '' : typesetter.show(line, { x, y, size }));
  });
  return { content: parts.join('') === '' ? '' : clipped(look, parts.join('')), lines, cut: false };
}
