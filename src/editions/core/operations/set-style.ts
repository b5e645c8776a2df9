import { joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** Fields of `set_style`. */
export interface SetStyle {
  readonly css: string;
}

/** CSS for the whole document, after the styles of earlier operations. */
export const setStyle: Operation<SetStyle> = {
  name: 'set_style',
  tier: 'core',
  summary: 'Adds CSS for the whole document.',
  flows: false,
  light: true,
  schema: joi.object({ css: joi.string().allow('').max(5_000_000).required() }),
  example: { css: 'h1 { color: #1c4f82 }' },
  compose(document, { css }) {
    document.styles.push(css);
  },
};
