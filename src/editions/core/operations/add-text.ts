import { joi } from '../../../input/fields.ts';
import { linked } from '../../../render/compose/link.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { textWithReferences } from '../../../render/typeset/references/reference.ts';
import { footnotesField } from '../../../render/typeset/footnotes/footnote-options.ts';
import { aroundNotes, noteWriter, notesOf, type Footnote } from '../../../render/typeset/footnotes/note-html.ts';
import { textStyle, textStyleFields, type TextStyle } from '../../../render/compose/text-style.ts';

/** Fields of `add_text`. `link` makes the whole paragraph a link, apart from the calls of its footnotes. */
export interface AddText extends TextStyle {
  readonly text: string;
  readonly link?: string;
  readonly footnotes?: readonly Footnote[];
}

/** A paragraph of plain text in the flow. */
export const addText: Operation<AddText> = {
  name: 'add_text',
  tier: 'core',
  summary: 'Adds a paragraph. Text is escaped and is never HTML; line breaks are preserved.',
  flows: true,
  light: true,
  schema: joi.object({
    text: joi.string().allow('').required().description(textWithReferences),
    ...textStyleFields,
    footnotes: footnotesField(),
  }),
  example: { text: 'Revenue grew by 12 % against the second quarter.', size: 11, color: '#333333' },
  compose(_document, params, context) {
    const notes = notesOf(params.footnotes, context);
    const write = noteWriter((note) => context.text(note));
    const text = write(context.text(params.text, params.link !== undefined), notes, () => context.pointer('text'));
    context.add(
      `<p${context.attributes({ class: 'text', style: textStyle(params) })}>` +
        `${aroundNotes(text, (part) => linked(part, params.link))}</p>`,
    );
  },
};
