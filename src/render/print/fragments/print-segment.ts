import { createHash } from 'node:crypto';
import type { Measured } from '../../../browser/page/measure/measure.ts';
import type { FoundReferences } from '../../../browser/page/typeset/references/references.ts';
import type { Print } from '../../../browser/pool.ts';
import type { PrintJob } from '../../../browser/print-job.ts';
import { AppError } from '../../../problems.ts';
import type { FieldCount } from '../../content/forms/field-count.ts';
import { ownEnds, printControls } from '../../content/forms/print-controls.ts';
import { keyPrefix, type ControlsPlace } from '../../content/forms/widgets-of-controls.ts';
import { showsStrings } from '../../running/strings/placeholder.ts';
import { printStrings } from '../../running/strings/print-strings.ts';
import { referencesOfPart } from '../../typeset/references/style-references.ts';
import { printJob, supply } from '../print-job.ts';
import { exactPages, measureInto, printedOf, printOne, type PrintNotes, type PrintPass } from '../print-one.ts';
import type { Part, Printed, PrintedParts } from '../printed-part.ts';
import { withLanes, type Lanes } from './lanes.ts';
import { measureTables, type LongSegment } from './measure-tables.ts';
import { letGo } from './part-files.ts';
import { printHalves } from './print-halves.ts';
import { printLong } from './print-fragments.ts';
import { Misjudged, type PartPrint, type PrintLong } from './print-part.ts';
import { nested } from './renest-outline.ts';

/** What printing a long segment shares with the rest of its document. */
export interface SegmentState {
  readonly earlier: PrintedParts | null;
  /** Receives the prints that the next pass may reuse. */
  readonly reusable: Map<string, Printed>;
  /** Receives the size of each printed part; negative where that part is printed again. */
  readonly share: (size: number) => void;
  /** Fields of the segments before. */
  readonly fields: FieldCount;
}

/**
 * Prints a long segment in parts, on the document's own page and on idle ones; in one go where it cannot be divided, or
 * where its pages break elsewhere than predicted.
 */
export async function printSegment(pass: PrintPass, segment: LongSegment, state: SegmentState): Promise<Part[]> {
  const { job } = pass;
  const inParts = await withLanes<Print, Part[] | null>({ own: job.print, spare: job.spare }, (lanes) =>
    printInParts(pass, segment, { ...state, lanes }),
  ).catch((error: unknown) => {
    if (!(error instanceof Misjudged)) throw error;
    job.context.log.warn({ err: error }, 'a long document is printed in one go');
    return null;
  });
  if (inParts !== null) return inParts;
  const printed = await printOne(pass, segment.segment);
  return [{ ...printed, segment: segment.index, continues: 'nothing', levels: [] }];
}

interface PartsState extends SegmentState {
  readonly lanes: Lanes<Print>;
}

/** `null` where the segment cannot be divided. */
async function printInParts(pass: PrintPass, segment: LongSegment, state: PartsState): Promise<Part[] | null> {
  const { job } = pass;
  const { index, long } = segment;
  const widths = await measureTables(pass, segment, state.lanes);
  if (widths === null) return null;
  const printing: PrintLong<Printed> = {
    flow: long,
    widths,
    ends: job.request.output.forms || showsStrings(pass.composed.document) ? ownEnds(job) : null,
    progress: progressOf(pass, segment, state),
    print: partPrinter(pass, segment, state),
  };
  const parts = long.halves ? await printHalves(printing) : await printLong(printing);
  if (parts === null) return null;
  return nested(parts).map(({ printed, continues, levels }) => ({ ...printed, segment: index, continues, levels }));
}

const maxPagesOf = ({ job: { request, maxPages } }: PrintPass): number =>
  Math.min(request.output.maxPages ?? maxPages, maxPages);

