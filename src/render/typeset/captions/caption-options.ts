import { joi } from '../../../input/fields.ts';
import { labelsOf } from './caption-labels.ts';

/** The kinds of captions, each with numbers of its own. */
export const captionKinds = ['figure', 'table'] as const;
/** One of these. */
export type CaptionKind = (typeof captionKinds)[number];

/** How the captions of a document are numbered. */
export interface Captions {
  /** The labels by kind, with `{n}` in place of the number; `''` = captions of this kind have none. */
  readonly labels: Readonly<Record<CaptionKind, string>>;
  readonly by: 'document' | 'chapter';
}

/** `document.captions` of a request. */
export interface CaptionsOptions {
  readonly figure?: string;
  readonly table?: string;
  readonly by?: Captions['by'];
}

const label = (usual: string) =>
  joi
    .string()
    .allow('')
    .max(200)
    .pattern(/^[^{}]*\{n\}[^{}]*$/)
    .description(
      `What the number stands in: \`{n}\` is the number. Unless given, "${usual} {n}" in the language of the ` +
        'document. Empty: these captions have no number.',
    )
    .messages({ 'string.pattern.base': `{{#label}} must have \`{n}\`, once, for the number: "${usual} {n}"` });

/** Joi schema of `document.captions`. */
export const captionsSchema = joi
  .object<CaptionsOptions>({
    figure: label('Figure'),
    table: label('Table'),
    by: joi
      .string()
      .valid('document', 'chapter')
      .description(
        '`document` (default): figures and tables are counted through the document, each by themselves. `chapter`: ' +
          'anew in each chapter, with its number before ("2.1"). A chapter begins with each heading of level 1, or ' +
          'of the highest level that `numbering` numbers.',
      ),
  })
  .description(
    'Numbers the captions of figures and tables: `caption` of operations, and `<figcaption>` and `<caption>` of HTML ' +
      'and templates. Lists of figures and tables (`add_toc`) and references have the same numbers.',
  );

/** The numbering of captions that the options ask for; `null` = none. */
export function captionsOf(options: CaptionsOptions | undefined, lang: string): Captions | null {
  if (options === undefined) return null;
  const { by = 'document', ...labels } = options;
  return { labels: { ...labelsOf(lang), ...labels }, by };
}
