import { joi } from './fields.ts';

const functions = '(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)';

/** A CSS colour that can't end its declaration: hex, a name, or a colour function with plain numbers. */
export const colorSyntax = new RegExp(
  `^(?:#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,30}|${functions}\\([0-9a-z .,%/+-]{1,80}\\))$`,
);

/** A colour in a request. */
export function color() {
  return joi
    .string()
    .pattern(colorSyntax)
    .description('A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%).')
    .messages({ 'string.pattern.base': '{{#label}} must be a CSS colour, for example "#1a73e8" or "navy"' });
}
