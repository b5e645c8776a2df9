import { color } from '../../../input/color.ts';
import { joi } from '../../../input/fields.ts';
import { style } from '../../../render/html/html.ts';
import { points, type Length } from '../../../input/length.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { fontCss, fontFamily, fontSize, fontWeight, lineHeight } from '../../../render/compose/text-style.ts';

/** Fields of `set_font`. Absent fields leave the default of the style sheet. */
export interface SetFont {
  readonly family: string;
  readonly size?: Length;
  readonly weight?: number | 'normal' | 'bold';
  readonly italic?: boolean;
  readonly color?: string;
  readonly lineHeight?: number;
}

/**
 * A class and no inherited style, so that an operation's own fields take precedence. Size and weight of headings do not
 * change.
 */
export const setFont: Operation<SetFont> = {
  name: 'set_font',
  tier: 'core',
  summary:
    'Sets the font of the content after it, until the next. Headings take its family, slope and colour, not ' +
    'its size and weight.',
  flows: false,
  standsInside: true,
  light: true,
  schema: joi.object({
    family: fontFamily().required(),
    size: fontSize(),
    weight: fontWeight(),
    italic: joi.boolean(),
    color: color(),
    lineHeight: lineHeight(),
  }),
  example: { family: 'Source Serif 4', size: 11, lineHeight: 1.5 },
  compose(document, params, context) {
    const name = `colophon-font${context.unique()}`;
    const { 'font-size': size, 'font-weight': weight, 'line-height': height, ...everywhere } = fontCss(params);
    const text = style({ 'font-size': size, 'font-weight': weight, 'line-height': height });
    const rules = [`.colophon-sheet .${name}{${style(everywhere) ?? ''}}`];
    if (text !== undefined) rules.push(`.colophon-sheet .${name}:not(.heading){${text}}`);
    document.styles.push(...rules);
    for (const rule of rules) document.contentStyles.add(rule);
    document.font = name;
    document.fontSize = params.size === undefined ? null : points(params.size);
  },
};
