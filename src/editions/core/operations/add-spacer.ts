import { joi } from '../../../input/fields.ts';
import { style } from '../../../render/html/html.ts';
import { cssLength, length, type Length } from '../../../input/length.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** Fields of `add_spacer`. */
export interface AddSpacer {
  readonly height: Length;
}

/** Empty space in the flow. */
export const addSpacer: Operation<AddSpacer> = {
  name: 'add_spacer',
  tier: 'core',
  summary: 'Adds empty room of a height.',
  flows: true,
  light: true,
  schema: joi.object({ height: length().required() }),
  example: { height: '10mm' },
  compose(_document, { height }, context) {
    context.add(`<div${context.attributes({ class: 'spacer', style: style({ height: cssLength(height) }) })}></div>`);
  },
};