/** Counts pages and fields against their limits, and reports progress unless an earlier pass has done so. */
function progressOf(
  pass: PrintPass,
  { index }: LongSegment,
  { earlier, share, fields }: PartsState,
): PrintLong<Printed>['progress'] {
  const maxPages = maxPagesOf(pass);
  const counted = fields.ahead();
  const isReported = earlier?.parts.some((part) => part.segment === index) ?? false;
  let count = 0;
  return (size, { pages, widgets }) => {
    count += Math.sign(size) * pages;
    if (count > maxPages)
      throw new AppError('too-many-pages', `The document has more than the ${maxPages} pages that are allowed.`);
    counted.add(widgets, size > 0 ? 1 : -1);
    if (!isReported) share(size);
  };
}

/** Prints parts of a segment, each as soon as a page is free. */
function partPrinter(pass: PrintPass, segment: LongSegment, state: PartsState): PrintLong<Printed>['print'] {
  const { job, composed } = pass;
  const { earlier, reusable, lanes } = state;
  const print = htmlPrinter(pass, segment);
  const own = printJob(job, composed, segment.segment, { referred: () => undefined }).references;
  const referencesIn = (html: string) => own && referencesOfPart(own, html);
  const ends = ownEnds(job);
  return async (part) => {
    const pages = pageRange(part, maxPagesOf(pass));
    const place = { segment: segment.index, part: part.from, scale: 1 };
    const notes = { ...printControls(job, place, ends), ...printStrings(composed.document, ends) };
    const { key, file, done } = await lanes.run(async (page) => {
      const html = part.html();
      // Tables of contents and references make another pass, which reuses the prints whose input is the same.
      const { contents } = composed.document;
      const references = referencesIn(html);
      const key =
        contents.length > 0 || references !== undefined
          ? keyOf({ place, pages, probe: part.probe, html, references })
          : null;
      const known = key === null ? undefined : earlier?.reusable.get(key);
      if (known !== undefined) return { key, file: null, done: known };
      const wish = { pages, ...(part.probe ? { tagged: false, outline: false } : {}) };
      return { key, ...(await print(page, html, { ...wish, references }, notes)) };
    });
    if (file !== null && part.probe) letGo(file);
    const ready = part.probe || file === null ? done : { ...done, pdf: await job.keep(file) };
    if (key !== null) reusable.set(key, ready);
    return ready;
  };
}

/** The wanted pages of a part, in Chromium's syntax. */
const pageRange = ({ skip, pages, after }: PartPrint, maxPages: number): string =>
  `${after > 0 ? `${1 + skip},` : ''}${1 + skip + after}-${skip + (pages ?? after + maxPages + 1)}`;

interface PrintInput {
  readonly place: ControlsPlace;
  readonly pages: string;
  readonly probe: boolean;
  readonly html: string;
  readonly references: PrintJob['references'];
}

/** A hash of all that a print depends on. */
const keyOf = ({ place, pages, probe, html, references }: PrintInput): string =>
  createHash('sha256')
    .update(
      `${keyPrefix(place)} ${pages} ${String(probe)} ${references === undefined ? '' : JSON.stringify(references)} ${html}`,
    )
    .digest('base64');

/** Represents, in a print, a file that is stored elsewhere, or of which only the page breaks were wanted. */
const noFile = new Uint8Array();

type HtmlPrint = (
  page: Print,
  html: string,
  wish: Partial<PrintJob>,
  notes: PrintNotes,
) => Promise<{ readonly file: Uint8Array; readonly done: Printed }>;

function htmlPrinter({ job, composed, warn }: PrintPass, { segment }: LongSegment): HtmlPrint {
  const plain = printJob(job, composed, segment);
  return async (page, html, wish, notes) => {
    const measured: Measured[] = [];
    const referred: FoundReferences[] = [];
    const wanted = measureInto(job, measured);
    const measure =
      wanted === null || wish.tagged === false ? null : printJob(job, composed, segment, { measured: wanted }).measure;
    const request = {
      ...plain,
      ...wish,
      source: { html },
      forms: notes.forms,
      strings: wish.tagged === false ? null : notes.strings,
      measure,
      ...(wish.references && {
        references: { ...wish.references, found: (found: FoundReferences) => void referred.push(found) },
      }),
    };
    const file = exactPages(await page(request, supply(job, composed, segment, warn)), composed, segment);
    return { file, done: { ...printedOf(file, measured, notes, referred[0]), pdf: noFile } };
  };
}
