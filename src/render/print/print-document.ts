import type { FormWidget } from '../../pdf/edit/forms/form-field.ts';
import { AppError } from '../../problems.ts';
import type { Composed } from '../compose/compose-job.ts';
import { onlyLastChecked } from '../content/forms/widgets-of-controls.ts';
import type { FinishJob, FinishPart } from '../finish/finish-job.ts';
import type { Warning } from '../model/types/warning.ts';
import { pageLabels } from '../numbering/page-numbers.ts';
import { printStamps, type PrintedStamps } from '../running/print-overlays.ts';
import { stampMarks } from '../stamps/stamp-marks.ts';
import { choosePages, type ChosenPages } from './choose-pages.ts';
import { bookmarkedLevels, bookmarksOf } from './document-outline.ts';
import { bytesOf } from './fragments/part-files.ts';
import type { Warn } from './print-one.ts';
import { isPiece, pagesBefore, type Part, type PrintedParts } from './printed-part.ts';
import { type DocumentPrint } from './settle-heights.ts';
import { printSettled } from './settle-passes.ts';

/** Maximum number of warnings of one document; one more reports that there were others. */
const maxWarnings = 100;

/** The printed pages, and the work that remains for the finish. */
export interface PrintedDocument {
  readonly pages: Pick<
    FinishJob,
    'parts' | 'order' | 'labels' | 'stamps' | 'places' | 'marks' | 'paper' | 'bookmarks' | 'unbookmarked'
  >;
  readonly parts: readonly ReadablePart[];
  /** Widgets of the form controls on these pages. */
  readonly widgets: readonly FormWidget[];
  readonly warnings: readonly Warning[];
}

/** A part whose bytes are read from the store on each access, so that they are not in memory between two. */
export interface ReadablePart extends Part {
  readonly pdf: Uint8Array;
}

/**
 * Does all browser work of one document: the passes that measure it, the print, the print of chosen pages, and the
 * overlays. Throws AppError `too-many-pages` or `page-out-of-range`, and the errors of a print.
 */
export async function printDocument(given: DocumentPrint): Promise<PrintedDocument> {
  const warnings = new Map<string, Warning>();
  const warn = listenerOf(warnings);
  const { job, ...printed } = await printSettled(given, warn);
  const { composed, parts } = printed;
  takeTitle(composed, parts);
  const count = pagesBefore(parts, parts.length);
  const limit = Math.min(job.request.output.maxPages ?? job.maxPages, job.maxPages);
  if (count > limit)
    throw new AppError('too-many-pages', `The document has more than the ${limit} pages that are allowed.`);
  const pass = { job, composed, warn };
  const chosen = await choosePages(pass, parts, count);
  const stamps = await printStamps(pass, { ...chosen, all: parts });
  const marks = await stampMarks(pass, parts, chosen);
  const levels = levelsOf(printed, chosen);
  return {
    pages: {
      parts: finishParts(printed, chosen, stamps, levels),
      order: chosen.order,
      labels: labelsOf(composed, parts, chosen),
      stamps: stamps.all,
      places: stamps.places,
      marks,
      paper: paperOfPages(composed, chosen),
      bookmarks: job.request.output.outline ? bookmarksOf(composed, parts, chosen.parts) : [],
      unbookmarked: levels === null ? composed.document.unbookmarked : [],
    },
    parts: chosen.parts.map(readable),
    widgets: widgetsOf(parts, chosen),
    warnings: [...warnings.values()],
  };
}

/** Labels of the pages of the result; `null` where it has none. */
function labelsOf({ document }: Composed, parts: readonly Part[], { order, numbers }: ChosenPages) {
  const labels = pageLabels(document, parts);
  if (labels === null) return null;
  const pages = order === null ? numbers : order.map((index) => numbers[index] ?? 1);
  return pages.flatMap((number) => labels[number - 1] ?? []);
}

/** Paper around the pages of the result that were printed here; `null` = none. */
function paperOfPages({ document: { paper }, segments }: Composed, { parts, order }: ChosenPages) {
  if (paper === null) return null;
  const own = parts.flatMap(({ pages, segment }) => Array<boolean>(pages).fill(segments[segment]?.kind !== 'existing'));
  return {
    bleed: paper.bleed,
    crop: paper.marks.includes('crop'),
    registration: paper.marks.includes('registration'),
    pages: order === null ? own : order.map((page) => own[page] === true),
  };
}

/** Collects warnings, each once. */
function listenerOf(warnings: Map<string, Warning>): Warn {
  return (code, message, pointer) => {
    if (warnings.has(code + message)) return;
    if (warnings.size < maxWarnings)
      warnings.set(code + message, { code, message, ...(pointer !== undefined && { pointer }) });
    else
      warnings.set('more', { code, message: `There are more than ${maxWarnings} warnings; the others are left out.` });
  };
}

/** The scripts of a complete HTML document may set its title, which becomes the title of the PDF. */
function takeTitle({ document }: Composed, [first]: readonly Part[]): void {
  const title = first?.places?.title ?? '';
  if (document.titledByHtml && title !== '') document.metadata.title = title;
}

/** Levels of the chosen parts; `null` where there is one part, because only joining needs them. */
function levelsOf({ composed, parts }: PrintedParts, { kept }: ChosenPages): number[][] | null {
  const all = kept === null || parts.length === 1 ? null : bookmarkedLevels(composed, parts);
  return all === null ? null : (kept ?? []).map((part) => all[part] ?? []);
}

function finishParts(
  { composed, parts }: PrintedParts,
  chosen: ChosenPages,
  stamps: PrintedStamps,
  levels: readonly number[][] | null,
): FinishPart[] {
  return chosen.parts.map(({ pdf, places, segment, continues, levels: own }, index) => ({
    pdf,
    printed: composed.segments[segment]?.kind !== 'existing',
    segment,
    piece: isPiece(parts, segment),
    continues,
    levels: levels?.[index] ?? own,
    names: [...(places?.places.keys() ?? [])],
    stamps: stamps.byPart[index] ?? [],
  }));
}

/** Widgets of the chosen parts. Radio groups span parts, so which button is checked depends on all parts. */
function widgetsOf(all: readonly Part[], { parts, kept }: ChosenPages): FormWidget[] {
  const keys = new Set(parts.flatMap(({ widgets }) => widgets.map(({ key }) => key)));
  return onlyLastChecked((kept === null ? parts : all).flatMap(({ widgets }) => widgets)).filter(({ key }) =>
    keys.has(key),
  );
}

/**
 * V8 makes a hidden class for each object with a getter of its own, which retains the getter, and with it the file, until
 * a full garbage collection. So a part in memory has none.
 */
function readable(part: Part): ReadablePart {
  const { pdf } = part;
  if (pdf instanceof Uint8Array) return { ...part, pdf };
  return {
    ...part,
    get pdf() {
      return bytesOf(pdf);
    },
  };
}
