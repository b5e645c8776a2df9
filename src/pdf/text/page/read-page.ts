import type { OpenDocument } from '../../pdfium/document.ts';
import { mapRect, type Rect } from '../../geometry/matrix.ts';
import { openPage } from '../annotations.ts';
import type { Cover } from './cover.ts';
import type { Layout, Warning } from '../extracted.ts';
import type { Glyph } from './glyph.ts';
import { rawBlocks } from '../layout/content-order.ts';
import { hiddenText } from './hidden-text.ts';
import { geometricBlocks, mergeByPlace, type PlacedBlock, taggedBlocks } from '../layout/page-blocks.ts';
import { pageGlyphs } from './page-glyphs.ts';
import { type PageObjects, pageObjects } from './page-objects.ts';
import { pageSpace } from './page-space.ts';
import { physicalBlocks } from '../layout/physical-layout.ts';
import { type StructureElement, structureOf } from '../structure-tree.ts';
import { taggedText } from '../tagged-text.ts';
import { readBlocks, type ReadBlock } from '../layout/text-blocks.ts';

/** A block of text with its place in the structure. */
export type ReadPageBlock = ReadBlock & Pick<PlacedBlock, 'place'>;

/** A page with its text in order: first visible, then hidden text. */
export interface ReadPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly ReadPageBlock[];
  readonly characters: number;
  /** A picture covers the page, and all of its text is invisible: a scan with recognised text. */
  readonly scan: boolean;
  readonly warnings: readonly Warning[];
}

interface PageRequest {
  readonly number: number;
  readonly layout: Layout;
  readonly lang: string | null;
  readonly layerKey: string | null;
}

/** Reads one page. A broken page is empty, with a warning. */
export function readPage(document: OpenDocument, request: PageRequest): ReadPage {
  const { engine } = document;
  const { calls } = engine;
  const { page, highlights } = openPage(document, request.number);
  if (page === 0)
    return {
      number: request.number,
      width: 0,
      height: 0,
      blocks: [],
      characters: 0,
      scan: false,
      warnings: [{ code: 'page-broken', message: `Page ${request.number} is broken and could not be read.` }],
    };
  try {
    const space = pageSpace(engine, page);
    const objects = withoutHighlights(
      pageObjects(engine, { document: document.handle, page, toShown: space.toShown, layerKey: request.layerKey }),
      highlights.map((rect) => mapRect(space.toShown, rect)),
    );
    const hiddenBy = hiddenText({ ...space, objects });
    const glyphs = pageGlyphs(engine, { page, space, texts: objects.texts, hiddenBy });
    const elements = request.layout === 'reading' ? structureOf(engine, page) : [];
    const blocks = blocksOf(glyphs, elements, request);
    return {
      number: request.number,
      width: space.width,
      height: space.height,
      blocks,
      characters: blocks.reduce((sum, { text }) => sum + text.length, 0),
      scan: isScan(glyphs, objects.covers, space),
      warnings: [],
    };
  } finally {
    calls.FPDF_ClosePage(page);
  }
}

function withoutHighlights({ covers, ...objects }: PageObjects, highlights: readonly Rect[]): PageObjects {
  const inside = (rect: Rect, by: Rect) =>
    rect.x0 >= by.x0 - 1 && rect.y0 >= by.y0 - 1 && rect.x1 <= by.x1 + 1 && rect.y1 <= by.y1 + 1;
  return { ...objects, covers: covers.filter(({ rect }) => !highlights.some((by) => inside(rect, by))) };
}

function blocksOf(
  glyphs: readonly Glyph[],
  elements: readonly StructureElement[],
  { layout, lang }: PageRequest,
): ReadPageBlock[] {
  const seen = glyphs.filter(({ hidden }) => hidden === null);
  const kinds = [
    ...Map.groupBy(
      glyphs.filter(({ hidden }) => hidden !== null),
      ({ hidden }) => hidden,
    ).values(),
  ];
  if (layout === 'raw') return [seen, ...kinds].flatMap((some) => unplaced(rawBlocks(some, lang)));
  if (layout === 'physical') return [seen, ...kinds].flatMap((some) => unplaced(physicalBlocks(some, lang)));
  const tagged = taggedText(elements, glyphs, lang);
  const held = tagged.texts.reduce((sum, text) => sum + text.glyphs.length, 0);
  const untagged = tagged.rest.filter(({ artifact }) => !artifact).length;
  if (held === 0 || held < untagged) return readBlocks([seen, ...kinds].flatMap((some) => geometricBlocks(some, lang)));
  const inOrder = tagged.texts.flatMap((text, index) => taggedBlocks(text, tagged.texts[index - 1]));
  const rest = [...Map.groupBy(tagged.rest, ({ hidden }) => hidden).values()].flatMap((some) =>
    geometricBlocks(some, lang),
  );
  const [visible, hidden] = [
    (block: PlacedBlock) => block.hidden === null,
    (block: PlacedBlock) => block.hidden !== null,
  ];
  return readBlocks([
    ...mergeByPlace(inOrder.filter(visible), rest.filter(visible)),
    ...inOrder.filter(hidden),
    ...rest.filter(hidden),
  ]);
}

const unplaced = (blocks: readonly ReadBlock[]): ReadPageBlock[] => blocks.map((block) => ({ ...block, place: null }));

function isScan(
  glyphs: readonly Glyph[],
  covers: readonly Cover[],
  { width, height }: { width: number; height: number },
): boolean {
  if (glyphs.length === 0 || glyphs.some(({ hidden }) => hidden !== 'invisible')) return false;
  return covers.some(
    ({ image, rect }) => image && rect.x1 - rect.x0 >= 0.8 * width && rect.y1 - rect.y0 >= 0.8 * height,
  );
}
