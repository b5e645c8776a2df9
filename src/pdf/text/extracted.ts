/** Points from the top-left corner of the page as it is shown: crop box, after rotation (docs/spec/README.md). */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Why a reader of the page does not see a text: drawn with rendering mode 3 or fully transparent, outside the page,
 * outside the clipping path, under something opaque, in a layer that is off.
 */
export type Hidden = 'invisible' | 'off-page' | 'clipped' | 'covered' | 'layer-off';

export type Layout = 'reading' | 'physical' | 'raw';
export type Granularity = 'page' | 'block' | 'line' | 'word';

/** A block, a line or a word of a page, by the granularity that was asked for. */
export interface TextBlock {
  readonly text: string;
  readonly box: Box;
  /** Name of the font that most of its characters have, without the prefix of a subset. */
  readonly font: string;
  /** Of the same characters, in points as shown. */
  readonly size: number;
  /** BCP 47, from the structure tree or the document; `null` where neither says. */
  readonly lang: string | null;
  /** Standard structure type (ISO 32000-2, 14.8.4), or `Artifact`; `null` where the text is not tagged. */
  readonly role: string | null;
  readonly hidden?: Hidden;
}

export interface ExtractedPage {
  /** 1-based. */
  readonly number: number;
  /** In points, as shown. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly blocks?: readonly TextBlock[];
}

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

/** Headings, lists and tables of a tagged document, in its logical order. */
export interface Structure {
  /** `level` is 1-6 for H1 to H6, the depth of nested sections for H. */
  readonly headings: readonly { readonly level: number; readonly text: string; readonly page: number }[];
  /** Nested lists are lists of their own, after the one that holds them. */
  readonly lists: readonly { readonly page: number; readonly items: readonly string[] }[];
  /**
   * `page` is where the table begins; rows of a table that runs on are all here. A header row that is repeated on a
   * page is not tagged again.
   */
  readonly tables: readonly { readonly page: number; readonly rows: readonly (readonly string[])[] }[];
}

/** What a reader of the text should know of it. */
export interface Warning {
  /** `page-broken`, `scan`, or `hidden-` and a way of hiding: `hidden-covered`. */
  readonly code: 'page-broken' | 'scan' | `hidden-${Hidden}`;
  readonly message: string;
}

export interface ExtractedText {
  readonly pages: readonly ExtractedPage[];
  readonly metadata: Metadata;
  /** Only where `structure` was asked for; empty lists for a document without tags. */
  readonly structure?: Structure;
  readonly warnings: readonly Warning[];
}
