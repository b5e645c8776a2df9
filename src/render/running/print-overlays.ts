import type { Print } from '../../browser/pool.ts';
import type { PrintJob } from '../../browser/print-job.ts';
import type { Inspection } from '../../pdf/edit/inspect.ts';
import type { Stamp } from '../../pdf/edit/stamp.ts';
import type { StampPlaces } from '../../pdf/edit/stamp-shown-pages.ts';
import type { Composed, ComposedSegment } from '../compose/compose-job.ts';
import { pageTexts } from '../numbering/page-numbers.ts';
import { needsOverlay } from './running-content.ts';
import { stringsOfOutline, stringsOnPages, type StringOnPage } from './strings/page-strings.ts';
import { bytesOf, type StoredFile } from '../print/fragments/part-files.ts';
import { withLanes } from '../print/fragments/lanes.ts';
import { overlays, sectionsOf, type Overlays } from './overlay.ts';
import { overlayDocument } from '../compose/page.ts';
import { withExactPages } from '../model/paper-sizes.ts';
import { printJob, supply } from '../print/print-job.ts';
import type { PartsPrint, PrintPass } from '../print/print-one.ts';
import { printParts } from '../print/print-parts.ts';
import { isPiece, type Part } from '../print/printed-part.ts';

/** What printing overlays takes. */
export interface OverlayPrint extends PartsPrint {
  readonly inspect: (pdf: Uint8Array) => Promise<Inspection>;
  readonly baseCss: string;
}

type OverlayPass = PrintPass<OverlayPrint>;

/** Sheets of one print, and where they go. */
type PrintedSheets = Omit<Overlays, 'places'>;

/** The pages that overlays are for. */
export interface OverlayPages {
  /** All parts of the document. */
  readonly all: readonly Part[];
  /** The parts that go into the result. */
  readonly parts: readonly Part[];
  /** The number of every page of these in the whole document, and how many that has. */
  readonly numbers: readonly number[];
  readonly count: number;
}

/** Stamps for the pages of all parts, and more of them for those of each part. */
export interface PrintedStamps {
  readonly all: readonly Stamp[];
  /** Where they lie on each page; empty where all pages were printed here. */
  readonly places: StampPlaces;
  readonly byPart: readonly (readonly StoredStamp[])[];
}

/** A stamp whose file waits for the parts of its document. */
export interface StoredStamp extends Omit<Stamp, 'pdf'> {
  readonly pdf: StoredFile;
}

/**
 * Prints watermarks, and the headers and footers that the print itself could not set. Where a print has several parts,
 * each part has its own stamps, which are applied when the parts are joined.
 */
export async function printStamps(
  pass: OverlayPass,
  { all, parts, numbers, count }: OverlayPages,
): Promise<PrintedStamps> {
  const { job, composed } = pass;
  const { document } = composed;
  if (!needsOverlay(document) && document.overlays.length === 0) return { all: [], places: [], byPart: [] };
  const inspections = await inspectWithOutline(job, composed, all);
  const furnished = all.map(({ segment }) => isFurnished(composed.segments[segment]));
  const setups = all.map(({ segment }) => pageOf(composed.segments[segment]));
  const found = overlays({
    document,
    inspections,
    furnished,
    setups,
    numbers,
    count,
    texts: pageTexts(document, all),
    date: composed.date,
    headings: composed.headings,
    strings: stringsOf(all, inspections),
  });
  const inPieces = parts.map(({ segment }) => isPiece(all, segment));
  const ofOthers = ofPages(
    found,
    parts.flatMap(({ pages }, index) => Array.from({ length: pages }, () => inPieces[index] === false)),
  );
  const others = await stampsOf(pass, ofOthers, job.print);
  const { places } = found;
  if (!inPieces.includes(true)) return { all: others, places, byPart: [] };
  const slices = slicesOf(
    found,
    parts.map(({ pages }) => pages),
  );
  const byPart = await withLanes<Print, StoredStamp[][]>({ own: job.print, spare: job.spare }, (lanes) => {
    const stampsFor = async (slice: PrintedSheets) =>
      storedStamps(job, await lanes.run((print) => stampsOf(pass, slice, print)));
    return Promise.all(slices.map(async (slice, index) => (inPieces[index] === true ? stampsFor(slice) : [])));
  });
  return { all: others, places, byPart };
}

const isFurnished = (segment: ComposedSegment | undefined) => segment?.kind !== 'existing' || segment.pages.furniture;
const pageOf = (segment: ComposedSegment | undefined) => (segment?.kind === 'complete' ? segment.page : null);

