import { invalidRequest } from '../../../input/input.ts';
import { symbologyNames, type Barcode } from '../../../render/content/barcode/barcode-params.ts';
import { drawBarcode, type DrawnBarcode } from '../../../render/content/barcode/barcode-svg.ts';
import { BarcodeError } from '../../../render/content/barcode/encode.ts';
import { valueMistake } from '../../../render/content/barcode/symbologies.ts';
import { also, joi, type Report } from '../../../input/fields.ts';
import { length } from '../../../input/length.ts';
import type { Operation } from '../../../render/model/operation.ts';
import type { OperationContext } from '../../../render/plan/operation-context.ts';

/** Checks the value against the symbology. A value of the wrong type is reported elsewhere. */
function checkValue({ symbology, value }: { symbology?: unknown; value?: unknown }, report: Report): void {
  const name = symbologyNames.find((one) => one === symbology);
  const mistake =
    name === undefined || typeof value !== 'string' || value === '' ? undefined : valueMistake(name, value);
  if (mistake !== undefined) report(['value'], mistake);
}

/**
 * Throws AppError `invalid-request` for a mistake that only encoding finds: GS1 application identifiers, a value just
 * too long.
 */
function drawn(barcode: Barcode, context: OperationContext): DrawnBarcode {
  try {
    return drawBarcode(barcode, { width: context.contentWidth });
  } catch (error) {
    if (!(error instanceof BarcodeError)) throw error;
    throw invalidRequest([{ pointer: context.pointer('value'), message: error.message }]);
  }
}

const mm = (points: number) => ((points / 72) * 25.4).toFixed(2);

/** A barcode in the flow, as an SVG picture with a text alternative. */
export const addBarcode: Operation<Barcode> = {
  name: 'add_barcode',
  tier: 'core',
  summary:
    'Adds a barcode as vector graphics, with its quiet zones: QR, Data Matrix, PDF417, EAN, UPC, Code 128, ' +
    'GS1-128, Code 39, ITF-14.',
  flows: true,
  schema: also(
    joi.object({
      symbology: joi
        .string()
        .valid(...symbologyNames)
        .required(),
      value: joi
        .string()
        .max(7089)
        .required()
        .description(
          'What it encodes. EAN-13, EAN-8, UPC-A and ITF-14 take their digits with the check digit or without ' +
            'it; GS1-128 application identifiers in brackets: (01)09501101530003(10)ABC.',
        ),
      width: length({ min: 10, max: 2000 }).description(
        'With the quiet zones. The default is that of the symbology, or the available width where that is less.',
      ),
      height: length({ min: 10, max: 2000 }).description(
        'With the text. Squares stay square: of width and height the smaller one counts.',
      ),
      showText: joi.boolean().description('The value in print below: true for bars, false for squares unless given.'),
      alt: joi
        .string()
        .allow('')
        .max(5000)
        .description('The text for readers who cannot see it: kind and value unless given; empty for decoration.'),
    }),
    checkValue,
  ),
  example: { symbology: 'qrcode', value: 'https://example.com/invoices/2026-117', width: '30mm' },
  compose(_document, params, context) {
    const { svg, module, smallestModule } = drawn({ ...params, ...sizeOf(params, context) }, context);
    if (module < smallestModule)
      context.warn(
        'barcode-too-small',
        `The narrowest part of the barcode is ${mm(module)} mm wide; scanners need ${mm(smallestModule)} mm. ` +
          'Give it more room, or a shorter value.',
        'width',
      );
    context.add(`<div${context.attributes({ class: 'barcode' })}>${svg}</div>`);
  },
};

/** Its own size, or that of the box at its position. */
function sizeOf({ width, height }: Barcode, { position }: OperationContext): Pick<Barcode, 'width' | 'height'> {
  const size = width ?? position?.width;
  const tall = height ?? position?.height;
  return { ...(size !== undefined && { width: size }), ...(tall !== undefined && { height: tall }) };
}
