import { either, joi } from '../../input/fields.ts';
import { labelText } from '../../pdf/facts/page-labels.ts';

/** The styles of a number, by the names that page labels have for them (ISO 32000-2, table 161). */
export const styles = { decimal: 'D', roman: 'r', ROMAN: 'R', alpha: 'a', ALPHA: 'A' } as const;

/** How the headings of a document are numbered. */
export interface Numbering {
  /** How many levels have numbers, counted from the highest that the document has. */
  readonly levels: number;
  /** The first number of the highest level. */
  readonly start: number;
  /** Style of the numbers of the highest level. */
  readonly style: keyof typeof styles;
}

/** `document.numbering` of a request. */
export type NumberingOptions = boolean | Numbering;

const maxNumberedLevels = 6;

const numberingFields = joi.object<Numbering>({
  levels: joi
    .number()
    .integer()
    .min(1)
    .max(maxNumberedLevels)
    .default(3)
    .description('How many levels have numbers, counted from the highest level of the document.'),
  start: joi
    .number()
    .integer()
    .min(1)
    .max(1_000_000)
    .default(1)
    .description('The number of the first heading of the highest level.'),
  style: joi
    .string()
    .valid(...Object.keys(styles))
    .default('decimal')
    .description('Style of the first part of a number; the parts after it are decimal: `II.1`, `B.3.2`.'),
});

/** Joi schema of `document.numbering`. */
export const numberingSchema = either(
  numberingFields,
  joi.boolean().messages({ 'boolean.base': '{{#label}} must be true, false or an object' }),
).description(
  'Numbers the headings of the content: `true`, or an object for other levels, another start or style. The text, ' +
    'tables of contents, the outline and `{section}` have the same numbers.',
);

/** The numbering that the options ask for; `null` = none. */
export function numberingOf(options: NumberingOptions | undefined): Numbering | null {
  if (options === undefined || options === false) return null;
  return options === true ? (numberingFields.validate({}).value as Numbering) : options;
}

/** A number of a heading: its parts from the highest level down. */
export function numberText([first = 1, ...others]: readonly number[], { style }: Numbering): string {
  return [labelText({ style: styles[style], prefix: null, number: first }), ...others].join('.');
}
