import { didYouMean } from '../near-names.ts';
import { colourNames } from './colour-names.ts';
import { joi } from './fields.ts';

const functions = '(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)';

/** A CSS colour that can't end its declaration: hex, a name, or a colour function with plain numbers. */
export const colorSyntax = new RegExp(
  `^(?:#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,30}|${functions}\\([0-9a-z .,%/+-]{1,80}\\))$`,
);

const isName = /^[a-zA-Z]+$/;

/** What is wrong with a name that no colour has, as the end of a sentence, with the one that is probably meant. */
function nameMistake(given: string): string | undefined {
  if (!isName.test(given) || colourNames.has(given.toLowerCase())) return undefined;
  return `must be a CSS colour, and '${given}' is the name of none${didYouMean(given.toLowerCase(), colourNames)}`;
}

/** What is wrong with a colour, as the end of a sentence; `undefined` = nothing. */
export const colourMistake = (given: unknown): string | undefined =>
  typeof given === 'string' && colorSyntax.test(given)
    ? nameMistake(given)
    : 'must be a CSS colour, for example "#1a73e8" or "navy"';

/** A colour in a request. */
export function color() {
  return joi
    .string()
    .pattern(colorSyntax)
    .custom((given: string, helpers) => {
      const mistake = colorSyntax.test(given) ? nameMistake(given) : undefined;
      return mistake === undefined ? given : helpers.error('color.name', { mistake });
    })
    .description('A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%).')
    .messages({
      'string.pattern.base': '{{#label}} must be a CSS colour, for example "#1a73e8" or "navy"',
      'color.name': '{{#label}} {{#mistake}}',
    });
}
