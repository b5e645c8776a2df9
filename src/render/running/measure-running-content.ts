import { openPdf } from '../../pdf/file/open.ts';
import { AppError } from '../../problems.ts';
import type { Composed } from '../compose/compose-job.ts';
import type { Document, RunningContent } from '../model/document.ts';
import type { PageSetup } from '../model/types/page-geometry.ts';
import type { Warning } from '../model/types/warning.ts';
import { longestPageText } from '../numbering/page-numbers.ts';
import { runningContentOn, spotsOf } from './running-content.ts';
import type { StringPlaceholder } from '../model/types/page-string.ts';
import { hasStrings } from './strings/placeholder.ts';
import { bandHtml, fitsOneLine } from './running-html.ts';
import { overlayDocument, type OverlaySheet } from '../compose/page.ts';
import { printedHeight } from '../model/paper-sizes.ts';

/**
 * Points of free space above and below a header or footer without a stated height. Its margin grows to hold all three.
 */
const padding = 14;
/** Maximum share of a page's height for its header, and for its footer. */
const maxOfPage = 0.4;
/** Height of the pages on which they are measured, in points: nearly the maximum of PDF (ISO 32000-2, annex C.2). */
const roomy = 14_000;

/** A header or footer on one kind of page. */
interface Case {
  /** Its index in `document.runningContent`. */
  readonly index: number;
  readonly one: RunningContent;
  readonly setup: PageSetup;
}

/** Measured headers and footers. */
export interface RunningContentMeasure {
  /** Of each of `document.runningContent` the height that its margin has to have in points, or `null`. */
  readonly heights: readonly (number | null)[];
  /** True where a margin is lower than that. */
  readonly grows: boolean;
  readonly warnings: readonly Warning[];
}

/** How headers and footers are measured. */
export interface MeasureOptions {
  readonly base: string;
  readonly baseCss: string;
  /** True where those with a stated height are measured, too. */
  readonly all: boolean;
  /** The longest value of each heading and named string, see `longestStrings`; without it the print has yet to show it. */
  readonly strings?: ReadonlyMap<string, string> | undefined;
}

/**
 * The document that is printed to measure headers and footers, each on a page of its own. Unknown values have stand-ins
 * (the longest heading for {section} and {heading:n}). `null` where all of them fit with any text.
 */
export function runningContentProbe(
  { document, headings, date }: Composed,
  { base, baseCss, all, strings }: MeasureOptions,
): { html: string; cases: readonly Case[] } | null {
  const section = longestHeading(headings);
  const string = ({ key }: StringPlaceholder) => strings?.get(key) ?? (key.startsWith('heading:') ? section : '');
  const stand = { ...{ page: 1000, label: longestPageText(document), pages: 1000, date }, section, string };
  const fits = ({ content }: RunningContent, { width, margin }: PageSetup) =>
    !('html' in content) && fitsOneLine(document, content, stand, width - margin.left - margin.right);
  const cases = document.runningContent.flatMap((one, index) =>
    one.height !== null && !all
      ? []
      : widthsOf(document, one)
          .filter((setup) => !fits(one, setup))
          .map((setup) => ({ index, one, setup })),
  );
  if (cases.length === 0) return null;
  const links = cases.map((_, at) => `<a href="#${markOf(at)}"></a>`).join('');
  const sheets = cases.map(({ one, setup }, at): OverlaySheet => {
    const band = bandHtml(document, one, { ...stand, setup, begins: false }, 'top:0');
    return {
      width: setup.width,
      height: roomy,
      html:
        band.replace(/<\/div>$/, `<i id="${markOf(at)}" style="position:absolute;left:0;bottom:0"></i></div>`) +
        (at === 0 ? `<div style="display:none!important">${links}</div>` : ''),
    };
  });
  return { html: overlayDocument(document, sheets, { base, baseCss }), cases };
}

/** The text that stands in for headings before they are printed. */
export const longestHeading = (headings: readonly string[]): string =>
  headings.reduce((longest, text) => (text.length > longest.length ? text : longest), '').slice(0, 500);

const markOf = (index: number) => `colophon-end-${index}`;

/** The longest heading stands in for others, and may never be printed: it is no reason to refuse a document. */
const saysHeading = ({ content }: RunningContent) =>
  Object.values(content).some((text: string) => text.includes('{section}') || hasStrings(text));

/** A kind of page of every width of content on which it stands; of those of one width the lowest page. */
function widthsOf(document: Document, one: RunningContent): PageSetup[] {
  const stands = (setup: PageSetup) =>
    (['first', 'later'] as const).some((place) =>
      spotsOf(setup, place).some((spot) => runningContentOn(document, one.edge, spot) === one),
    );
  const lowest = Object.values(document.pages)
    .filter(stands)
    .sort((a, b) => a.height - b.height);
  const widths = new Map<number, PageSetup>();
  for (const setup of lowest) {
    const width = Math.round(setup.width - setup.margin.left - setup.margin.right);
    if (!widths.has(width)) widths.set(width, setup);
  }
  return [...widths.values()];
}

/**
 * Reads the heights from the printed probe. Throws AppError `limit-exceeded` for a header or footer that would leave
 * too little of its page.
 */
export function runningContentHeights(
  document: Document,
  cases: readonly Case[],
  pdf: Uint8Array,
): RunningContentMeasure {
  const heights: (number | null)[] = document.runningContent.map(() => null);
  const warnings: Warning[] = [];
  const marks = marksIn(pdf);
  let grows = false;
  cases.forEach(({ index, one, setup }, at) => {
    const top = printedHeight({ width: setup.width, height: roomy });
    const height = Math.ceil(top - (marks.get(markOf(at)) ?? top) - 0.5); // CSS pixels are printed to 1/300 inch
    const margin = one.edge === 'header' ? setup.margin.top : setup.margin.bottom;
    if (one.height !== null) {
      const room = Math.max(one.height, margin);
      if (height > room + 1)
        warnings.push({
          code: 'overflow',
          message:
            `The ${one.edge} is ${height} pt tall and has ${Math.round(room)} pt: the rest of it is cut off. ` +
            `Give it a larger \`height\`, or none, so that it is measured.`,
        });
      return;
    }
    const room = height + 2 * padding;
    if (room <= margin) return;
    const maxRoom = setup.height * maxOfPage;
    if (room > maxRoom && !saysHeading(one))
      throw new AppError(
        'limit-exceeded',
        `The ${one.edge} is ${height} pt tall; a page of ${Math.round(setup.height)} pt can spare ` +
          `${Math.floor(maxRoom - 2 * padding)} pt for it. Make it shorter, or give it a \`height\`: ` +
          'content beyond it is cut off.',
      );
    heights[index] = Math.max(heights[index] ?? 0, Math.min(room, maxRoom));
    grows = true;
  });
  return { heights, grows, warnings };
}

/** Where the named destinations of a printed file are: points from the bottom of their page (12.3.2.2, `XYZ`). */
function marksIn(pdf: Uint8Array): Map<string, number> {
  const file = openPdf(pdf);
  const named = file.dict(file.catalog.get('Dests'))?.entries() ?? [];
  return new Map(
    named.map(([name, destination]) => [name, file.number(file.array(destination)?.[3] ?? null) ?? roomy]),
  );
}
