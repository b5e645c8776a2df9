export type XrefEntry =
  | { readonly kind: 'offset'; /** In `bytes`. */ readonly offset: number; readonly gen: number }
  | { readonly kind: 'object-stream'; readonly container: number; readonly index: number };