async function stampsOf(
  { job, composed, warn }: OverlayPass,
  { sheets, stamps }: PrintedSheets,
  print: Print,
): Promise<Stamp[]> {
  if (sheets.length === 0) return [];
  const html = overlayDocument(composed.document, sheets, { base: job.base, baseCss: job.baseCss });
  const pdf = withExactPages(
    await print(overlayJob(job, composed, html, sheets.length), supply(job, composed, null, warn)),
    sheets,
    'whole',
  );
  return stamps.map((stamp) => ({ ...stamp, pdf }));
}

/** All stamps of a part are of one file. */
async function storedStamps({ keep }: OverlayPrint, stamps: readonly Stamp[]): Promise<StoredStamp[]> {
  const [first] = stamps;
  if (first === undefined) return [];
  const pdf = await keep(first.pdf);
  return stamps.map((stamp) => ({ ...stamp, pdf }));
}

/** What lies on the pages of each part, with the sheets that these need. */
function slicesOf({ sheets, stamps }: PrintedSheets, pages: readonly number[]): PrintedSheets[] {
  let from = 0;
  return pages.map((count) => {
    const cut = stamps.map((stamp) => ({ ...stamp, pages: stamp.pages.slice(from, from + count) }));
    from += count;
    return withSheets(sheets, cut);
  });
}

/** What lies on the pages that are wanted, with the sheets that these need. */
function ofPages({ sheets, stamps }: PrintedSheets, wanted: readonly boolean[]): PrintedSheets {
  return withSheets(
    sheets,
    stamps.map((stamp) => ({
      ...stamp,
      pages: stamp.pages.map((sheet, page) => (wanted[page] === true ? sheet : null)),
    })),
  );
}

function withSheets(sheets: Overlays['sheets'], stamps: Overlays['stamps']): PrintedSheets {
  const used = [...new Set(stamps.flatMap((stamp) => stamp.pages.filter((sheet) => sheet !== null)))];
  const places = new Map(used.map((sheet, index) => [sheet, index]));
  return {
    sheets: used.flatMap((sheet) => sheets[sheet] ?? []),
    stamps: stamps.map((stamp) => ({
      ...stamp,
      pages: stamp.pages.map((sheet) => (sheet === null ? null : (places.get(sheet) ?? null))),
    })),
  };
}

/**
 * A print of overlay pages, which are not pages of the document: it has no tags, and its page limit is their number.
 */
export function overlayJob(job: PartsPrint, composed: Composed, html: string, pages: number): PrintJob {
  return {
    ...printJob(job, composed, {
      kind: 'flow',
      html,
      scripts: false,
      scripted: [],
      waitFor: [],
      probes: [],
      long: null,
    }),
    tagged: false,
    outline: false,
    onePage: null,
    maxPages: pages,
  };
}

/** The first-level heading that each page of the whole document is under, or ''. */
export async function sectionsOfPages(
  { job, composed }: OverlayPass,
  all: readonly Part[],
): Promise<readonly string[]> {
  return sectionsOf(await inspectWithOutline(job, composed, all, true), composed.headings);
}

/** The value of each heading and named string on each page of the whole document. */
export async function stringsOfPages({ job, composed }: OverlayPass, all: readonly Part[]): Promise<StringOnPage> {
  return stringsOf(all, await inspectWithOutline(job, composed, all, false));
}

/** Pages that were not printed here have the headings of their outline. */
const stringsOf = (all: readonly Part[], inspections: readonly Inspection[]): StringOnPage =>
  stringsOnPages(
    all.map(({ pages, places, strings }, index) => {
      const inspection = inspections[index];
      return { pages, strings: places === null && inspection !== undefined ? stringsOfOutline(inspection) : strings };
    }),
  );

/**
 * `{section}` comes from the outline. Where the request wants no outline, the pages are printed once more with one,
 * only for their headings.
 */
async function inspectWithOutline(
  job: OverlayPrint,
  composed: Composed,
  parts: readonly Part[],
  sections = hasSections(composed),
): Promise<Inspection[]> {
  const inspections = await Promise.all(
    parts.map(async ({ pdf, places }): Promise<Inspection> => places ?? (await job.inspect(bytesOf(pdf)))),
  );
  const { tagged, outline } = job.request.output;
  if ((tagged && outline) || !sections) return inspections;
  const outlined = {
    ...job,
    measured: null,
    request: { ...job.request, output: { ...job.request.output, tagged: true, outline: true } },
  };
  const everyPage = new Set(parts.filter(({ notes }) => notes?.everyPage).map(({ segment }) => segment));
  const again = await printParts({ job: outlined, composed, warn: () => undefined, everyPage }, null);
  return inspections.map((inspection, index) => ({
    ...inspection,
    outline: again.parts[index]?.places?.outline ?? inspection.outline,
  }));
}

const hasSections = ({ document }: Composed): boolean =>
  document.runningContent.some(({ content }) =>
    Object.values(content).some((text: string) => text.includes('{section}')),
  );
