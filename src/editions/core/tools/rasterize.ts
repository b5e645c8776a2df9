import { imageTypes, type ImageType } from '../../../context.ts';
import { documentInput } from '../../../input/document-input.ts';
import { also, joi, type Report } from '../../../input/fields.ts';
import { colourOf, opaqueColour } from '../../../input/opaque-colour.ts';
import { pageRange } from '../../../input/range.ts';
import { AppError } from '../../../problems.ts';
import { documentField, passwordField, type GivenDocument } from '../../documents.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { defaultDpi, defaultQuality, drawPages } from './rasterize/draw-pages.ts';

/** The names of image types in requests. */
const formats = ['png', 'jpeg', 'webp'] as const;

/** The body of a rasterize, with its defaults filled in (docs/spec/tools.md). */
interface Rasterize {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly pages?: string;
  readonly dpi?: number;
  readonly width?: number;
  readonly height?: number;
  readonly format?: (typeof formats)[number];
  readonly quality?: number;
  readonly background?: string;
  readonly transparent: boolean;
  readonly annotations: boolean;
  readonly forms: boolean;
}

const side = (name: string) =>
  joi
    .number()
    .integer()
    .min(1)
    .max(1_000_000)
    .description(`${name} of each image in pixels, in place of \`dpi\`. With both sides, pages fit inside.`);

const body = joi.object<Rasterize>({
  document: documentField(),
  password: passwordField('Opens an encrypted document.'),
  pages: pageRange(),
  dpi: joi.number().min(1).max(100_000).description(`Pixels an inch; ${defaultDpi} unless a side is given.`),
  width: side('The width'),
  height: side('The height'),
  format: joi
    .string()
    .valid(...formats)
    .description('The type of the images, where `Accept` names none; PNG unless given.'),
  quality: joi.number().integer().min(1).max(100).description(`Of JPEG and WebP; ${defaultQuality} unless given.`),
  background: joi
    .string()
    .pattern(opaqueColour)
    .messages({ 'string.pattern.base': '{{#label}} must be #rgb, #rrggbb or a common colour name' })
    .description('The colour of the paper, as #rgb, #rrggbb or a common name; white unless given.'),
  transparent: joi.boolean().default(false).description('Leaves the paper out; PNG and WebP only.'),
  annotations: joi.boolean().default(true).description('Draws annotations: notes, stamps, highlights, drawings.'),
  forms: joi.boolean().default(true).description('Draws form fields with their values, and visible signatures.'),
});

/** Fields that do not go together. */
const conflicts: readonly {
  readonly field: keyof Rasterize;
  readonly with: string;
  readonly found: (body: Partial<Rasterize>) => boolean;
}[] = [
  { field: 'dpi', with: '`width` and `height`', found: ({ width, height }) => (width ?? height) !== undefined },
  { field: 'background', with: '`transparent`', found: ({ transparent }) => transparent === true },
  { field: 'quality', with: '`format` "png"', found: ({ format }) => format === 'png' },
];

const jpegIsOpaque = 'does not go with JPEG, which has no transparency';

function refuseConflicts(value: Partial<Rasterize>, report: Report): void {
  for (const { field, with: other, found } of conflicts)
    if (value[field] !== undefined && found(value)) report([field], `\`${field}\` does not go with ${other}`);
  if (value.transparent === true && value.format === 'jpeg') report(['transparent'], `\`transparent\` ${jpegIsOpaque}`);
}

const schema = also(body, refuseConflicts);

/** The type that the caller prefers, else that of the request. */
function typeOf({ format, transparent }: Rasterize, imageType: ImageType | undefined): ImageType {
  const type = imageType ?? (format === undefined ? imageTypes[0] : (`image/${format}` as const));
  if (transparent && type === 'image/jpeg')
    throw new AppError('invalid-request', `\`transparent\` ${jpegIsOpaque}.`, {
      errors: [{ pointer: '/transparent', message: jpegIsOpaque }],
    });
  return type;
}

const byte = (share: number) => Math.round(share * 255);

/** `POST /api/v1/rasterize`: pages of a PDF as images (docs/spec/tools.md). */
export const rasterize: Tool<Rasterize> = {
  name: 'rasterize',
  tier: 'core',
  summary: 'Draw pages as images',
  description:
    'Draws pages of a PDF as PNG, JPEG or WebP, as viewers show them: the crop box, rotated, with annotations and ' +
    'form fields. One page is the image itself, several are an archive. The type follows `Accept`, or `format`.',
  produces: 'images',
  documents: 'one',
  fileParts: [],
  input: () => documentInput(schema),
  problems: ['page-out-of-range', 'too-many-pages'],
  examples: {
    page: { document: { data: examplePdf('Hello') }, width: 600 },
    pages: { document: { data: examplePdf('One', 'Two', 'Three') }, pages: '2-', dpi: 72, format: 'webp', quality: 70 },
  },
  async run({ document: { data }, ...request }, services, context) {
    const type = typeOf({ ...request, document: { data } }, context.imageType);
    const { password, pages, width, height, quality, annotations, forms } = request;
    const isSized = (width ?? height) !== undefined;
    const [red, green, blue] = colourOf(request.background ?? 'white');
    return drawPages(
      {
        bytes: await data.bytes(),
        stem: data.stem,
        size: { width, height, dpi: isSized ? undefined : (request.dpi ?? defaultDpi) },
        paper: request.transparent ? null : [byte(red), byte(green), byte(blue)],
        ...{ type, password, pages, annotations, forms, quality: quality ?? defaultQuality },
      },
      services,
      context,
    );
  },
};
