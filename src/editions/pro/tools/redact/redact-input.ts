import { invalidRequest, type Input } from '../../../../input/input.ts';
import { presetNames, type PresetName } from '../../../../pdf/redact/survey/presets/presets.ts';
import { patternMistake } from '../../../../pdf/redact/survey/rules.ts';
import { exactlyOne, joi } from '../../../../input/fields.ts';
import { expressionField } from '../../../expression-field.ts';
import { length } from '../../../../input/length.ts';
import { pageRange } from '../../../../input/range.ts';
import { documentInput } from '../../../../input/document-input.ts';
import { documentField, passwordField, type GivenDocument } from '../../../documents.ts';
import { opaqueColour } from '../../../../input/opaque-colour.ts';

/** A length: points, or a number with a unit. */
type Length = number | string;

/** A rectangle on a page. `page` is 1-based. */
export interface Area {
  readonly page: number;
  readonly box: { readonly x: Length; readonly y: Length; readonly width: Length; readonly height: Length };
}

/** One of `literal` and `pattern`. */
export interface Text {
  readonly literal?: string;
  readonly pattern?: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  readonly pages?: string;
}

/** The body of a redact, with its defaults filled in (docs/spec/tools.md). */
export interface Redact {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly areas: readonly Area[];
  readonly text: readonly Text[];
  readonly presets: readonly PresetName[];
  readonly strict: boolean;
  readonly fill: string;
  readonly label?: string;
  readonly metadata: 'scrub' | 'keep';
  readonly attachments: 'remove' | 'keep';
  readonly spacing: 'quantised' | 'exact';
  readonly dryRun: boolean;
  readonly breakSignatures: boolean;
  readonly decrypt: boolean;
}

const area = joi.object({
  page: joi.number().integer().min(1).max(1_000_000).required().description('1-based.'),
  box: joi
    .object({
      x: length().required(),
      y: length().required(),
      width: length({ min: 0.01 }).required(),
      height: length({ min: 0.01 }).required(),
    })
    .required()
    .description('From the top-left corner of the page as it is shown. Points, or with a unit.'),
});

const pattern = () =>
  expressionField('A regular expression in RE2 syntax: no backreferences, no look-around.', patternMistake);

const text = exactlyOne(
  joi.object<Text>({
    literal: joi
      .string()
      .min(1)
      .max(1000)
      .pattern(/[^\s\p{Cf}]/u)
      .description('Text as it is read, whatever glyphs, lines, hyphens and forms of characters it is made of.'),
    pattern: pattern(),
    caseSensitive: joi.boolean().default(false),
    wholeWord: joi
      .boolean()
      .default(false)
      .description('Only where there is no letter or digit directly before or after.'),
    pages: pageRange(),
  }),
  ['literal'],
  ['pattern'],
);

const body = joi.object<Redact>({
  document: documentField(),
  password: passwordField('Opens an encrypted document.'),
  areas: joi.array().items(area).max(2000).default([]).description('All content in these boxes is removed.'),
  text: joi.array().items(text).max(200).default([]).description('Text to remove, wherever it is.'),
  presets: joi
    .array()
    .items(joi.string().valid(...presetNames))
    .max(presetNames.length)
    .default([])
    .description('Kinds of text to remove. A number of such a form is removed even if its check digit is wrong.'),
  strict: joi
    .boolean()
    .default(false)
    .description(
      'Presets find only numbers with valid check digits, in assigned ranges, and with no digit beside them.',
    ),
  fill: joi
    .string()
    .pattern(opaqueColour)
    .default('black')
    .description('The colour of the boxes: #rgb, #rrggbb, or one of the 16 basic colour names.')
    .messages({ 'string.pattern.base': '{{#label}} must be an opaque colour, for example "#1a73e8" or "black"' }),
  label: joi.string().min(1).max(100).description('Written on the boxes, where it fits.'),
  metadata: joi
    .string()
    .valid('scrub', 'keep')
    .default('scrub')
    .description('`keep` preserves Info and XMP, without the redacted text.'),
  attachments: joi
    .string()
    .valid('remove', 'keep')
    .default('remove')
    .description('`keep` is refused where an attachment contains redacted text.'),
  spacing: joi
    .string()
    .valid('quantised', 'exact')
    .default('quantised')
    .description(
      'Whether text after removed letters on the same line can move by up to an eighth of a point, so that its ' +
        'position does not reveal the removed letters.',
    ),
  dryRun: joi
    .boolean()
    .default(false)
    .description('Answers what would be removed, with its text, and changes nothing.'),
  breakSignatures: joi.boolean().default(false).description('Redacts a signed document, without its signatures.'),
  decrypt: joi.boolean().default(false).description('Leaves the result unencrypted where the document was encrypted.'),
});

const input = documentInput(body);

/** A request must have one of these, else it would return a document that only looks redacted. */
const targets = ['areas', 'text', 'presets'] as const;

/** The body of `redact`. A request without any target is invalid. */
export const redactInput: Input<Redact> = {
  jsonSchema: {
    ...input.jsonSchema,
    anyOf: targets.map((key) => ({ required: [key], properties: { [key]: { type: 'array', minItems: 1 } } })),
  },
  validate(given) {
    const request = input.validate(given);
    if (targets.every((key) => request[key].length === 0))
      throw invalidRequest([
        {
          pointer: '',
          message: `the request must name what to remove: ${targets.map((key) => `\`${key}\``).join(', ')}`,
        },
      ]);
    return request;
  },
};
