import { color } from '../../../input/color.ts';
import { joi } from '../../../input/fields.ts';
import { style } from '../../../render/html/html.ts';
import { cssLength, length, type Length } from '../../../input/length.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** Fields of `add_divider`. The style sheet has the defaults. */
export interface AddDivider {
  readonly color?: string;
  readonly thickness?: Length;
}

/** A horizontal line in the flow. */
export const addDivider: Operation<AddDivider> = {
  name: 'add_divider',
  tier: 'core',
  summary: 'Adds a line across the content.',
  flows: true,
  light: true,
  schema: joi.object({ color: color(), thickness: length({ max: 100 }) }),
  example: { color: '#c0c7d0', thickness: 0.5 },
  compose(_document, { color, thickness }, context) {
    context.add(
      '<hr' +
        context.attributes({
          class: 'divider',
          style: style({ 'border-top-color': color, 'border-top-width': cssLength(thickness) }),
        }) +
        '>',
    );
  },
};
