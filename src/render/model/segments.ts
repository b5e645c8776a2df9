import type { CompleteHtml, Edit } from '../complete/read-complete.ts';

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
