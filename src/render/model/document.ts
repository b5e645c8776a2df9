import type { PageSetup } from './types/page-geometry.ts';
import type { Warning } from './types/warning.ts';
import type { Asset } from './types/asset.ts';
import type { Attachment, Invoice } from '../../pdf/xmp/attachment.ts';
import type { FormWidget } from '../../pdf/edit/forms/form-field.ts';
import type { Unbookmarked } from '../../pdf/edit/prune-outline.ts';
import type { CompleteHtml, Edit } from '../complete/read-complete.ts';
import type { Highlighting } from '../html/highlight.ts';
import type { Stated } from './page-setup.ts';

/** The pages on which a header or footer stands (docs/spec/render.md); see `furnitureOn` for which one wins. */
export const furniturePages = ['all', 'first', 'odd', 'even', 'not-first'] as const;
export type FurniturePages = (typeof furniturePages)[number];

/** The three texts of a plain header or footer; an empty one is not printed. */
export interface Texts {
  readonly left: string;
  readonly center: string;
  readonly right: string;
}

/**
 * A running header or footer: HTML, or up to three plain texts. Placeholders: {page} {pages} {section} {title} {date}.
 */
export interface Furniture {
  readonly edge: 'header' | 'footer';
  readonly on: FurniturePages;
  /** Empty texts: there is none from here on. */
  readonly content: { readonly html: string } | Texts;
  /** Points; `null` = the page's margin. */
  readonly height: number | null;
  /** The chapter from which on it stands; 0 = the whole document. */
  readonly chapter: number;
}

/** What lies under or over the finished pages. Its HTML fills the page box. */
export interface Overlay {
  readonly kind: 'watermark' | 'background';
  readonly html: string;
  readonly layer: 'under' | 'over';
  /** Page range (docs/spec/README.md), `null` = every page. */
  readonly pages: string | null;
}

export interface Metadata {
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string[];
  creator?: string;
  custom?: Record<string, string>;
}

/**
 * What has to have happened in a page before it is printed. `delay`, `virtualTime` and `timeout` in milliseconds, see
 * `Waits`.
 */
export interface WaitFor {
  readonly selector?: string;
  readonly expression?: string;
  readonly delay?: number;
  readonly networkIdle?: boolean;
  readonly virtualTime?: number;
  readonly timeout?: number;
  /** JSON Pointer to it in the request. */
  readonly pointer: string;
}

/** A remote page (`add_url`) that is printed in its place in the order. */
export interface RemotePage {
  readonly url: string;
  readonly cookies: readonly {
    readonly name: string;
    readonly value: string;
    readonly domain?: string;
    readonly path?: string;
  }[];
  readonly headers: Readonly<Record<string, string>>;
  readonly media: 'print' | 'screen' | null;
  readonly waitFor: WaitFor | null;
}

/** A stretch of content that begins on a page of its own: the document's start, `add_page`, `add_page_break`. */
export interface Sheet {
  /** Name of its kind of page: a key of `Document.pages`. */
  readonly page: string;
  /** The chapter that it is in. */
  readonly chapter: number;
  /** Pieces of HTML, in order; each one is whole (every element that it opens it closes). */
  readonly html: string[];
  /** By its index in `html`, the pieces of a table of many rows. */
  readonly tables: Map<number, readonly TablePiece[]>;
  /** True once something stands in the flow, so that what is placed next may be on a later page of the sheet. */
  flowed: boolean;
}

/** A row of a table; `whole` where no cell of a row above reaches into it. */
export interface RowPiece {
  readonly row: string;
  readonly whole: boolean;
}

/**
 * A piece of a table's HTML, in order: its start tag, caption, columns and head (each may be ''), then rows and what is
 * between them, then its end.
 */
export type TablePiece = string | RowPiece;

/**
 * The content that Chromium prints in one go. A document is one, unless `add_url` or `add_pdf` puts other pages between
 * two.
 */
export interface FlowSegment {
  readonly kind: 'flow';
  readonly sheets: Sheet[];
  /** True when scripts of the content are to run. */
  scripts: boolean;
  readonly waitFor: WaitFor[];
  /**
   * Ids that the probing print has to tell the page of; empty once the places are known. See `position` in
   * operation-context.ts.
   */
  readonly probes: string[];
  /**
   * Ids that the document leads to from elsewhere: bookmarks, and headings that are listed in another segment's table
   * of contents.
   */
  readonly anchors: string[];
}

/** Pages of an existing PDF (`add_pdf`) that stand in their place in the order. */
export interface ExistingPages {
  readonly data: Uint8Array;
  /** Page range (docs/spec/README.md), `null` = all of them. */
  readonly range: string | null;
  readonly password: string | null;
  /** JSON Pointer to the operation. */
  readonly pointer: string;
}

