import type { FormWidget } from '../../../pdf/edit/forms/form-field.ts';
import { AppError } from '../../../problems.ts';

/**
 * HTML controls that become fields of one document, whose parts are never in one page together: until it is finished,
 * all of them are in memory.
 */
const maxFields = 20_000;
/** Names, labels, values and options of all of them. */
const maxCharacters = 20_000_000;

/** What the prints of a document have told so far. */
export interface FieldCount {
  /**
   * Counts the widgets of a print, or takes those of one back that is printed anew. Throws AppError `limit-exceeded`.
   */
  add(widgets: readonly FormWidget[], times?: 1 | -1): void;
  /** Counts on from here, without this one being told: for prints that may be given up. */
  ahead(): FieldCount;
}

export function countFields({ fields, characters } = { fields: 0, characters: 0 }): FieldCount {
  return {
    ahead: () => countFields({ fields, characters }),
    add(widgets, times = 1) {
      fields += times * widgets.length;
      characters += times * charactersOf(widgets);
      if (fields > maxFields)
        throw new AppError(
          'limit-exceeded',
          `The document has more than ${maxFields} form controls; so many can be fields.`,
        );
      if (characters > maxCharacters)
        throw new AppError(
          'limit-exceeded',
          `The form controls of the document have more than ${maxCharacters / 1e6} million characters in all.`,
        );
    },
  };
}

const charactersOf = (widgets: readonly FormWidget[]) =>
  widgets.reduce(
    (sum, { name, tooltip, values, options }) =>
      sum +
      name.length +
      tooltip.length +
      values.join('').length +
      options.reduce((all, { label, value }) => all + label.length + value.length, 0),
    0,
  );
