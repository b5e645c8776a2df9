import type { PageSetup } from './types/page-geometry.ts';
import type { Warning } from './types/warning.ts';
import type { PageStamp } from './types/page-stamp.ts';
import type { Asset } from './types/asset.ts';
import type { Attachment, Invoice } from '../../pdf/xmp/attachment.ts';
import type { FormWidget } from '../../pdf/edit/forms/form-field.ts';
import type { Unbookmarked } from '../../pdf/edit/prune-outline.ts';
import type { DeclaredMarks } from './types/declared-marks.ts';
import type { NoteStyles } from './types/note-styles.ts';
import type { MarginString } from './types/page-string.ts';
import type { Density } from './types/density.ts';
import type { Segment } from './segments.ts';
import type { Loads, Made } from './types/made.ts';
import type { Highlighting } from '../html/highlight.ts';
import type { Stated } from './page-setup.ts';
import type { Paper } from '../typeset/paper/paper-options.ts';
import type { MarkedHeading } from '../numbering/mark-headings.ts';
import type { Captions } from '../typeset/captions/caption-options.ts';
import type { ComposedCaption } from '../typeset/captions/composed-caption.ts';
import type { Numbering } from '../numbering/numbering-options.ts';
import type { LinkedId } from './types/linked-id.ts';
import type { Reference } from '../typeset/references/reference.ts';
import type { FootnoteOptions } from '../typeset/footnotes/footnote-options.ts';
import type { Bates } from '../numbering/bates.ts';
import type { NumberedFrom, PageNumbers } from '../numbering/page-numbers-options.ts';

/** Pages with a header or footer (docs/spec/render.md); see running-content.ts for which one applies. */
export const runningPages = ['all', 'first', 'odd', 'even', 'not-first'] as const;
/** One of these choices of pages. */
export type RunningPages = (typeof runningPages)[number];

/** The three texts of a plain header or footer; empty texts are not printed. */
export interface Texts {
  readonly left: string;
  readonly center: string;
  readonly right: string;
}

/**
 * A running header or footer: HTML, or up to three plain texts. Placeholders: {page} {pageIndex} {pages} {section}
 * {title} {date} {bates} {heading:2} {string:name}.
 */
export interface RunningContent {
  readonly edge: 'header' | 'footer';
  readonly on: RunningPages;
  /** Empty texts end the header or footer before. */
  readonly content: { readonly html: string } | Texts;
  /** Points; `null` = the page's margin. */
  readonly height: number | null;
  /** The first chapter with it; 0 = the whole document. */
  readonly chapter: number;
  /** The operation or the field that sets it (JSON Pointer). */
  readonly pointer: string;
}

/** Content under or over the finished pages. Its HTML fills the page box. */
export interface Overlay {
  readonly kind: 'watermark' | 'background';
  readonly html: string;
  readonly layer: 'under' | 'over';
  /** Page range (docs/spec/README.md), `null` = every page. */
  readonly pages: string | null;
}

/** Entries of the Info dictionary and the XMP. `custom` has further entries by name. */
export interface Metadata {
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string[];
  creator?: string;
  custom?: Record<string, string>;
}

/**
 * An outline entry that is not a heading (`add_bookmark`). `id` is an anchor, `page` its kind of page: a key of
 * `Document.pages`.
 */
export interface Bookmark {
  readonly id: string;
  readonly page: string;
  readonly title: string;
  /** Depth in the outline, from 1. */
  readonly level: number;
  /** Index of the segment of added pages that it leads to; without one it leads to `id`. */
  readonly segment?: number;
}

/** An attached file, and the JSON Pointer to it in the request. */
export interface GivenAttachment extends Attachment {
  readonly pointer: string;
}

/** A composed heading, with white space collapsed. */
export interface ComposedHeading {
  /** Its text as it is printed, with its number. */
  readonly text: string;
  /** The same without the number that the document gives it. */
  readonly plainText: string;
  /** False where it has no outline entry. */
  readonly bookmarked: boolean;
  /** JSON Pointer to the operation that made it. */
  readonly pointer: string;
  /** Its part in the numbering; `null` = it has none, as in a complete HTML document. */
  readonly counted: MarkedHeading['counted'];
}

