import type { Typesetter } from '../typeset/typesetter.ts';
import { number } from './draw-frame.ts';
import { clipped, type Drawn, type TextLook } from './draw-text.ts';
import type { FieldOption } from './fields/field.ts';

/** The colour in which readers mark what is chosen in a list. */
const marked = '0.6 0.75686 0.8549 rg';

/** Of a list whose size is to be what fits: points. */
const usual = 12;

export interface ListContent {
  readonly options: readonly FieldOption[];
  /** What is exported of the chosen ones. */
  readonly chosen: readonly string[];
}

/** How many options of a list are seen at once. */
export function rowsOf(typesetter: Typesetter, look: TextLook): number {
  return Math.max(1, Math.floor((look.box.height - 2 * look.clip + 0.5) / pitchOf(typesetter, look)));
}

function pitchOf(typesetter: Typesetter, { wish, size, lineHeight }: TextLook): number {
  const { ascent, descent } = typesetter.metrics(wish);
  return lineHeight ?? (ascent - descent) * (size > 0 ? size : usual);
}

/** The first option that is seen (TI), so that what is chosen is. */
export function topIndex({ options, chosen }: ListContent, rows: number): number {
  const first = options.findIndex(({ value }) => chosen.includes(value));
  return first < rows ? 0 : Math.min(first, Math.max(0, options.length - rows));
}

/** The options of a list from `from` on, the chosen ones marked (ISO 32000-2, 12.7.5.4). */
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
      ? `q\n${marked}\n${number(clip)} ${number(bottom)} ${number(width - 2 * clip)} ${number(pitch)} re f\nQ\n`
      : '';
    return mark + (line.runs.length === 0 ? '' : typesetter.show(line, { x, y, size }));
  });
  return { content: parts.join('') === '' ? '' : clipped(look, parts.join('')), lines, cut: false };
}
