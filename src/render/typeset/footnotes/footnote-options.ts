import { joi } from '../../../input/fields.ts';
import { styles as numberStyles } from '../../numbering/numbering-options.ts';

/** What begins the numbers of notes anew. */
const numberings = ['document', 'page', 'section'] as const;
const noteStyles = [...(Object.keys(numberStyles) as (keyof typeof numberStyles)[]), 'symbols'] as const;

/** How the notes of a document are numbered (`document.footnotes`). */
export interface FootnoteOptions {
  readonly numbering: (typeof numberings)[number];
  readonly style: (typeof noteStyles)[number];
}

/** Joi schema of `document.footnotes`. */
export const footnotesSchema = joi
  .object<FootnoteOptions>({
    numbering: joi
      .string()
      .valid(...numberings)
      .default('document')
      .description('The numbers begin anew with each page, or with each section: a heading of level 1.'),
    style: joi
      .string()
      .valid(...noteStyles)
      .default('decimal')
      .description('`symbols` are * † ‡ § ‖ ¶, then the same twice.'),
  })
  .description('How footnotes are numbered: 1, 2, 3 through the document unless given.');

/** Maximum number of notes of an operation or a cell, and of characters of a note. */
export const [maxNotes, maxNoteCharacters] = [10_000, 100_000];

/** Joi schema of the field `footnotes` of an operation. */
export const footnotesField = () =>
  joi
    .array()
    .items(joi.object({ text: joi.string().max(maxNoteCharacters).required() }))
    .max(maxNotes)
    .description('Footnotes: `[^1]` in the text calls the first one. Without this field `[^1]` is plain text.');

/** JSON Schema of the field `footnotes` of a cell. */
export const footnotesJsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { text: { type: 'string', minLength: 1, maxLength: maxNoteCharacters } },
    required: ['text'],
    additionalProperties: false,
  },
  maxItems: maxNotes,
  description: 'Footnotes of the text of the cell; unless given, `[^1]` calls those of the table.',
};

/** The mistake in the field `footnotes` of a cell. */
export function footnotesMistake(value: unknown): string | undefined {
  const isNote = (note: unknown) =>
    typeof note === 'object' &&
    note !== null &&
    Object.keys(note).join() === 'text' &&
    'text' in note &&
    typeof note.text === 'string' &&
    note.text !== '' &&
    note.text.length <= maxNoteCharacters;
  return Array.isArray(value) && value.length <= maxNotes && value.every(isNote)
    ? undefined
    : `must be a list of at most ${maxNotes} objects with a \`text\` of 1 to ${maxNoteCharacters} characters`;
}

/** The options with their defaults. */
export const footnoteOptions = (options: Partial<FootnoteOptions> = {}): FootnoteOptions => ({
  numbering: 'document',
  style: 'decimal',
  ...options,
});
