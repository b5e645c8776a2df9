/**
 * What the links lead to that stand where fields go while a document is printed; relative to its base address. A
 * field's key is the fragment.
 */
export const fieldPath = 'field';

/** The address of a document's fields, without a fragment. */
export const fieldAddress = (base: string) => `${base}${fieldPath}`;
