import type { Dict, PdfString, Obj, Ref } from '../../objects/objects.ts';

/** A structure element (ISO 32000-2, 14.7.2). */
export interface Element {
  readonly num: number | null;
  /** Null for one that is plain: all there is of it is here. */
  dict: Dict | null;
  readonly parent: Element | null;
  /** Its place among all elements, a parent before its kids. */
  readonly order: number;
  /** S. */
  readonly type: string | null;
  readonly id: PdfString | null;
  /** The page that it names. */
  readonly ownPage: number | null;
  /**
   * The page of content that does not name one; undefined where it is that of the parent and has not been looked up
   * yet.
   */
  page: number | null | undefined;
  /** Of a plain one: A, and the entries that are copied as they are written. */
  readonly attributes: Obj;
  readonly others: Buffer | null;
  /** Null for what is not there, or belongs to another element. */
  items: (Item | null)[];
  /** Whether it or an element in it has content on a page. */
  filled: boolean;
}

/**
 * The content of an element, in reading order (14.7.5): marked content of its page by number, elements, and references.
 */
export type Item = number | Element | Reference;

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
