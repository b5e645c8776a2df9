import type { Rect } from '../../geometry/matrix.ts';
import { apart, clipsAway } from './clip.ts';
import type { Cover } from './cover.ts';
import { coverGrid, type CoverGrid } from './cover-grid.ts';
import type { Hidden } from '../extracted.ts';
import { modes, type PageObjects, type TextObject } from './page-objects.ts';

/** Text rendering modes that fill, and those that stroke. */
const [fills, strokes] = [
  [0, 2, 4, 6],
  [1, 2, 5, 6],
];
/** Smaller text, in points, is invisible. */
const minFontSize = 0.05;

interface Surroundings {
  readonly width: number;
  readonly height: number;
  readonly objects: PageObjects;
}

/** The place of a glyph on the shown page, and the height of its font there. */
export interface GlyphPlace {
  readonly rect: Rect;
  readonly size: number;
  readonly em: number;
}

/**
 * The reason why a glyph is hidden, or `null`. Rendering mode and layer come before geometry. A glyph counts as hidden
 * if most of it is outside the page, clipped or covered.
 */
export function hiddenText({
  width,
  height,
  objects,
}: Surroundings): (place: GlyphPlace, text: TextObject) => Hidden | null {
  const page: Rect = { x0: 0, y0: 0, x1: width, y1: height };
  const covers = coverGrid(objects.covers, page);
  return ({ rect, size, em }, text) => {
    if (isUnpainted(text, objects.lastPainted) || !(size > minFontSize && em > minFontSize)) return 'invisible';
    if (text.marks.off) return 'layer-off';
    const core = coreOf(rect);
    if (apart(core, page)) return 'off-page';
    if (clipsAway(text.clip, core)) return 'clipped';
    return text.mode < modes.clipping && isCovered(core, text.order, covers) ? 'covered' : null;
  };
}

/** Text that only clips shows content painted after it; after the last painting it shows nothing. */
function isUnpainted({ mode, fill, stroke, fontSize, order }: TextObject, lastPainted: number): boolean {
  if (mode === modes.invisible || fontSize === 0) return true;
  if (mode === modes.onlyClipping) return order > lastPainted;
  return !(fills.includes(mode) && fill) && !(strokes.includes(mode) && stroke);
}

/** The area where most glyphs have ink: a bar drawn over text often leaves ascent and descent free. */
function coreOf({ x0, y0, x1, y1 }: Rect): Rect {
  const [dx, dy] = [(x1 - x0) * 0.2, (y1 - y0) * 0.3];
  return { x0: x0 + dx, x1: x1 - dx, y0: y0 + dy, y1: y1 - dy };
}

/** Tests nine points, because several covers may hide a glyph together. */
function isCovered({ x0, y0, x1, y1 }: Rect, order: number, coversAt: CoverGrid): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const covered = (atX: number, atY: number) => {
    const covers = coversAt(atX, atY);
    for (let index = covers.length - 1; index >= 0; index -= 1) {
      const cover = covers[index];
      if (!cover || cover.order <= order) return false;
      if (holds(cover, atX, atY)) return true;
    }
    return false;
  };
  return covered(x, y) && [x0, x, x1].every((atX) => [y0, y, y1].every((atY) => covered(atX, atY)));
}

const holds = ({ rect, opaqueAt }: Cover, x: number, y: number): boolean =>
  rect.x0 <= x && rect.y0 <= y && rect.x1 >= x && rect.y1 >= y && (opaqueAt === null || opaqueAt(x, y));
