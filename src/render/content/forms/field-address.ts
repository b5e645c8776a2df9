/**
 * Path of the links in place of fields during a print, relative to the base address. The fragment is the key of the
 * field.
 */
export const fieldPath = 'field';

/** The address of a document's fields, without a fragment. */
export const fieldAddress = (base: string) => `${base}${fieldPath}`;
