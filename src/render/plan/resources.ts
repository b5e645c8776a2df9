import type { Listing } from '../compose/contents.ts';
import type { WaitForOptions } from '../compose/wait-for.ts';
import type { StretchNumbers } from '../numbering/stretch-numbers.ts';
import type { Template } from '../templates/templates.ts';
import type { StretchStyles } from '../typeset/styles/stretch-styles.ts';

/** What operations may use beside their own parameters. Plain data. */
export interface Resources {
  readonly templates: readonly Template[];
  /** Page indexes of the ids in `FlowSegment.probes`, from the probing print; absent in the first pass. */
  readonly resolved?: Readonly<Record<string, number>>;
  /** Page numbers of headings in tables of contents and of targets of references, see `placeKey`, of an earlier print. */
  readonly contents?: Readonly<Record<string, string>>;
  /** The order of these pages, see `pageOrders`. */
  readonly orders?: Readonly<Record<string, number>>;
  /** True where only a part of the document is composed: see `stretchFlow`. */
  readonly isPart?: boolean;
  /** Assets that are fonts, beside those of `set_font` in the steps. */
  readonly families?: readonly string[];
  /** Notes the numbers of a part of a document, which continue those before it. */
  readonly numbers?: StretchNumbers;
  /** Receives the styles that the content of a part of a document adds, and has those of the whole. */
  readonly styles?: StretchStyles;
  /** What the whole document lists, where only a part of it is composed that has tables of contents. */
  readonly listing?: Listing;
}

/** How a complete HTML document is added; `field` is that of the operation with its HTML. */
export interface AddedComplete {
  readonly scripts: boolean;
  readonly waitFor: WaitForOptions | undefined;
  readonly css: readonly string[];
  readonly field: string;
}

/** How code is set; `field` is that of the operation with the code. */
export interface CodeOptions {
  readonly language: string | undefined;
  /** True where its lines have numbers. */
  readonly lines: boolean;
  readonly field: string;
}
