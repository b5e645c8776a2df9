import { drawList, rowsOf, topIndex } from '../../widgets/draw-list.ts';
import { drawLine, drawLines, nothing, type Drawn, type TextLook } from '../../widgets/draw-text.ts';
import { writtenShort } from '../../objects/serialize.ts';
import type { Size } from '../../widgets/widget-look.ts';
import type { FontWish } from '../../typeset/font-wish.ts';
import type { Typesetter } from '../../typeset/typesetter.ts';
import type { FieldLook, FormWidget } from './form-field.ts';

/** The font of fields, for characters that it has. */
export const fieldFont: FontWish = { names: ['Inter'], kind: 'sans', bold: false, italic: false };

/** The operator that sets the text colour of a field. */
export const colorOf = ({ color }: FieldLook) => `${color.map(writtenShort).join(' ')} rg`;

/** The default appearance of a text field (ISO 32000-2, 12.7.4.3), for typed text. */
export const defaultAppearance = ({ look }: FormWidget, font: string) =>
  `/${font} ${writtenShort(look.size)} Tf ${colorOf(look)}`;

function textLook({ look }: FormWidget, box: Size): TextLook {
  return {
    wish: fieldFont,
    size: look.size,
    color: colorOf(look),
    align: look.align,
    box,
    padding: look.padding,
    clip: 0,
    lineHeight: look.lineHeight,
  };
}

/** Draws the value of a text or choice field. A password has no stored value, and is drawn empty. */
export function drawValue(typesetter: Typesetter, widget: FormWidget, size: Size): Drawn {
  const { kind, values, options, password } = widget;
  const look = textLook(widget, size);
  const [value = ''] = values;
  if (password) return nothing;
  if (kind === 'list')
    return drawList(typesetter, look, { options, chosen: values, from: firstSeen(typesetter, widget, size) });
  if (kind === 'multiline') return drawLines(typesetter, look, value);
  const text = kind === 'choice' ? (options.find((option) => option.value === value)?.label ?? value) : value;
  return drawLine(typesetter, look, text.replace(/[\r\n]+/g, ' '));
}

/** The first visible option of a list (TI), chosen so that a selected one is visible. */
export function firstSeen(typesetter: Typesetter, widget: FormWidget, size: Size): number {
  return topIndex({ options: widget.options, chosen: widget.values }, rowsOf(typesetter, textLook(widget, size)));
}

/** The texts that will be set. */
export const textsOf = ({ values, options }: FormWidget): string[] => [...values, ...options.map(({ label }) => label)];