/** The state of a document that operations compose, one after the other. */
export interface Document {
  /** The kinds of page by their CSS page names; `main` is the document's own, `add_page` adds others. */
  readonly pages: Record<string, PageSetup>;
  /** What is around the trimmed pages; `null` = nothing. */
  paper: Paper | null;
  /** The kind of page of the next sheet; `null` = content is added to the open sheet. */
  openPage: string | null;
  /** How many chapters `add_page` has begun so far: headers and footers that are set later apply from this one on. */
  chapter: number;
  /**
   * The id of the first sheet of every chapter with headers or footers of its own, in order: the print shows its page.
   */
  readonly chapters: { readonly chapter: number; readonly id: string }[];
  /** What `set_page_numbers` sets, in order. */
  readonly pageNumbers: PageNumbers[];
  /** The same with their places, once everything is composed. */
  readonly numberedFrom: NumberedFrom[];
  /** Bates numbers of the pages; `null` = they have none. */
  bates: Bates | null;
  lang: string;
  metadata: Metadata;
  /** Page options and language that the request sets itself: a complete HTML document decides on the others. */
  readonly stated: Stated;
  /** True where the title is that of a complete HTML document, whose scripts may change it. */
  titledByHtml: boolean;
  /** Ids of bookmarks that wait for the next content. */
  readonly pendingAnchors: string[];
  /** Scale of the printed content, 0.1 to 2. `htmlOf` applies it; for remote pages the printer does. */
  scale: number;
  media: 'print' | 'screen';
  readonly density: Density;
  singlePage: boolean;
  /** True where a segment is printed in parts, see print/fragments. */
  inParts: boolean;
  /** `@font-face` rules for the fonts of the request; also the first of `styles`. */
  readonly fontFaces: string;
  /** CSS in the order in which it applies, after the base style sheet. */
  readonly styles: string[];
  /** Those of `styles` that operations made for content: complete HTML documents do not get them. */
  readonly contentStyles: Set<string>;
  /** Properties of which its style sheets have declarations that the service implements, see typeset/styles. */
  readonly ownProperties: Set<string>;
  /** Names of the strings that its style sheets set (`string-set`). */
  readonly stringNames: Set<string>;
  /** Strings that its margin boxes show. */
  readonly marginStrings: MarginString[];
  /** How its footnotes are numbered; `null` = it has none. */
  footnotes: FootnoteOptions | null;
  /** What its style sheets declare for footnotes. */
  noteStyles: NoteStyles;
  /** `bleed` and `marks` of its style sheets; `null` = there are none. */
  declaredMarks: DeclaredMarks | null;
  readonly segments: Segment[];
  /** In order; of two with the same edge, pages and chapter the later one applies. */
  readonly runningContent: RunningContent[];
  readonly overlays: Overlay[];
  /** Stamps on the finished pages, in the order in which they are drawn. */
  readonly stamps: PageStamp[];
  readonly assets: Asset[];
  /**
   * Folder of a document that was sent as one of several files, relative to their root, with a slash at its end; else
   * `''`.
   */
  readonly folder: string;
  /** Class of the font of `set_font` for content that follows; `null` = that of the style sheet. */
  font: string | null;
  /** Type size of `set_font` in points; `null` = that of the style sheet. */
  fontSize: number | null;
  /** How headings are numbered; `null` = they are not. */
  readonly numbering: Numbering | null;
  /** How captions are numbered; `null` = they are not. */
  readonly captions: Captions | null;
  /**
   * The captions of figures and tables in order, once everything is composed; empty where they are neither numbered nor
   * listed.
   */
  readonly captioned: ComposedCaption[];
  /** All composed headings, in order. They get their numbers once everything is composed. */
  readonly headings: ComposedHeading[];
  /** Colours of charts; those of the service unless given. */
  readonly palette?: readonly string[];
  /** Those of `headings` without an outline entry, once everything is composed. */
  readonly unbookmarked: Unbookmarked[];
  readonly bookmarks: Bookmark[];
  readonly attachments: GivenAttachment[];
  /** Widgets of fields that operations add; HTML controls are found by the print. */
  readonly fields: FormWidget[];
  /** XMP of the attachment that is an invoice; `null` = none is. */
  invoice: Invoice | null;
  /** All references in texts, in the order of their marks. */
  readonly references: Reference[];
  /** Ids to which references of style sheets may lead; empty where there are none. */
  readonly linked: LinkedId[];
  /**
   * What has a page number that the document shows, with the index of its segment: the headings and captions that tables
   * of contents list, in order, and targets of references.
   */
  readonly contents: { readonly id: string; readonly segment: number }[];
  /** True where a table of contents or an index stands in it, even an empty one. */
  collects: boolean;
  /** True where an index with terms stands in it. */
  hasIndex: boolean;
  readonly warnings: Warning[];
  /** What each step made, for the places of warnings; empty once it is composed. */
  readonly made: Made[];
  /** What loads each resource, for the places of warnings of the print. */
  loads: Loads;
  /** Used part of the budget for highlighting code. */
  readonly highlighting: Highlighting;
  /** Counter for generated names (ids, classes, pages), which makes them unique. */
  counter: number;
}

/** Name of a kind of page that is never printed: content inside an operation takes its width for that of the page. */
export const insidePage = 'inside';

/** Names a place with a page number: an id in a segment. */
export const placeKey = (segment: number, id: string): string => `${segment}#${id}`;

/** The name of the document's own kind of page. */
export const mainPage = 'main';
