import type { Dict, Ref } from '../../objects/objects.ts';

/** A content item of a structure element that needs more than its number: marked content, or an object (14.7.5). */
export type Reference =
  /** Marked content, of the page's own stream or of the stream that `dict` names. */
  | {
      readonly kind: 'content';
      readonly page: number;
      readonly mcid: number;
      readonly stream: number | null;
      readonly dict: Dict;
    }
  | { readonly kind: 'object'; readonly page: number; readonly object: Ref; readonly dict: Dict };
