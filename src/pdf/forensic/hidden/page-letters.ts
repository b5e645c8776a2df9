import type { OpenDocument } from '../../pdfium/document.ts';
import { mapRect, type Rect } from '../../geometry/matrix.ts';
import { rasterPage, type Raster } from '../../raster/raster-page.ts';
import { openPage } from '../../text/annotations.ts';
import { colourOf, type Cover } from '../../text/page/cover.ts';
import type { Hidden } from '../../text/extracted.ts';
import type { Glyph } from '../../text/page/glyph.ts';
import { hiddenText } from '../../text/page/hidden-text.ts';
import { pageGlyphs } from '../../text/page/page-glyphs.ts';
import { pageObjects, type TextObject } from '../../text/page/page-objects.ts';
import { pageSpace } from '../../text/page/page-space.ts';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** A glyph of a page, and what a picture of the page shows in its place. */
export interface Letter {
  readonly glyph: Glyph;
  /** The reason why the content hides it; null where the content shows it. */
  readonly hidden: Hidden | null;
  /** The single colour of its place in the picture; null where ink is visible, or the picture was not examined. */
  readonly plain: Colour | null;
  /** Fill colour; null where it is unknown. */
  readonly fill: Colour | null;
  /** The topmost opaque rectangle that is painted over its middle. */
  readonly cover: Cover | null;
}

/** The glyphs of a page, and the picture they were compared with. */
export interface PageLetters {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly letters: readonly Letter[];
  /** A picture covers most of the page. */
  readonly scan: boolean;
  readonly raster: Raster;
}

const ppi = 120;
const defaultMaxPixels = 3_000_000;
/** The least resolution in pixels per inch. Pages larger than any paper are drawn with it. */
const minPpi = 72;
/** Colour components that differ by no more are equal, because JPEG and anti-aliasing leave traces. */
const alike = 14;

/**
 * Reads the glyphs of a page (1-based) and compares each with a picture of the page. Null for a broken page. For
 * `layerKey` see `withLayersMarked`.
 * @throws AppError `limit-exceeded`
 */
export function pageLetters(document: OpenDocument, number: number, layerKey: string | null): PageLetters | null {
  const raster = rasterPage(document, number, { ppi, maxPixels: defaultMaxPixels });
  const { engine } = document;
  const { page, highlights, flattened } = openPage(document, number);
  if (page === 0 || raster === null) return null;
  try {
    const space = pageSpace(engine, page);
    const objects = pageObjects(engine, { document: document.handle, page, toShown: space.toShown, layerKey });
    const marked = highlights.map((rect) => mapRect(space.toShown, rect));
    const covers = objects.covers.filter(({ rect }) => !marked.some((by) => inside(rect, by)));
    const handles = new Map([...objects.texts].map(([handle, text]) => [text, handle]));
    const texts = new Map<string, TextObject>();
    const hiddenBy = hiddenText({ ...space, objects: { ...objects, covers } });
    const glyphs = pageGlyphs(engine, {
      page,
      space,
      texts: objects.texts,
      hiddenBy: (place, text) => {
        texts.set(keyOf(place.rect), text);
        return hiddenBy(place, text);
      },
    });
    const rasters = [() => raster, ...(flattened ? [withFields(document, number)] : [])];
    const letters = glyphs.map((glyph): Letter => {
      const text = texts.get(keyOf(glyph.rect));
      const handle = text === undefined ? undefined : handles.get(text);
      const rgb = handle === undefined ? undefined : colourOf(engine, handle, 'Fill')?.rgb;
      const cover =
        glyph.hidden === 'covered'
          ? covers.findLast(({ rect, order }) => order > (text?.order ?? 0) && holds(rect, glyph.rect))
          : undefined;
      return {
        glyph,
        hidden: glyph.hidden,
        plain: plainIn(rasters, coreOf(glyph.rect)),
        fill: rgb === undefined ? null : [rgb[0] ?? 0, rgb[1] ?? 0, rgb[2] ?? 0],
        cover: cover ?? null,
      };
    });
    const scan = covers.some(
      ({ image, rect }) => image && (rect.x1 - rect.x0) * (rect.y1 - rect.y0) >= 0.6 * space.width * space.height,
    );
    return { number, width: space.width, height: space.height, letters, scan, raster };
  } finally {
    engine.calls.FPDF_ClosePage(page);
  }
}

/**
 * A picture of an open page with its form fields and signatures, which PDFium draws only after they became content of
 * the page. It is made only if a letter is not visible in the picture without them.
 */
function withFields(document: OpenDocument, number: number): () => Raster | null {
  let raster: Raster | null | undefined;
  return () => (raster ??= rasterPage(document, number, { ppi, maxPixels: defaultMaxPixels }));
}

/** The single colour of a place in the first of several pictures; null where any of them shows ink. */
function plainIn([first, ...others]: readonly (() => Raster | null)[], rect: Rect): Colour | null {
  const plainOf = (draw: (() => Raster | null) | undefined): Colour | null => {
    const raster = draw?.() ?? null;
    return raster === null ? null : plainColour(raster, rect);
  };
  const colour = plainOf(first);
  return colour === null || others.some((other) => plainOf(other) === null) ? null : colour;
}

/** The area where every letter and digit has ink: a box drawn over text often leaves ascent and descent free. */
function coreOf({ x0, y0, x1, y1 }: Rect): Rect {
  const [dx, dy] = [(x1 - x0) * 0.1, (y1 - y0) * 0.3];
  return { x0: x0 + dx, x1: x1 - dx, y0: y0 + dy, y1: y1 - dy };
}

const keyOf = ({ x0, y0, x1, y1 }: Rect): string => `${x0} ${y0} ${x1} ${y1}`;
const inside = (rect: Rect, by: Rect): boolean =>
  rect.x0 >= by.x0 - 1 && rect.y0 >= by.y0 - 1 && rect.x1 <= by.x1 + 1 && rect.y1 <= by.y1 + 1;

function holds(rect: Rect, { x0, y0, x1, y1 }: Rect): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return rect.x0 <= x && rect.x1 >= x && rect.y0 <= y && rect.y1 >= y;
}

/** The colour of a place with a single colour, to within `alike`; null outside the picture. */
export function plainColour({ width, height, rgba, ppi: density }: Raster, { x0, y0, x1, y1 }: Rect): Colour | null {
  const scale = density / 72;
  const [left, right] = [Math.max(0, Math.floor(x0 * scale)), Math.min(width, Math.ceil(x1 * scale))];
  const [top, bottom] = [Math.max(0, Math.floor(y0 * scale)), Math.min(height, Math.ceil(y1 * scale))];
  if (density < minPpi || right - left < 2 || bottom - top < 3) return null;
  const low = [255, 255, 255];
  const high = [0, 0, 0];
  for (let y = top; y < bottom; y += 1)
    for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
      for (let channel = 0; channel < 3; channel += 1) {
        const value = rgba[at + channel] ?? 0;
        if (value < (low[channel] ?? 0)) low[channel] = value;
        if (value > (high[channel] ?? 0)) high[channel] = value;
      }
      if (
        (high[0] ?? 0) - (low[0] ?? 0) > alike ||
        (high[1] ?? 0) - (low[1] ?? 0) > alike ||
        (high[2] ?? 0) - (low[2] ?? 0) > alike
      )
        return null;
    }
  return [
    ((low[0] ?? 0) + (high[0] ?? 0)) >> 1,
    ((low[1] ?? 0) + (high[1] ?? 0)) >> 1,
    ((low[2] ?? 0) + (high[2] ?? 0)) >> 1,
  ];
}
