/** Points from the top-left corner of the shown page: crop box, after rotation (docs/spec/README.md). */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The reason why text is not visible: rendering mode 3 or full transparency, outside the page, outside the clipping
 * path, under something opaque, in a layer that is off.
 */
export type Hidden = 'invisible' | 'off-page' | 'clipped' | 'covered' | 'layer-off';

/** The order of text. */
export type Layout = 'reading' | 'physical' | 'raw';

/** The unit of reported text. */
export type Granularity = 'page' | 'block' | 'line' | 'word';

/** A block, a line or a word of a page, by the requested granularity. */
export interface TextBlock {
  readonly text: string;
  readonly box: Box;
  /** Name of the font of most characters, without the prefix of a subset. */
  readonly font: string;
  /** Font size of the same characters, in points as shown. */
  readonly size: number;
  /** BCP 47, from the structure tree or the document; `null` without either. */
  readonly lang: string | null;
  /** Standard structure type (ISO 32000-2, 14.8.4), or `Artifact`; `null` for untagged text. */
  readonly role: string | null;
  readonly hidden?: Hidden;
}

/** The text of a page. */
export interface ExtractedPage {
  /** 1-based. */
  readonly number: number;
  /** Size in points, as shown. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly blocks?: readonly TextBlock[];
}

/** Metadata of a document; null where absent. */
export interface Metadata {
  readonly title: string | null;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  readonly creator: string | null;
  readonly producer: string | null;
  /** RFC 3339 UTC. */
  readonly created: string | null;
  readonly modified: string | null;
  /** Pages of the document, not of the extract. */
  readonly pages: number;
  readonly lang: string | null;
  readonly tagged: boolean;
  readonly encrypted: boolean;
}

/** Headings, lists and tables of a tagged document, in logical order. */
export interface Structure {
  /** `level` is 1 to 6 for H1 to H6; for H the depth of nested sections. */
  readonly headings: readonly { readonly level: number; readonly text: string; readonly page: number }[];
  /** A nested list is an entry of its own, after the list around it. */
  readonly lists: readonly { readonly page: number; readonly items: readonly string[] }[];
  /**
   * `page` is the first page of the table, whose rows are all here. Header rows that are repeated on a page are not
   * tagged again.
   */
  readonly tables: readonly { readonly page: number; readonly rows: readonly (readonly string[])[] }[];
}

/** A warning for readers of the text. */
export interface Warning {
  /** `page-broken`, `scan`, or `hidden-` and the reason, as `hidden-covered`. */
  readonly code: 'page-broken' | 'scan' | `hidden-${Hidden}`;
  readonly message: string;
}

/** The text of a document (docs/spec/tools.md). */
export interface ExtractedText {
  readonly pages: readonly ExtractedPage[];
  readonly metadata: Metadata;
  /** Present if requested; empty lists for a document without tags. */
  readonly structure?: Structure;
  readonly warnings: readonly Warning[];
}
