import type { InspectedPage, Inspection } from '../../pdf/edit/inspect.ts';
import { titlesMeant } from '../../pdf/printed/outline-titles.ts';
import type { Stamp } from '../../pdf/edit/stamp.ts';
import type { StampPlaces } from '../../pdf/edit/stamp-shown-pages.ts';
import type { Matrix } from '../../pdf/geometry/matrix.ts';
import { mainPage, type Document, type Overlay } from '../model/document.ts';
import { smallestSide } from '../model/page-setup.ts';
import { type PageSetup } from '../model/types/page-geometry.ts';
import { setupOnExisting, sheetOf, watermarkOnExisting } from './existing-page.ts';
import { needsOverlay } from './running-content.ts';
import type { StringOnPage } from './strings/page-strings.ts';
import { runningContentHtml } from './running-html.ts';
import type { OverlaySheet } from '../compose/page.ts';
import { pagesOf, parseRange } from '../../input/range.ts';

/** A printed document whose overlays are made. */
export interface OverlayJob {
  readonly document: Document;
  /** Of each part of the whole document, in order. */
  readonly inspections: readonly Inspection[];
  /** For each part, whether headers, footers and watermarks go over its pages: over those of an existing PDF on request. */
  readonly furnished: readonly boolean[];
  /** Of each part the page of a complete HTML document, whose margins are its own; `null` of the others. */
  readonly setups: readonly (PageSetup | null)[];
  /** The number of every page that gets overlays in the whole document, and how many that has. */
  readonly numbers: readonly number[];
  readonly count: number;
  /** The number of each page of the whole document as readers see it. */
  readonly texts: readonly string[];
  /** The text for `{date}`. */
  readonly date: string;
  /** Texts of the headings that were composed. */
  readonly headings: readonly string[];
  readonly strings: StringOnPage;
}

/** Pages to print, each once, and the places in the document where they are stamped. */
export interface Overlays {
  readonly sheets: readonly OverlaySheet[];
  readonly stamps: readonly Omit<Stamp, 'pdf'>[];
  /** Where stamps lie on each page; empty where all pages were printed here. */
  readonly places: StampPlaces;
}

interface Target {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly section: string;
  readonly chapter: number;
  /** True for the first page of its chapter. */
  readonly begins: boolean;
  readonly furnished: boolean;
  readonly setup: PageSetup | null;
  /** Where the sheet lies on a page of an existing PDF; `null` for a page that was printed here. */
  readonly place: Matrix | null;
}

/** Prints a sheet once; answers its index. */
type PlaceSheet = (target: Target, html: string, isBackground?: boolean) => number;

/** Makes watermarks, headers and footers for every requested page. Equal overlays are printed once. */
export function overlays(job: OverlayJob): Overlays {
  const sheets = new Map<string, number>();
  const all: OverlaySheet[] = [];
  const place: PlaceSheet = (target, html, isBackground = false) => {
    const width = Math.max(target.width, smallestSide);
    const height = Math.max(target.height, smallestSide);
    const key = `${width}x${height} ${html}`;
    const known = sheets.get(key);
    if (known !== undefined) return known;
    sheets.set(key, all.length);
    const bleed = target.place === null ? (job.document.paper?.bleed ?? 0) : 0;
    return all.push({ width, height, html, ...(bleed > 0 && { bleed, isBackground }) }) - 1;
  };
  const targets = targetsOf(job);
  const stamps = [...watermarks(job, targets, place), ...runningContent(job, targets, place)];
  const places = targets.map((target) => target.place);
  return { sheets: all, stamps, places: places.every((one) => one === null) ? [] : places };
}

function watermarks(
  { document, count }: OverlayJob,
  targets: readonly Target[],
  place: PlaceSheet,
): Omit<Stamp, 'pdf'>[] {
  return document.overlays.map((overlay) => {
    const { kind, layer, pages } = overlay;
    const chosen = pages === null ? null : new Set(pagesOf(parseRange(pages), count));
    return {
      layer,
      subtype: kind === 'watermark' ? 'Watermark' : 'Background',
      pages: targets.map((target) => {
        const html = chosen === null || chosen.has(target.number) ? overlayOn(target, overlay) : null;
        return html === null ? null : place(target, html, kind === 'background');
      }),
    };
  });
}

