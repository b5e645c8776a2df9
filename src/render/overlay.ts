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
  /** The number of every page of the result in the whole document, and how many that has. */
  readonly numbers: readonly number[];
  readonly count: number;
  /** As in FinishJob: index among the printed pages of every page of the result. */
  readonly order: readonly number[] | null;
  /** `{date}` as it is to be read. */
  readonly date: string;
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
  const html = (target: Target) => furnitureHtml(document, { page: target.number, pages: count, section: target.section, date, setup: setupOf(document, target) });
  return [{ layer: 'over', subtype: 'Header', pages: targets.map((target) => place(target, html(target))) }];
}

function targetsOf({ inspections, numbers, order }: OverlayJob): Target[] {
  const printed = inspections.flatMap(({ pages }) => pages);
  const sections = sectionsOf(inspections);
  return numbers.map((number, index) => {
    const at = order?.[index] ?? index;
    return { number, width: printed[at]?.width ?? 0, height: printed[at]?.height ?? 0, section: sections[at] ?? '' };
  });
}

/** The first-level heading that each page is under: the last that begins on it or before it. */
function sectionsOf(inspections: readonly Inspection[]): string[] {
  let current = '';
  return inspections.flatMap(({ pages, outline }) =>
    pages.map((_, index) => {
      current = outline.findLast(({ page, level }) => page === index && level === 1)?.title ?? current;
      return current;
    }),
  );
}

/** The kind of page of that size: Chromium rounds sizes to 1/100 inch. */
function setupOf(document: Document, { width, height }: Target): PageSetup {
  const near = (setup: PageSetup) => Math.abs(setup.width - width) < 1 && Math.abs(setup.height - height) < 1;
  const { [mainPage]: main, ...others } = document.pages;
  const found = [main, ...Object.values(others)].find((setup) => setup !== undefined && near(setup));
  return { margin: { top: 56.69, right: 56.69, bottom: 56.69, left: 56.69 }, background: null, ...found, width, height };
}
