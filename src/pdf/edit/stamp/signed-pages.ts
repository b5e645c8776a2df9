/** The reason why pages of a signed document get no marks. */
export const signedPages =
  'The document is signed, and its signatures would not be valid on pages with new content. ' +
  'Leave the pages of signed documents out, or remove the signatures first.';
