import type { CompleteHtml, Edit } from '../complete/read-complete.ts';

/** Conditions for the print of a page. `delay`, `virtualTime` and `timeout` in milliseconds, see `Waits`. */
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

/** A remote page (`add_url`), printed in order with the content around it. */
export interface RemotePage {
  /** JSON Pointer to the operation. */
  readonly pointer: string;
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

/** Content that begins on a new page: the start of the document, `add_page`, `add_page_break`. */
export interface Sheet {
  /** Name of its kind of page: a key of `Document.pages`. */
  readonly page: string;
  /** Number of its chapter, see `Document.chapter`. */
  readonly chapter: number;
  /** Pieces of HTML, in order; in each piece every element is closed. */
  readonly html: string[];
  /** Pieces of long tables, by the index of the table in `html`. */
  readonly tables: Map<number, readonly TablePiece[]>;
  /** True once it has content in the flow: positioned content after it may be on a later page of the sheet. */
  flowed: boolean;
}

/** A row of a table; `whole` where no cell of a row above reaches into it. */
export interface RowPiece {
  readonly row: string;
  readonly whole: boolean;
}

/**
 * A piece of a table's HTML, in order: its start tag, caption, columns and head (each may be ''), then rows with the
 * markup between them, then its end.
 */
export type TablePiece = string | RowPiece;

/**
 * Content that Chromium prints in one go. A document has one, unless `add_url` or `add_pdf` puts other pages in
 * between.
 */
export interface FlowSegment {
  readonly kind: 'flow';
  readonly sheets: Sheet[];
  /** True where scripts of the content run. */
  scripts: boolean;
  /** JSON Pointers to the operations whose scripts run. */
  readonly scripted: string[];
  readonly waitFor: WaitFor[];
  /** Ids whose pages the first print shows; empty once these are known. See `position` in operation-context.ts. */
  readonly probes: string[];
  /** CSS of the service for the pages of this segment alone. */
  ownStyles?: readonly string[];
  /** Ids that other segments or the outline link to: bookmarks, and headings in another segment's table of contents. */
  readonly anchors: string[];
}

/** Pages of an existing PDF (`add_pdf`), in order with the content around them. */
export interface ExistingPages {
  readonly data: Uint8Array;
  /** Page range (docs/spec/README.md), `null` = all of them. */
  readonly range: string | null;
  readonly password: string | null;
  /** True where the headers, footers and watermarks of the document go over the pages. */
  readonly furniture: boolean;
  /** JSON Pointer to the operation. */
  readonly pointer: string;
  /** The field of the operation that names the document. */
  readonly source: 'data' | 'asset' | 'jobId';
}

/** Pages to take from an existing PDF. */
export interface TakeJob extends ExistingPages {
  /** Stamps may be drawn on them, so it matters whether they are signed. */
  readonly stamped: boolean;
}

/** A complete HTML document, printed on pages of its own as a browser prints it (docs/html.md). */
export interface CompleteSegment {
  readonly kind: 'complete';
  /** JSON Pointer to the field with its HTML. */
  readonly pointer: string;
  readonly html: CompleteHtml;
  /** Changes of its source before the print. */
  readonly edits: Edit[];
  /** CSS after the document's own. */
  readonly styles: string[];
  /** True where its scripts run. */
  readonly scripts: boolean;
  readonly waitFor: WaitFor | null;
  /** Ids that other segments or the outline link to. */
  readonly anchors: string[];
  /** New ids for its beginning or its end. */
  readonly marks: { readonly id: string; readonly at: 'start' | 'end' }[];
}

/** Successive pages of one source: the flow, a complete HTML document, a remote page or an existing PDF. */
export type Segment =
  | FlowSegment
  | CompleteSegment
  | { readonly kind: 'remote'; readonly page: RemotePage }
  | { readonly kind: 'existing'; readonly pages: ExistingPages };