/** A complete HTML document that is printed by itself, on pages of its own, as a browser prints it (docs/html.md). */
export interface CompleteSegment {
  readonly kind: 'complete';
  readonly html: CompleteHtml;
  /** What is changed in its source before it is printed. */
  readonly edits: Edit[];
  /** CSS that comes after the document's own. */
  readonly styles: string[];
  /** True when its scripts are to run. */
  readonly scripts: boolean;
  readonly waitFor: WaitFor | null;
  /** Ids that the document leads to from elsewhere. */
  readonly anchors: string[];
  /** Ids that lead to its beginning, or to its end. */
  readonly marks: { readonly id: string; readonly at: 'start' | 'end' }[];
}

export type Segment =
  | FlowSegment
  | CompleteSegment
  | { readonly kind: 'remote'; readonly page: RemotePage }
  | { readonly kind: 'existing'; readonly pages: ExistingPages };

/**
 * An outline entry that is no heading (`add_bookmark`). `id` is an anchor, `page` the kind of page that it stands on: a
 * key of `Document.pages`.
 */
export interface Bookmark {
  readonly id: string;
  readonly page: string;
  readonly title: string;
  /** Depth in the outline, from 1. */
  readonly level: number;
}

/** A file that the document carries, and the JSON Pointer to where the request gave it. */
export interface GivenAttachment extends Attachment {
  readonly pointer: string;
}

export interface Document {
  /** The kinds of page by their CSS page names; `main` is the document's own, `add_page` makes the others. */
  readonly pages: Record<string, PageSetup>;
  /** The kind of page on which what comes next opens a sheet; `null` = it goes on in the sheet that is open. */
  openPage: string | null;
  /**
   * How many times `add_page` began a chapter up to here: headers and footers that are set after it hold from there on.
   */
  chapter: number;
  /**
   * The id of the first sheet of every chapter with headers or footers of its own, in order: the print tells its page.
   */
  readonly chapters: { readonly chapter: number; readonly id: string }[];
  lang: string;
  metadata: Metadata;
  /** What the request states itself about its pages and its language: a complete HTML document decides on the rest. */
  readonly stated: Stated;
  /** True where the title is that of a complete HTML document, whose scripts may change it. */
  titledByHtml: boolean;
  /** Ids of bookmarks whose place is what comes next. */
  readonly pendingAnchors: string[];
  /** Scale of the printed content, 0.1 to 2; `htmlOf` applies it, remote pages need it from the printer. */
  scale: number;
  media: 'print' | 'screen';
  singlePage: boolean;
  /** True once a segment is so long that it is printed in parts, see long/. */
  inParts: boolean;
  /** `@font-face` rules of the fonts that the request brings; the first of `styles`, too. */
  readonly fontFaces: string;
  /** CSS in the order in which it applies, after the base style sheet. */
  readonly styles: string[];
  /** Those of `styles` that operations made for content: complete HTML documents do without them. */
  readonly contentStyles: Set<string>;
  readonly segments: Segment[];
  /** In order; of two for the same edge, pages and chapter the later one stands. */
  readonly furniture: Furniture[];
  readonly overlays: Overlay[];
  readonly assets: Asset[];
  /**
   * The folder of HTML that came as a file among others, below the root of these, with a slash at its end; else `''`.
   */
  readonly folder: string;
  /** Class of the font that `set_font` made active for what follows, `null` = the style sheet's. */
  font: string | null;
  /** Points that it sets text in, `null` = what the style sheet says. */
  fontSize: number | null;
  /**
   * Every heading that was composed, in order, with white space collapsed; `bookmarked` is false for those that are to
   * have no entry in the outline, `pointer` (a JSON Pointer) leads to the operation that made it.
   */
  readonly headings: { readonly text: string; readonly bookmarked: boolean; readonly pointer: string }[];
  /** Those of `headings` that are to have no entry in the outline, once everything is composed. */
  readonly unbookmarked: Unbookmarked[];
  readonly bookmarks: Bookmark[];
  readonly attachments: GivenAttachment[];
  /** Widgets of the fields that operations add; those of HTML are found when it is printed. */
  readonly fields: FormWidget[];
  /** What XMP says of the one of them that is an invoice; `null` = none is. */
  invoice: Invoice | null;
  /**
   * Every heading that a table of contents lists, in order, and the index of its segment; empty where there is no table
   * of contents.
   */
  readonly contents: { readonly id: string; readonly segment: number }[];
  readonly warnings: Warning[];
  /** How much of its code has been coloured. */
  readonly highlighting: Highlighting;
  /** Numbers for generated names (ids, classes, pages), so that two in a document never meet. */
  counter: number;
}

/**
 * The name of a kind of page that nothing is printed on: what stands inside an operation takes its width for that of
 * the page.
 */
export const insidePage = 'inside';

/** The name of the document's own kind of page. */
export const mainPage = 'main';
