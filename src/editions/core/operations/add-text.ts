import { joi } from '../../../input/fields.ts';
import { linked } from '../../../render/compose/link.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { textWithReferences } from '../../../render/typeset/references/reference.ts';
import { textStyle, textStyleFields, type TextStyle } from '../../../render/compose/text-style.ts';

/** Fields of `add_text`. `link` makes the whole paragraph a link. */
export interface AddText extends TextStyle {
  readonly text: string;
  readonly link?: string;
}

/** A paragraph of plain text in the flow. */
export const addText: Operation<AddText> = {
  name: 'add_text',
  tier: 'core',
  summary: 'Adds a paragraph. Text is escaped and is never HTML; line breaks are preserved.',
  flows: true,
  light: true,
  schema: joi.object({ text: joi.string().allow('').required().description(textWithReferences), ...textStyleFields }),
  example: { text: 'Revenue grew by 12 % against the second quarter.', size: 11, color: '#333333' },
  compose(_document, params, context) {
    context.add(
      `<p${context.attributes({ class: 'text', style: textStyle(params) })}>` +
        `${linked(context.text(params.text, params.link !== undefined), params.link)}</p>`,
    );
  },
};
