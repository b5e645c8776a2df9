import type { FormWidget } from '../../../pdf/edit/forms/form-field.ts';
import { AppError } from '../../../problems.ts';

/** Maximum number of fields of one document: until it is finished, all are in memory. */
const maxFields = 20_000;
/** Maximum number of characters in names, labels, values and options of all fields. */
const maxCharacters = 20_000_000;

/** Counts the fields that prints of a document have reported. */
export interface FieldCount {
  /**
   * Adds the widgets of a print; -1 takes back those of a part that is printed again. Throws AppError `limit-exceeded`.
   */
  add(widgets: readonly FormWidget[], times?: 1 | -1): void;
  /** A separate count that starts at this one, for prints that may be given up. */
  ahead(): FieldCount;
}

/** Starts a count, at 0 unless given. `characters` are those of names, labels, values and options. */
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
