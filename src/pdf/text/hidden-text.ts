import { intersect, type Rect } from '../pdfium/memory.ts';
import type { Hidden } from './extracted.ts';
import type { Cover, PageObjects, TextObject } from './page-objects.ts';

/** Text rendering mode 3: neither fill nor stroke (ISO 32000-2, table 104). */
const invisibleMode = 3;
/** From mode 4 on the text is added to the clipping path: what is painted after it shows in its shape. */
const clippingMode = 4;
/** The page in so many squares each way, so that a glyph is compared with the covers near it. */
const squares = 32;

interface Surroundings {
  readonly width: number;
  readonly height: number;
  readonly objects: PageObjects;
  readonly layersOff: ReadonlySet<string>;
}

/**
 * Tells why a glyph at a place is not seen, or `null`. What the document itself says (mode, layer) comes before what geometry shows.
 * A glyph that is partly outside, clipped or covered is seen.
 */
export function hiddenText({ width, height, objects, layersOff }: Surroundings): (rect: Rect, text: TextObject) => Hidden | null {
  const page: Rect = { x0: 0, y0: 0, x1: width, y1: height };
  const coversAt = coverGrid(objects.covers, page);
  return (rect, text) => {
    if (text.mode === invisibleMode || (text.transparent && [0, 4].includes(text.mode)) || text.fontSize === 0) return 'invisible';
    if (text.marks.layers.some((name) => layersOff.has(name))) return 'layer-off';
    if (apart(rect, page)) return 'off-page';
    if (apart(rect, text.clip)) return 'clipped';
    if (text.mode >= clippingMode) return null;
    const core = coreOf(rect);
    return coversAt(core).some((cover) => cover.order > text.order && holds(cover.rect, core)) ? 'covered' : null;
  };
}

/** Answers the covers that reach into the square of the page where a rectangle begins. */
function coverGrid(covers: readonly Cover[], { x1, y1 }: Rect): (rect: Rect) => readonly Cover[] {
  const grid: Cover[][] = [];
  const square = (at: number, whole: number) => Math.min(squares - 1, Math.max(0, Math.floor((at / whole) * squares)));
  for (const cover of covers) {
    for (let row = square(cover.rect.y0, y1); row <= square(cover.rect.y1, y1); row += 1) {
      for (let column = square(cover.rect.x0, x1); column <= square(cover.rect.x1, x1); column += 1) (grid[row * squares + column] ??= []).push(cover);
    }
  }
  return (rect) => grid[square(rect.y0, y1) * squares + square(rect.x0, x1)] ?? [];
}

function apart(rect: Rect, other: Rect): boolean {
  const { x0, y0, x1, y1 } = intersect(rect, other);
  return x0 > x1 || y0 > y1;
}

/** Where the ink of most glyphs is: a bar drawn over text often leaves ascent and descent free. */
function coreOf({ x0, y0, x1, y1 }: Rect): Rect {
  const [dx, dy] = [(x1 - x0) * 0.2, (y1 - y0) * 0.3];
  return { x0: x0 + dx, x1: x1 - dx, y0: y0 + dy, y1: y1 - dy };
}

const holds = (outer: Rect, inner: Rect): boolean => outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 && outer.y1 >= inner.y1;