/** A background is that of pages that were printed here. */
function overlayOn(target: Target, { kind, html }: Overlay): string | null {
  if (target.place === null) return html;
  return target.furnished && kind === 'watermark' ? watermarkOnExisting(html, target) : null;
}

/** Only the headers and footers that the print itself could not set, see `needsOverlay`. */
function runningContent(
  { document, count, texts, date, strings }: OverlayJob,
  targets: readonly Target[],
  place: PlaceSheet,
): Omit<Stamp, 'pdf'>[] {
  if (!needsOverlay(document)) return [];
  return (['header', 'footer'] as const).flatMap((edge): Omit<Stamp, 'pdf'>[] => {
    const pages = targets.map((target) => {
      const html = target.furnished
        ? runningContentHtml(document, edge, {
            page: target.number,
            label: texts[target.number - 1] ?? '',
            pages: count,
            section: target.section,
            string: (placeholder) => strings(placeholder, target.number - 1),
            date,
            setup: setupOf(document, target),
            begins: target.begins,
            isExisting: target.place !== null,
          })
        : null;
      return html === null ? null : place(target, html);
    });
    return pages.every((page) => page === null)
      ? []
      : [{ layer: 'over', subtype: edge === 'header' ? 'Header' : 'Footer', pages }];
  });
}

function targetsOf({ document, inspections, furnished, setups, numbers, headings }: OverlayJob): Target[] {
  const all = inspections.flatMap(({ pages }) => pages);
  const carry = inspections.flatMap(({ pages }, part) => pages.map(() => furnished[part] ?? true));
  const pageSetups = inspections.flatMap(({ pages }, part) => pages.map(() => setups[part] ?? null));
  const sections = sectionsOf(inspections, headings);
  const starts = chapterStarts(document, inspections);
  return numbers.map((number) => {
    const at = number - 1;
    const { chapter, page } = starts.findLast((start) => start.page <= at) ?? { chapter: 0, page: 0 };
    const inspected: InspectedPage = all[at] ?? { width: 0, height: 0 };
    const { width, height, place } = sheetOf(inspected) ?? { ...inspected, place: null };
    return {
      number,
      chapter,
      begins: page === at,
      width,
      height,
      place,
      section: sections[at] ?? '',
      furnished: carry[at] ?? true,
      setup: pageSetups[at] ?? null,
    };
  });
}

/** The index of the page on which each chapter with running content of its own begins, in order. */
function chapterStarts(
  { chapters }: Document,
  inspections: readonly Inspection[],
): { readonly chapter: number; readonly page: number }[] {
  const before = inspections.map((_, part) =>
    inspections.slice(0, part).reduce((sum, { pages }) => sum + pages.length, 0),
  );
  return chapters.flatMap(({ chapter, id }) =>
    inspections.flatMap(({ destinations }, part) =>
      destinations[id] === undefined ? [] : [{ chapter, page: (before[part] ?? 0) + destinations[id] }],
    ),
  );
}

/** The first-level heading that each page is under: the last that begins on it or before it. */
export function sectionsOf(inspections: readonly Inspection[], headings: readonly string[]): string[] {
  const meant = titlesMeant(headings);
  let current = '';
  return inspections.flatMap(({ pages, outline }) =>
    pages.map((_, index) => {
      const begun = outline.findLast(({ page, level }) => page === index && level === 1);
      if (begun !== undefined) current = meant(begun.title);
      return current;
    }),
  );
}

/** The kind of page of that size in that chapter: Chromium rounds sizes to 1/100 inch. */
function setupOf(document: Document, { width, height, chapter, setup: own, place }: Target): PageSetup {
  if (place !== null) return setupOnExisting(document, { width, height, chapter });
  if (own !== null) return { ...own, width, height, chapter };
  const near = (setup: PageSetup) => Math.abs(setup.width - width) < 1 && Math.abs(setup.height - height) < 1;
  const { [mainPage]: main, ...others } = document.pages;
  const setups = [main, ...Object.values(others)].filter((setup) => setup !== undefined && near(setup));
  const found = setups.find((setup) => setup?.chapter === chapter) ?? setups[0];
  return {
    margin: { top: 56.69, right: 56.69, bottom: 56.69, left: 56.69 },
    background: null,
    bleed: 0,
    ...found,
    width,
    height,
    chapter,
  };
}
