/**
 * The model that operations build: all facts about the document before it is printed. It is plain data (structured
 * clone), because large documents are composed on another thread.
 *
 * Lengths are PDF points (1/72 inch), unless the name has another unit.
 */

/** The space between the edges of a page and its content. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** One kind of page: its size as it is shown (after orientation), its margins and what fills it. Points. */
export interface PageSetup {
  readonly width: number;
  readonly height: number;
  readonly margin: Margins;
  /** CSS colour, or `url("asset.png")`; `null` = white paper. */
  readonly background: string | null;
  /** How far its background and content extend beyond each edge of the trimmed page. */
  readonly bleed: number;
  /** The chapter whose headers and footers it has, see `Document.chapter`. */
  readonly chapter: number;
}
