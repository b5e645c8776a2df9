import type { Inspection } from '../pdf/inspect.ts';
import type { Stamp } from '../pdf/stamp.ts';
import { mainPage, type Document, type PageSetup } from './document.ts';
import { furnitureHtml, needsOverlay } from './furniture.ts';
import type { OverlaySheet } from './page.ts';
import { pagesOf, parseRange } from './range.ts';

export interface OverlayJob {
  readonly document: Document;
  /** Of each printed part, in order. */
  readonly inspections: readonly Inspection[];
  /** Of each part, whether it was printed here: pages of an existing PDF have headers and footers of their own, if any. */
  readonly own: readonly boolean[];
  /** The number of every page of the result in the whole document, and how many that has. */
  readonly numbers: readonly number[];
  readonly count: number;
  /** As in FinishJob: index among the printed pages of every page of the result. */
  readonly order: readonly number[] | null;
  /** `{date}` as it is to be read. */
  readonly date: string;
  /** Texts of the headings that were composed. */
  readonly headings: readonly string[];
}

export interface Overlays {
  readonly sheets: readonly OverlaySheet[];
  readonly stamps: readonly Omit<Stamp, 'pdf'>[];
}

interface Target {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly section: string;
  readonly own: boolean;
}

/** Sets watermarks, headers and footers for every page of the result; pages that would be equal are printed once. */
export function overlays(job: OverlayJob): Overlays {
  const sheets = new Map<string, number>();
  const all: OverlaySheet[] = [];
  const place = ({ width, height }: Target, html: string): number => {
    const key = `${width}x${height} ${html}`;
    const known = sheets.get(key);
    if (known !== undefined) return known;
    sheets.set(key, all.length);
    return all.push({ width, height, html }) - 1;
  };
  const targets = targetsOf(job);
  const stamps = [...watermarks(job, targets, place), ...furniture(job, targets, place)];
  return { sheets: all, stamps };
}

function watermarks({ document, count }: OverlayJob, targets: readonly Target[], place: (target: Target, html: string) => number): Omit<Stamp, 'pdf'>[] {
  return document.overlays.map(({ html, layer, pages }) => {
    const chosen = pages === null ? null : new Set(pagesOf(parseRange(pages), count));
    return { layer, subtype: 'Watermark', pages: targets.map((target) => (chosen === null || chosen.has(target.number) ? place(target, html) : null)) };
  });
}

/** Only what the print itself could not set, see `needsOverlay`. */
function furniture({ document, count, date }: OverlayJob, targets: readonly Target[], place: (target: Target, html: string) => number): Omit<Stamp, 'pdf'>[] {
  if (!needsOverlay(document)) return [];
  return (['header', 'footer'] as const).flatMap((edge): Omit<Stamp, 'pdf'>[] => {
    const pages = targets.map((target) => {
      const html = target.own ? furnitureHtml(document, edge, { page: target.number, pages: count, section: target.section, date, setup: setupOf(document, target) }) : null;
      return html === null ? null : place(target, html);
    });
    return pages.every((page) => page === null) ? [] : [{ layer: 'over', subtype: edge === 'header' ? 'Header' : 'Footer', pages }];
  });
}

function targetsOf({ inspections, own, numbers, order, headings }: OverlayJob): Target[] {
  const printed = inspections.flatMap(({ pages }) => pages);
  const owned = inspections.flatMap(({ pages }, part) => pages.map(() => own[part] ?? true));
  const sections = sectionsOf(inspections, headings);
  return numbers.map((number, index) => {
    const at = order?.[index] ?? index;
    return { number, width: printed[at]?.width ?? 0, height: printed[at]?.height ?? 0, section: sections[at] ?? '', own: owned[at] ?? true };
  });
}

/** The first-level heading that each page is under: the last that begins on it or before it. */
function sectionsOf(inspections: readonly Inspection[], headings: readonly string[]): string[] {
  const known = new Set(headings);
  const meant = new Map(headings.flatMap((heading) => [[letters(heading + heading), heading], [letters(heading), heading]]));
  const textOf = (title: string) => (known.has(title) ? title : (meant.get(letters(title)) ?? title));
  let current = '';
  return inspections.flatMap(({ pages, outline }) =>
    pages.map((_, index) => {
      const begun = outline.findLast(({ page, level }) => page === index && level === 1);
      if (begun !== undefined) current = textOf(begun.title);
      return current;
    }),
  );
}

/** Chromium's titles lack spaces, stand twice, or have their words in the order in which they are seen where these run from right to left; their letters are those of the heading. */
const letters = (text: string) => Array.from(text.replace(/\s+/g, '')).sort().join('');

/** The kind of page of that size: Chromium rounds sizes to 1/100 inch. */
function setupOf(document: Document, { width, height }: Target): PageSetup {
  const near = (setup: PageSetup) => Math.abs(setup.width - width) < 1 && Math.abs(setup.height - height) < 1;
  const { [mainPage]: main, ...others } = document.pages;
  const found = [main, ...Object.values(others)].find((setup) => setup !== undefined && near(setup));
  return { margin: { top: 56.69, right: 56.69, bottom: 56.69, left: 56.69 }, background: null, ...found, width, height };
}
