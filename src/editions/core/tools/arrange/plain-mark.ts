import { points, type Length } from '../../../../input/length.ts';
import type { BatesSeries, TextLook } from '../../../../pdf/assemble/arrange/arrange-steps.ts';
import type { MarkForm, MarkLook } from '../../../../pdf/edit/stamp/mark.ts';
import { bytesOf } from '../../../../render/compose/assets.ts';
import { plainLook, plainType, type MarkOptions, type TypeOptions } from '../../mark-look.ts';
import { markSteps } from './mark-fields.ts';

interface MarkFields extends MarkOptions, TypeOptions {
  readonly pages?: string;
}

/** Steps that draw marks, as a valid request has them. */
export type MarkStep =
  | (MarkFields & {
      readonly do: 'stamp';
      readonly text?: string;
      readonly html?: string;
      readonly image?: string;
      readonly width?: Length;
    })
  | (MarkFields & { readonly do: 'number'; readonly format: string; readonly start?: number })
  | (MarkFields & BatesSeries & { readonly do: 'bates' });

const subtypes = { stamp: 'Watermark', number: 'PageNum', bates: 'Bates' } as const;

/** What of a step is made elsewhere: the JSON Pointer to it in the request, and its HTML as it was printed. */
export interface StepPlace {
  readonly pointer: string;
  readonly form: MarkForm | undefined;
}

/** Reads the lengths and the image of a step. */
export function plainMark(requested: MarkStep, { pointer, form }: StepPlace) {
  const step = withDefaults(requested);
  const { pages } = step;
  const look = lookOf(step);
  switch (step.do) {
    case 'number':
      return { do: step.do, pages, look, format: step.format, start: step.start };
    case 'bates': {
      const { prefix, digits, start, suffix } = step;
      return { do: step.do, pages, look, series: { prefix, digits, start, suffix } };
    }
    case 'stamp': {
      const width = step.width === undefined ? undefined : points(step.width);
      const content: MarkLook['content'] =
        form ??
        (step.image === undefined
          ? { ...look.content, text: step.text ?? '' }
          : { image: bytesOf(step.image) ?? new Uint8Array(), pointer: `${pointer}/image` });
      return { do: step.do, pages, look: { ...look, content, width } };
    }
  }
}

const withDefaults = (step: MarkStep): MarkStep =>
  markSteps[step.do].validate(step, { allowUnknown: true, convert: false }).value as MarkStep;

const lookOf = (step: MarkStep): TextLook => ({
  content: plainType(step),
  ...plainLook(step),
  subtype: subtypes[step.do],
});
