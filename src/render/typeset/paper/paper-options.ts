import { joi } from '../../../input/fields.ts';
import { length, points, type Length } from '../../../input/length.ts';

/** Marks around the trimmed page (CSS Paged Media 3, 7.3). */
export const printersMarks = ['crop', 'registration'] as const;
/** One kind of these marks. */
export type PrintersMark = (typeof printersMarks)[number];

/** Fields of `document` for commercial printing. */
export interface PaperOptions {
  readonly bleed?: Length;
  readonly marks?: readonly PrintersMark[];
}

/** What is around the trimmed pages. */
export interface Paper {
  /** Points beyond each edge of the trimmed page that content extends to. */
  readonly bleed: number;
  readonly marks: readonly PrintersMark[];
}

/** Points; four times as much as printers request. */
export const maxBleed = 72;

/** Joi fields of `PaperOptions`. */
export const paperFields = {
  bleed: length({ max: maxBleed }).description(
    'How far content extends beyond the edges of the trimmed page, for printers: backgrounds, and what reaches ' +
      'beyond a page without a margin. 0 to 72 points (25.4 mm).',
  ),
  marks: joi
    .array()
    .items(joi.string().valid(...printersMarks))
    .unique()
    .max(printersMarks.length)
    .description('Marks for printers, outside of the bleed: where the page is trimmed, and whether colours register.'),
};

/** The paper that the options of a document describe; `null` for pages that are as large as they are trimmed. */
export function paperOf({ bleed = 0, marks = [] }: PaperOptions): Paper | null {
  const wide = points(bleed);
  return wide === 0 && marks.length === 0 ? null : { bleed: wide, marks };
}
