import type { Waits } from './page/waits.ts';
import type { ClockStart } from './clock/clock-script.ts';
import type { Destinations } from './page/destinations.ts';
import type { ControlsWish, Control } from './page/controls.ts';
import type { MeasureJob, Measured } from './page/measure.ts';

/**
 * One print: HTML, or the address of a remote page, and how it becomes pages. Page size and margins stand in its CSS.
 */
export interface PrintJob {
  readonly source: { readonly html: string } | { readonly url: string };
  /** Runs the content's scripts, in a context of its own. A remote page always does. */
  readonly scripts: boolean;
  readonly waitFor: readonly Waits[];
  /**
   * What the page's clock begins with, which runs ahead of real time until nothing moves; `null` = it has real time.
   */
  readonly clock: ClockStart | null;
  readonly media: 'print' | 'screen';
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
  /** Destinations that the document itself does not lead to; `null` = its HTML has all that there are to be. */
  readonly destinations: Destinations | null;
  /**
   * Form controls give way to boxes with links; `found` is told what they were. `null` = they are printed as they are.
   */
  readonly forms: (ControlsWish & { readonly found: (controls: readonly Control[]) => void }) | null;
  /** Points, when all content goes on one page as tall as it is; else `null`. */
  readonly onePage: {
    readonly width: number;
    /** The width that is printed, which has room for the page's. */ readonly paperWidth: number;
    readonly marginTop: number;
    readonly marginBottom: number;
    readonly marginLeft: number;
    readonly marginRight: number;
  } | null;
  /** What to measure on the page once it is printed, and who is told. */
  readonly measure: (MeasureJob & { readonly found: (measured: Measured) => void }) | null;
}
