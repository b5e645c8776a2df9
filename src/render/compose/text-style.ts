import { color } from '../../input/color.ts';
import { joi } from '../../input/fields.ts';
import { style } from '../html/html.ts';
import { cssLength, length, type Length } from '../../input/length.ts';
import { link } from './link.ts';

/** The style fields of `add_text`, which headings share. */
export interface TextStyle {
  readonly font?: string;
  readonly size?: Length;
  readonly weight?: number | 'normal' | 'bold';
  readonly italic?: boolean;
  readonly color?: string;
  readonly background?: string;
  readonly align?: 'left' | 'center' | 'right' | 'justify';
  readonly lineHeight?: number;
}

/** One family or a list of them, in CSS syntax without quotes. */
export const fontFamily = () =>
  joi
    .string()
    .max(200)
    .pattern(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*(, ?[\p{L}\p{N}][\p{L}\p{N} ._-]*)*$/u)
    .description('A font family, or several separated by commas.')
    .messages({
      'string.pattern.base': '{{#label}} must be the name of a font family, or several separated by commas',
    });
/** Schema of a font size, 1 to 2000 points. */
export const fontSize = () => length({ min: 1, max: 2000 });
/** Schema of a font weight: a number from 1 to 1000, or a keyword. */
export const fontWeight = () =>
  joi
    .alternatives()
    .try(joi.number().integer().min(1).max(1000), joi.string().valid('normal', 'bold'))
    .description('1 to 1000, normal (400) or bold (700).')
    .messages({ 'alternatives.types': '{{#label}} must be a number from 1 to 1000, "normal" or "bold"' });
/** Schema of a line height, 0.5 to 10 times the font size. */
export const lineHeight = () => joi.number().min(0.5).max(10).description('A multiple of the font size.');

/** Joi fields of a text style with its link, for operations with text. */
export const textStyleFields = {
  font: fontFamily(),
  size: fontSize(),
  weight: fontWeight(),
  italic: joi.boolean(),
  color: color(),
  background: color(),
  align: joi.string().valid('left', 'center', 'right', 'justify'),
  lineHeight: lineHeight(),
  link: link(),
};

const generic = new Set([
  'serif',
  'sans-serif',
  'monospace',
  'system-ui',
  'ui-serif',
  'ui-sans-serif',
  'ui-monospace',
  'cursive',
  'fantasy',
  'math',
  'emoji',
]);

/** A family list in CSS that ends with the bundled fonts, which print the glyphs that the family lacks. */
function familyCss(family: string): string {
  const names = family.split(',').map((name) => name.trim());
  return [...names.map((name) => (generic.has(name) ? name : `"${name}"`)), 'var(--sans)'].join(', ');
}

const italicCss = (italic: boolean | undefined) => (italic === undefined ? undefined : italic ? 'italic' : 'normal');

/** The font of a text as CSS properties. */
export function fontCss(font: {
  family?: string | undefined;
  size?: Length | undefined;
  weight?: number | string | undefined;
  italic?: boolean | undefined;
  color?: string | undefined;
  lineHeight?: number | undefined;
}) {
  return {
    'font-family': font.family === undefined ? undefined : familyCss(font.family),
    'font-size': cssLength(font.size),
    'font-weight': font.weight,
    'font-style': italicCss(font.italic),
    color: font.color,
    'line-height': font.lineHeight,
  };
}

/** The value of a `style` attribute; `undefined` where no style field is set. */
export function textStyle(text: TextStyle): string | undefined {
  return style({ ...fontCss({ ...text, family: text.font }), background: text.background, 'text-align': text.align });
}
