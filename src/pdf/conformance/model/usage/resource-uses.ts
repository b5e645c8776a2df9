import type { Operation } from '../../../content/operation.ts';
import { Name } from '../../../objects/objects.ts';
import type { ObjectLocation } from '../../object-location.ts';

/** A named resource that an operator asks for (ISO 32000-2, 7.8.3). */
export interface ResourceUse {
  readonly category: string;
  readonly name: string;
}

const device: ReadonlySet<string> = new Set([
  'DeviceGray',
  'DeviceRGB',
  'DeviceCMYK',
  'Pattern',
  'G',
  'RGB',
  'CMYK',
  'CalGray',
  'CalRGB',
  'Lab',
]);

/** Resources that content streams do not have themselves. */
export class ResourceUses {
  /** What is found in the resources of what uses the stream, or of the pages above. */
  readonly inherited: (ResourceUse & { readonly place: ObjectLocation })[] = [];
  readonly undefined: (ResourceUse & { readonly place: ObjectLocation })[] = [];

  /** What an operation asks the resources for, or null. */
  of({ operator, operands, image }: Operation): ResourceUse | null {
    const last = operands.at(-1);
    switch (operator) {
      case 'Do':
        return named('XObject', last);
      case 'gs':
        return named('ExtGState', last);
      case 'Tf':
        return named('Font', operands.at(-2));
      case 'sh':
        return named('Shading', last);
      case 'cs':
      case 'CS':
        return last instanceof Name && device.has(last.value) ? null : named('ColorSpace', last);
      case 'scn':
      case 'SCN':
        return named('Pattern', last);
      case 'BDC':
      case 'DP':
        return named('Properties', last);
      case 'BI': {
        const space = image?.dict.get('CS') ?? image?.dict.get('ColorSpace');
        return space instanceof Name && !device.has(space.value) && space.value !== 'I'
          ? named('ColorSpace', space)
          : null;
      }
      default:
        return null;
    }
  }
}

function named(category: string, value: unknown): ResourceUse | null {
  return value instanceof Name ? { category, name: value.value } : null;
}
