import type { Box } from '../../pdf/file/pdf-file.ts';
import { withMediaBoxes } from '../../pdf/printed/media-boxes.ts';
import { css } from '../../input/length.ts';
import type { PageSetup } from './types/page-geometry.ts';

/** Width and height of a trimmed page in points, and its bleed. */
type Size = Pick<PageSetup, 'width' | 'height'> & Partial<Pick<PageSetup, 'bleed'>>;

/** Sizes of paper (ISO 216, ANSI Y14.1), portrait, in points to a thousandth. */
export const paperSizes: Readonly<Record<string, readonly [width: number, height: number]>> = {
  A3: [841.89, 1190.551],
  A4: [595.276, 841.89],
  A5: [419.528, 595.276],
  A6: [297.638, 419.528],
  Letter: [612, 792],
  Legal: [612, 1008],
  Tabloid: [792, 1224],
};

/** Dots an inch in which Chromium prints. */
const dpi = 300;

/** A side of a printed page: Chromium rounds it to whole points, and these to whole dots (measured, Chromium 156). */
const printedSide = (side: number) => (Math.round((Math.round(side) * dpi) / 72) * 72) / dpi;

/** The least whole number of points that is printed as no less than `side`. */
function coveringSide(side: number): number {
  const least = Math.floor(side);
  return [least, least + 1].find((points) => printedSide(points) > side - 0.001) ?? least + 2;
}

/** A page on which one of this size has room to its last point: A4 is printed a third of a point too narrow. */
function covering(size: Size): Size {
  const { width, height } = untrimmed(size);
  return { width: coveringSide(width), height: coveringSide(height) };
}

/** The page with its bleed. */
const untrimmed = ({ width, height, bleed = 0 }: Size): Size => ({
  width: width + 2 * bleed,
  height: height + 2 * bleed,
});

/**
 * The value of CSS `size` for a page (CSS Paged Media 3, 7.1), which may be a little larger: its margins add
 * `paperExcess`.
 */
export function paperSize(size: Size): string {
  const { width, height } = covering(size);
  return `${css(width)} ${css(height)}`;
}

/** How tall a page of this size is printed, in points. */
export const printedHeight = (size: Size): number => printedSide(covering(size).height);

/** How wide a page is printed that is as tall as its content, in points. */
export const paperWidth = (size: Size): number => covering(size).width;

/**
 * The distance in points that the right and the bottom edge of a page are further from its content than its margins
 * state.
 */
export function paperExcess(size: Size): { readonly right: number; readonly bottom: number } {
  const [paper, page] = [covering(size), untrimmed(size)];
  return { right: paper.width - page.width, bottom: paper.height - page.height };
}

const isPrintedAs = (printed: Size, { width, height }: Size) =>
  isSide(printed.width, printedSide(width)) && isSide(printed.height, printedSide(height));

const isSide = (one: number, other: number) => Math.abs(one - other) < 0.01;

const standardSizes: readonly Size[] = Object.values(paperSizes).flatMap(([width, height]) => [
  { width, height },
  { width: height, height: width },
]);

const thousandths = (points: number) => Math.round(points * 1000) / 1000;
/** As many digits as Chromium writes. */
const rounded = (points: number) => Math.round(points * 1e5) / 1e5;

/**
 * The printed file with pages of exactly the requested sizes, or of standard paper sizes. The distance of the content
 * from the upper left corner does not change. A bleed is outside of the page; `whole` makes it a part of the page.
 */
export function withExactPages(pdf: Uint8Array, sizes: readonly Size[], whole?: 'whole'): Uint8Array {
  const bleed = sizes[0]?.bleed ?? 0;
  const all = [...sizes, ...standardSizes.map((size) => ({ ...size, bleed }))];
  return withMediaBoxes(pdf, (printed) => {
    const isSize = (one: Size) => isPrintedAs(printed, covering(one)) || isPrintedAs(printed, untrimmed(one));
    const size = all.find(isSize);
    return size === undefined ? null : boxOn(printed, whole === undefined ? size : untrimmed(size));
  });
}

function boxOn(printed: Size, { width, height, bleed = 0 }: Size): Box {
  const [left, top] = [thousandths(bleed), rounded(printed.height - thousandths(bleed))];
  return [left, rounded(top - thousandths(height)), thousandths(left + thousandths(width)), top];
}

/** The same for a document on one page, whose height is that of its content. */
export function withExactWidth(pdf: Uint8Array, size: Size): Uint8Array {
  const bleed = thousandths(size.bleed ?? 0);
  return withMediaBoxes(pdf, ({ width, height }) =>
    isSide(width, printedSide(paperWidth(size)))
      ? [bleed, bleed, thousandths(bleed + thousandths(size.width)), thousandths(height - bleed)]
      : null,
  );
}
