import type { PageSetup } from './types/page-geometry.ts';
import type { Warning } from './types/warning.ts';
import type { Asset } from './types/asset.ts';
import type { Attachment, Invoice } from '../../pdf/xmp/attachment.ts';
import type { FormWidget } from '../../pdf/edit/forms/form-field.ts';
import type { Unbookmarked } from '../../pdf/edit/prune-outline.ts';
import type { Segment } from './segments.ts';
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
