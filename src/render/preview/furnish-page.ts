import type { InspectedPage, Inspection } from '../../pdf/edit/inspect.ts';
import type { Stamp } from '../../pdf/edit/stamp.ts';
import type { Composed } from '../compose/compose-job.ts';
import { overlayDocument } from '../compose/page.ts';
import { withExactPages } from '../model/paper-sizes.ts';
import type { PageSetup } from '../model/types/page-geometry.ts';
import type { NumberedFrom } from '../numbering/page-numbers-options.ts';
import { pageTexts } from '../numbering/page-numbers.ts';
import { supply } from '../print/print-job.ts';
import type { DocumentPrint } from '../print/settle-heights.ts';
import { overlays, sectionsOf } from '../running/overlay.ts';
import { overlayJob } from '../running/print-overlays.ts';
import { stringsOfHeaded, type HeadingsOnPage } from './page-headings.ts';

/** A page by its size, its headings, and whether headers, footers and watermarks go over it. */
export interface PageSize extends InspectedPage, HeadingsOnPage {
  readonly furnished: boolean;
  /** The page of a complete HTML document, whose margins are its own; `null` for others. */
  readonly setup?: PageSetup | null;
}

/** A page of a document whose headers, footers and watermarks are wanted. */
export interface BarePage {
  /** Its number in the whole document, from 1. */
  readonly number: number;
  /** The sizes of all pages of the document. */
  readonly sizes: readonly PageSize[];
  /** The texts of all headings of the document, where headers or footers show some. */
  readonly headings: readonly string[];
  /** Where page numbers begin anew; `segment` is the index of the page. */
  readonly numberedFrom: readonly NumberedFrom[];
  /** Index of the page in its file, and pages of that. */
  readonly index: number;
  readonly pages: number;
}

/** The number of each page as readers see it. */
export const textsOf = ({ numberedFrom, sizes }: Pick<BarePage, 'numberedFrom' | 'sizes'>): string[] =>
  pageTexts(
    { numberedFrom: [...numberedFrom] },
    sizes.map((_, segment) => ({ segment, pages: 1, places: null })),
  );

/** The headings and strings on each page of a document. */
export const headingsShown = ({ sizes, headings }: Pick<BarePage, 'sizes' | 'headings'>) => ({
  sections: sectionsOf(inspectionsOf(sizes), headings),
  strings: stringsOfHeaded(sizes),
});

const inspectionsOf = (sizes: BarePage['sizes']): Inspection[] =>
  sizes.map((size) => ({
    ...{ pages: [size], destinations: {} },
    outline: size.outline.map((item) => ({ ...item, page: 0 })),
  }));

/** The stamps for one page of a document: watermarks, and the headers and footers that its print can not set. */
export async function stampsForPage(job: DocumentPrint, composed: Composed, page: BarePage): Promise<Stamp[]> {
  const { document, date } = composed;
  const { number, sizes } = page;
  const numbers = sizes.map((_, index) => index + 1);
  const { sheets, stamps } = overlays({
    document,
    inspections: inspectionsOf(sizes),
    ...{
      furnished: sizes.map(({ furnished }) => furnished),
      setups: sizes.map(({ setup = null }) => setup),
      numbers,
      count: sizes.length,
      texts: textsOf(page),
      date,
      headings: page.headings,
      strings: stringsOfHeaded(sizes),
    },
  });
  const sheetOf = (stamp: (typeof stamps)[number]): number | null => stamp.pages[number - 1] ?? null;
  const used = [...new Set(stamps.map(sheetOf).filter((sheet) => sheet !== null))].sort((one, other) => one - other);
  if (used.length === 0) return [];
  // The others are empty, and only there so that Chromium's coordinates are those of the whole document.
  const printed = sheets.map((sheet, index) => (used.includes(index) ? sheet : { ...sheet, html: '' }));
  const html = overlayDocument(document, printed, { base: job.base, baseCss: job.baseCss });
  const wish = { ...overlayJob(job, composed, html, sheets.length), pages: used.map((sheet) => sheet + 1).join(',') };
  const pdf = withExactPages(
    await job.print(
      wish,
      supply(job, composed, null, () => undefined),
    ),
    sheets,
  );
  return stamps.flatMap((stamp) => {
    const sheet = sheetOf(stamp);
    if (sheet === null) return [];
    const pages = Array.from({ length: page.pages }, (_, index) => (index === page.index ? used.indexOf(sheet) : null));
    return [{ ...stamp, pdf, pages }];
  });
}
