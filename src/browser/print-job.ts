import type { Waits } from './page/waits.ts';
import type { ClockStart } from './clock/clock-script.ts';
import type { Destinations } from './page/destinations.ts';
import type { ControlsWish, Control } from './page/controls.ts';
import type { MeasureJob, Measured, SheetLook } from './page/measure/measure.ts';
import type { NotedString, StringsWish } from './page/typeset/strings.ts';
import type { FoundReferences, ReferencesJob } from './page/typeset/references/references.ts';
import type { CarryWish } from './page/typeset/carry/carry.ts';
import type { PageWidths } from './page/repeat-groups.ts';
import type { HyphensWish } from './page/typeset/hyphenate.ts';
import type { Footnotes, FootnotesWish } from './page/typeset/footnotes.ts';

/** What is done with measurements. */
export interface MeasureWish {
  /**
   * False where a measurement would find nothing that matters. `html` was printed to `pdf`; it has no scripts and
   * consists of text and tables (`leavesNoState`).
   */
  readonly isNeeded: (html: string, pdf: Uint8Array) => boolean;
  readonly found: (measured: Measured) => void;
}

/** One print: HTML or the address of a remote page, and how it becomes pages. Its CSS has page size and margins. */
export interface PrintJob {
  readonly source: { readonly html: string } | { readonly url: string };
  /** True where the content's scripts run, in a context of its own. A remote page always runs them. */
  readonly scripts: boolean;
  /** JSON Pointer to what has the scripts; unknown where several operations have some. */
  readonly scriptsFrom?: string | undefined;
  readonly waitFor: readonly Waits[];
  /** Start of the page's clock, which runs ahead of real time until nothing moves; `null` = real time. */
  readonly clock: ClockStart | null;
  readonly media: 'print' | 'screen';
  /** How pictures that could not be loaded are printed. */
  readonly brokenPictures: 'alternative-text' | 'browser-symbol';
  /** 0.1 to 2. */
  readonly scale: number;
  readonly tagged: boolean;
  readonly outline: boolean;
  /** Pages wanted, in Chromium's syntax and rising order; `null` = all. */
  readonly pages: string | null;
  readonly maxPages: number;
  /** Page size and margins in points for content that does not set its own (`@page`): a remote page. */
  readonly paper: {
    readonly width: number;
    readonly height: number;
    readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  } | null;
  /** Destinations that no link in the document leads to; `null` = none. */
  readonly destinations: Destinations | null;
  /**
   * Form controls are replaced by boxes with links, and `found` receives them. `null` = they are printed as they are.
   */
  readonly forms: (ControlsWish & { readonly found: (controls: readonly Control[]) => void }) | null;
  /** Strings that are read, and get destinations; `found` receives them. Unless given, none are. */
  readonly strings?: (StringsWish & { readonly found: (strings: readonly NotedString[]) => void }) | null | undefined;
  /** The one page that holds all content, as tall as that, in points; else `null`. */
  readonly onePage: {
    readonly width: number;
    /** Width of the paper, which covers that of the page. */ readonly paperWidth: number;
    readonly marginTop: number;
    readonly marginBottom: number;
    readonly marginLeft: number;
    readonly marginRight: number;
  } | null;
  /** Texts with `hyphens: auto` are hyphenated; unless given, nothing of the document says so. */
  readonly hyphens?: HyphensWish | undefined;
  /** Widths of the pages on which the headers of groups of rows are repeated; unless given, they are not. */
  readonly groups?: PageWidths | undefined;
  /** References of style sheets to show; `found` receives what they lead to. Unless given, there are none. */
  readonly references?: (ReferencesJob & { readonly found: (references: FoundReferences) => void }) | undefined;
  /** Tables whose sums are carried from page to page; unless given, they are not. */
  readonly carry?: CarryWish | undefined;
  /** How footnotes are set, and what receives their numbers; unless given, there are none. */
  readonly footnotes?: { readonly wish: FootnotesWish; readonly found: (footnotes: Footnotes) => void } | undefined;
  /** Where it is given, the page is not printed: `found` receives how its sheets are laid out. */
  readonly looks?: (MeasureJob & { readonly found: (looks: readonly SheetLook[]) => void }) | undefined;
  /** Measurements to take after the print; `found` receives them. */
  readonly measure: (MeasureJob & MeasureWish) | null;
}
