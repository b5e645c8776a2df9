import { joi } from '../../../input/fields.ts';
import { linked } from '../../../render/compose/link.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { textWithReferences } from '../../../render/typeset/references/reference.ts';
import { textStyle, textStyleFields, type TextStyle } from '../../../render/compose/text-style.ts';

/** Fields of `add_heading`. `level` is 1 to 6. */
export interface AddHeading extends TextStyle {
  readonly text: string;
  readonly level: number;
  readonly bookmark: boolean;
  readonly numbered?: boolean;
  readonly link?: string;
}

/** A heading in the flow. The outline lists it unless `bookmark` is false. */
export const addHeading: Operation<AddHeading> = {
  name: 'add_heading',
  tier: 'core',
  summary: 'Adds a heading, and a bookmark for it unless `bookmark` is false.',
  flows: true,
  light: true,
  schema: joi.object({
    text: joi.string().required().description(textWithReferences),
    level: joi.number().integer().min(1).max(6).default(1),
    bookmark: joi.boolean().default(true),
    numbered: joi
      .boolean()
      .description(
        '`false`: the heading and those under it have no number where `document.numbering` numbers headings.',
      ),
    ...textStyleFields,
  }),
  example: { text: 'Q3 report', level: 1 },
  compose(_document, params, context) {
    context.add(
      `<h${params.level}` +
        context.attributes({ class: 'heading', style: textStyle(params) }) +
        `${params.bookmark ? '' : ' data-toc="no"'}${params.numbered === false ? ' data-numbered="no"' : ''}>` +
        `${linked(context.text(params.text, params.link !== undefined), params.link)}</h${params.level}>`,
      params,
    );
  },
};
