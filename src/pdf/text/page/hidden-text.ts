import type { Rect } from '../../geometry/matrix.ts';
import { apart, clipsAway } from './clip.ts';
import type { Cover } from './cover.ts';
import { coverGrid, type CoverGrid } from './cover-grid.ts';
import type { Hidden } from '../extracted.ts';
import { modes, type PageObjects, type TextObject } from './page-objects.ts';

/** Rendering modes that fill, and those that stroke. */
const [fills, strokes] = [
  [0, 2, 4, 6],
  [1, 2, 5, 6],
];
/** Smaller than this, in points, nobody sees it. */
const smallest = 0.05;

interface Surroundings {
  readonly width: number;
  readonly height: number;
  readonly objects: PageObjects;
}

/** Where a glyph is on the page as shown, and how high its font is there. */
export interface GlyphPlace {
  readonly rect: Rect;
  readonly size: number;
  readonly em: number;
}

/**
 * Tells why a glyph is not seen, or `null`. What the document itself says (mode, layer) comes before what geometry
 * shows. A glyph that is for the most part outside, clipped or covered is not seen.
 */
export function hiddenText({
  width,
  height,
  objects,
}: Surroundings): (place: GlyphPlace, text: TextObject) => Hidden | null {
  const page: Rect = { x0: 0, y0: 0, x1: width, y1: height };
  const covers = coverGrid(objects.covers, page);
  return ({ rect, size, em }, text) => {
    if (isUnpainted(text, objects.lastPainted) || !(size > smallest && em > smallest)) return 'invisible';
    if (text.marks.off) return 'layer-off';
    const core = coreOf(rect);
    if (apart(core, page)) return 'off-page';
    if (clipsAway(text.clip, core)) return 'clipped';
    return text.mode < modes.clipping && isCovered(core, text.order, covers) ? 'covered' : null;
  };
}

/**
 * Of text that only clips, what is painted after it shows in its shape; after the last painting there is nothing to
 * show.
 */
function isUnpainted({ mode, fill, stroke, fontSize, order }: TextObject, lastPainted: number): boolean {
  if (mode === modes.invisible || fontSize === 0) return true;
  if (mode === modes.onlyClipping) return order > lastPainted;
  return !(fills.includes(mode) && fill) && !(strokes.includes(mode) && stroke);
}

/** Where the ink of most glyphs is: a bar drawn over text often leaves ascent and descent free. */
function coreOf({ x0, y0, x1, y1 }: Rect): Rect {
  const [dx, dy] = [(x1 - x0) * 0.2, (y1 - y0) * 0.3];
  return { x0: x0 + dx, x1: x1 - dx, y0: y0 + dy, y1: y1 - dy };
}

/** Looks at nine points: several covers may share the work. */
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
