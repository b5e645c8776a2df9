import { bytesOf } from '../../../../render/compose/assets.ts';
import { distinctNames, either, joi, type Report } from '../../../../input/fields.ts';
import { langSchema } from '../../../../input/language-tag.ts';
import { length, points, type Length } from '../../../../input/length.ts';
import { colourOf, opaqueColour } from '../../../../input/opaque-colour.ts';
import { dateFormats, layouts, lookFields } from '../../../../pdf/sign/look-choices.ts';
import type { LookField, LookStyle } from '../../../../pdf/sign/look.ts';
import type { SignOptions } from '../../../../pdf/sign/sign-pdf.ts';
import { base64 } from '../../../base64-field.ts';

/** The visible appearance of a signature. `page` is 1-based. */
export interface Appearance {
  readonly page: number;
  readonly box?: { readonly x: Length; readonly y: Length; readonly width: Length; readonly height: Length };
  readonly text?: string;
  readonly image?: string;
  readonly logo?: string;
  readonly layout?: LookStyle['layout'];
  readonly frame?: true | { readonly color?: string; readonly width?: Length };
  readonly background?: string;
  readonly fields?: readonly LookField[];
  readonly lang?: string;
  readonly dateFormat?: LookStyle['dateFormat'];
}

/** Widget annotations may reach beyond the page, so a box needs no limits. */
const box = joi.object({
  x: length({ min: -14_400 }).required(),
  y: length({ min: -14_400 }).required(),
  width: length({ min: 1 }).required(),
  height: length({ min: 1 }).required(),
});

const colour = (what: string) =>
  joi
    .string()
    .pattern(opaqueColour)
    .description(`${what}: #rgb, #rrggbb, or one of the 16 basic colour names.`)
    .messages({ 'string.pattern.base': '{{#label}} must be an opaque colour, for example "#1a73e8" or "navy"' });

const frame = joi
  .object({
    color: colour('Its colour').default('#808080'),
    width: length({ min: 0.1, max: 20 }).description('Its thickness; 0.75 pt unless given.'),
  })
  .description('A frame inside the box.');

const pictureKinds = 'PNG, JPEG, WebP, AVIF, GIF or SVG, as base64 or a data URI';

/** Base64 characters of a picture. */
const longestPicture = 16_000_000;

/** The fields that choose a design. A look without any of them is as looks were before there were designs. */
const designFields = ['layout', 'frame', 'background', 'logo', 'fields', 'lang', 'dateFormat'] as const;

/** The schema of `appearance`. */
export const appearanceField = joi.object<Appearance>({
  page: joi.number().integer().min(1).max(1_000_000).default(1).description('From 1.'),
  box: box.description(
    'From the top-left corner of the page as it is shown. For a new field only; an existing field has its place.',
  ),
  text: joi
    .string()
    .min(1)
    .max(2000)
    .pattern(/\S/)
    .description('Lines, in any script. With neither `text` nor `image`: who signed, when, why and where.'),
  image: base64(`A picture in place of the usual text, or beside \`text\`: ${pictureKinds}.`, longestPicture),
  logo: base64(`A picture beside the text: ${pictureKinds}. Not together with \`image\`.`, longestPicture),
  layout: joi
    .string()
    .valid(...layouts)
    .description(
      'Where the picture is: `auto` (left of the text, in a tall box above it), `logo-left`, `logo-top`, or ' +
        '`text` for none.',
    ),
  frame: either(
    frame,
    joi.valid(true).messages({ 'any.only': '{{#label}} must be `true`, or an object with `color` and `width`' }),
  ).description('A frame inside the box; `true` for a thin grey one.'),
  background: colour('Fills the box, so that it hides what is below; text on a dark one is white. An opaque colour'),
  fields: distinctNames(lookFields).description(
    'What is stated, in this order, below `text`; the name is bold, and a field without a value is left out. ' +
      'Unless given: name, date, reason and location, or nothing beside `text` or `image`.',
  ),
  lang: langSchema().description('The language of the date (BCP 47); that of the document unless given.'),
  dateFormat: joi
    .string()
    .valid(...dateFormats)
    .description('How the time of signing is written, in UTC: `medium` unless given; `iso` is 2026-11-27T21:54:00Z.'),
});

/** Checks the conditions between fields of `appearance`. */
export function checkAppearance(look: object, report: Report): void {
  const { layout } = look as { readonly layout?: unknown };
  if ('logo' in look && 'image' in look)
    report(['appearance', 'logo'], '`appearance.logo` and `appearance.image` are two pictures for one place: send one');
  if ((layout === 'logo-left' || layout === 'logo-top') && !('logo' in look) && !('image' in look))
    report(['appearance', 'logo'], `\`appearance.logo\` is required for the layout \`${layout}\``);
}

/** These conditions as a JSON Schema. */
export const appearanceConditions = {
  not: { required: ['logo', 'image'] },
  anyOf: [
    { not: { required: ['layout'] } },
    { required: ['logo'] },
    { required: ['image'] },
    { properties: { layout: { enum: ['auto', 'text'] } } },
  ],
};

const frameWidth = 0.75;

/** An appearance with its pictures decoded and its lengths in points. */
export function appearanceOf(look: Appearance): NonNullable<SignOptions['appearance']> {
  const { page, box: given, text, image, logo } = look;
  const data = image ?? logo;
  const bytes = data === undefined ? undefined : bytesOf(data);
  return {
    page,
    text,
    picture: bytes === undefined ? undefined : { field: image === undefined ? 'logo' : 'image', bytes },
    style: designFields.some((field) => look[field] !== undefined) ? styleOf(look) : undefined,
    box:
      given === undefined
        ? undefined
        : { x: points(given.x), y: points(given.y), width: points(given.width), height: points(given.height) },
  };
}

function styleOf({ layout, frame: given, background, fields, lang, dateFormat }: Appearance): LookStyle {
  const { color = '#808080', width = frameWidth } = given === true || given === undefined ? {} : given;
  return {
    layout: layout ?? 'auto',
    frame: given === undefined ? null : { color: colourOf(color), width: points(width) },
    background: background === undefined ? null : colourOf(background),
    fields,
    lang,
    dateFormat: dateFormat ?? 'medium',
  };
}
