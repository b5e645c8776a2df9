import { either, joi } from '../../input/fields.ts';
import { length, points, type Length } from '../../input/length.ts';
import { colourOf, opaqueColour } from '../../input/opaque-colour.ts';
import { anchors, type Anchor, type MarkLook, type MarkText } from '../../pdf/edit/stamp/mark.ts';

/** How a mark is drawn on a page, as a valid request has it. */
export interface MarkOptions {
  readonly at: Anchor | Readonly<Record<'x' | 'y', Length>>;
  readonly margin: Length;
  readonly rotation: number;
  readonly opacity: number;
  readonly layer: 'under' | 'over';
}

/** The type of a mark that is a text. */
export interface TypeOptions {
  readonly size: Length;
  readonly color: string;
}

const far = { min: -14_400 };

const place = (usual: Anchor) =>
  either(
    joi.object({ x: length(far).required(), y: length(far).required() }),
    joi
      .string()
      .valid(...anchors)
      .messages({ 'any.only': `{{#label}} must be one of ${anchors.join(', ')}, or an object with \`x\` and \`y\`` }),
  )
    .default(usual)
    .description(
      'A place on the page as it is shown, or {x, y}: the top-left corner of the mark, from that of the page.',
    );

/** Fields of `MarkOptions`; `usual` is the place of a mark without `at`. */
export const lookFields = (usual: Anchor) => ({
  at: place(usual),
  margin: length().default(28).description('Distance from the edges of the page, for a named place.'),
  rotation: joi.number().min(-360).max(360).default(0).description('Degrees, counter-clockwise.'),
  opacity: joi.number().min(0).max(1).default(1),
  layer: joi.string().valid('under', 'over').default('over').description('Under or over the content of the page.'),
});

/** Fields of `TypeOptions`; `size` is that of a text without one, in points. */
export const typeFields = (size: number) => ({
  size: length({ min: 1, max: 1000 }).default(size).description('Font size.'),
  color: joi
    .string()
    .pattern(opaqueColour)
    .default('black')
    .description('#1a73e8, #17e, or a basic name such as navy.')
    .messages({ 'string.pattern.base': '{{#label}} must be a colour such as "#1a73e8" or "navy"' }),
});

/** HTML of a stamp. */
export const htmlField = () =>
  joi.string().min(1).max(100_000).description('HTML, as wide as `width`, or as its content.');

/** The width of a stamp. */
export const widthField = () =>
  length({ min: 1 }).description('Width of the stamp before its rotation; its natural width unless given.');

/** The options with their lengths in points. */
export function plainLook({ at, margin, rotation, opacity, layer }: MarkOptions) {
  const place: MarkLook['at'] = typeof at === 'string' ? at : { x: points(at.x), y: points(at.y) };
  return { at: place, margin: points(margin), rotation, opacity, layer };
}

/** Size and colour of a text. */
export const plainType = ({ size, color }: TypeOptions): Omit<MarkText, 'text'> => ({
  size: points(size),
  colour: colourOf(color),
});
