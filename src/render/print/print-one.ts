import type { Measured } from '../../browser/page/measure/measure.ts';
import type { FoundReferences } from '../../browser/page/typeset/references/references.ts';
import type { Footnotes, FootnotesWish } from '../../browser/page/typeset/footnotes.ts';
import type { Print } from '../../browser/pool.ts';
import { printedPlaces } from '../../pdf/printed/printed-places.ts';
import type { Composed } from '../compose/compose-job.ts';
import { printControls, type PrintControls } from '../content/forms/print-controls.ts';
import { printStrings, type PrintStrings } from '../running/strings/print-strings.ts';
import type { NeedsMeasurement } from '../finish/diagnostics/needs-measurement.ts';
import { mainPage } from '../model/document.ts';
import type { TakeJob } from '../model/segments.ts';
import { withExactPages, withExactWidth } from '../model/paper-sizes.ts';
import type { StoredFile } from './fragments/part-files.ts';
import { wholeHtml } from './fragments/part-html.ts';
import { printedNotes, withNotes } from '../typeset/footnotes/print-notes.ts';
import { notesWish } from '../typeset/footnotes/notes-wish.ts';
import { pageWidths, printJob, supply, type Printable, type PrintTask } from './print-job.ts';
import type { Printed, TakenPages } from './printed-part.ts';

/** What printing the parts of a document takes. */
export interface PartsPrint extends PrintTask {
  readonly print: Print;
  /** Lends an idle page for one print; `null` where there is none. */
  readonly spare: <T>(work: (print: Print) => Promise<T>) => Promise<T> | null;
  /** The chosen pages of an existing PDF as a document of their own. */
  readonly take: (pages: TakeJob) => Promise<TakenPages>;
  /** Stores a printed file until the render is over. */
  readonly keep: (pdf: Uint8Array) => Promise<StoredFile>;
  /** Which pages are measured after their print; `null` = none. */
  readonly measured: NeedsMeasurement | null;
}

/** Receives a warning: its code (see warning-codes.ts), a message for people, and its place in the request. */
export type Warn = (code: string, message: string, pointer?: string) => void;

/** One pass over a document: composed anew, and printed. */
export interface PrintPass<Job extends PartsPrint = PartsPrint> {
  readonly job: Job;
  readonly composed: Composed;
  readonly warn: Warn;
  /** The number of the last footnote of the segments before. */
  readonly lastNote?: number;
  /** Indexes of segments whose pages all end as their notes were laid out, see `FootnotesWish`. */
  readonly everyPage?: ReadonlySet<number>;
}

/** Prints a segment in one go; `pages` are its chosen pages in Chromium's syntax, `null` = all. */
export async function printOne(pass: PrintPass, segment: Printable, pages: string | null = null): Promise<Printed> {
  const whole =
    segment.kind === 'flow' && segment.long !== null
      ? { ...segment, html: wholeHtml(segment.long), long: null }
      : segment;
  const { composed, lastNote = 0 } = pass;
  const everyPage = pass.everyPage?.has(composed.segments.indexOf(segment)) ?? false;
  const wish = notesWish(composed, segment, { sizes: pageWidths(composed.document), start: lastNote, everyPage });
  return printOnce(pass, { segment, whole, pages, wish });
}

/** One print of a segment. */
interface OnePrint {
  readonly segment: Printable;
  /** The same, not in parts. */
  readonly whole: Printable;
  readonly pages: string | null;
  readonly wish: FootnotesWish | null;
}

async function printOnce(
  { job, composed, warn }: PrintPass,
  { segment, whole, pages, wish }: OnePrint,
): Promise<Printed> {
  const measured: Measured[] = [];
  const controls = printControls(job, {
    segment: composed.segments.indexOf(segment),
    part: null,
    scale: segment.kind === 'flow' ? 1 : composed.document.scale,
  });
  const strings = printStrings(composed.document);
  const referred: FoundReferences[] = [];
  const notes: Footnotes[] = [];
  const footnotes = wish === null ? undefined : { wish, found: (found: Footnotes) => void notes.push(found) };
  const options = { pages, measured: measureInto(job, measured), forms: controls.forms, footnotes, warn };
  const pdf = await job.print(
    {
      ...printJob(job, composed, whole, options),
      references: printJob(job, composed, segment, { referred: (found) => void referred.push(found) }).references,
      strings: strings.strings,
    },
    supply(job, composed, whole, warn),
  );
  const noted = wish === null ? pdf : withNotes(pdf, wish, { found: notes.at(-1), tagged: job.request.output.tagged });
  const reading = { ...controls, ...strings };
  const printed = printedOf(exactPages(noted, composed, segment), measured, reading, referred[0]);
  return wish === null ? printed : { ...printed, notes: printedNotes(printed.places, notes.at(-1), wish) };
}

/** The printed file with its pages cut to the exact sizes of the document. */
export function exactPages(
  pdf: Uint8Array,
  { document: { pages, singlePage } }: Composed,
  segment: Printable,
): Uint8Array {
  const main = pages[mainPage];
  if (singlePage && main !== undefined) return withExactWidth(pdf, main);
  return withExactPages(pdf, [...(segment.kind === 'complete' ? [segment.page] : []), ...Object.values(pages)]);
}

/** What is noted in the page before its print. */
export type PrintNotes = PrintControls & PrintStrings;

/** Reads a printed file; `measured` has at most one entry. */
export function printedOf(
  pdf: Uint8Array,
  measured: readonly Measured[],
  { widgets, placed }: PrintNotes,
  referred: FoundReferences | null = null,
): Printed {
  const places = printedPlaces(pdf);
  return {
    ...{ pdf, pages: places.pages.length, places },
    ...{ measured: measured[0] ?? null, referred, widgets: widgets(), strings: placed(places) },
  };
}

/** Measurements to take, which are added to `into`; `null` where none are requested. */
export const measureInto = ({ measured }: PartsPrint, into: Measured[]) =>
  measured && { isNeeded: measured, found: (found: Measured) => void into.push(found) };
