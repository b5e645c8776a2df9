import { joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** Fields of `add_code`. Without `language`, nothing is coloured. */
export interface AddCode {
  readonly code: string;
  readonly language?: string;
  readonly lineNumbers: boolean;
}

/** Code with at most this many lines is not split across pages. */
const unbrokenLines = 15;

/** Source text in the flow, coloured within the limits of highlight.ts. */
export const addCode: Operation<AddCode> = {
  name: 'add_code',
  tier: 'core',
  summary: 'Adds source text in a fixed-width font, coloured by its language.',
  flows: true,
  schema: joi.object({
    code: joi.string().required(),
    language: joi
      .string()
      .max(40)
      .description(
        'A name such as typescript, python, sql, json. An unknown one is set plain, with a warning, and so is ' +
          'code that is too long to be coloured: more than about 20,000 characters, or 1,000 in a line.',
      ),
    lineNumbers: joi.boolean().default(false),
  }),
  example: {
    code: 'const total = items.reduce((sum, item) => sum + item.price, 0);',
    language: 'typescript',
    lineNumbers: true,
  },
  compose(_document, { code, language, lineNumbers }, context) {
    const html = context.code(code, { language, lines: lineNumbers, field: 'language' });
    context.add(
      '<pre' +
        context.attributes({
          class: [
            'code',
            lineNumbers && 'numbered',
            code.split('\n', unbrokenLines + 1).length <= unbrokenLines && 'keep',
          ]
            .filter((name) => name !== false)
            .join(' '),
        }) +
        '>' +
        `${html}</pre>`,
    );
  },
};
