/** Where an object in use is: at an offset, or at an index in an object stream (ISO 32000-2, 7.5.4, 7.5.8.3). */
export type XrefEntry =
  | { readonly kind: 'offset'; /** In `bytes`. */ readonly offset: number; readonly gen: number }
  | { readonly kind: 'object-stream'; readonly container: number; readonly index: number };
