import { withDocument } from '../../pdfium/document.ts';
import { pageSize } from '../../raster/raster-page.ts';
import { shownPage } from '../../raster/shown-page.ts';
import type { ComparedDocument } from '../read-document.ts';
import type { Looks } from '../words/compare-text.ts';

/** Pages with fewer words are compared by their look. */
const fewWords = 4;
/** Width and height of a small picture in pixels. */
const side = 24;

/** Small grey pictures, of equal size, of the pages with almost no words. */
export async function pageLooks(
  source: { readonly bytes: Uint8Array; readonly password?: string | undefined },
  { pages }: ComparedDocument,
): Promise<Looks> {
  const wordless = [...pages.entries()].filter(([, { words }]) => words.length < fewWords);
  if (wordless.length === 0) return new Map();
  return withDocument(source, (document) => {
    const looks = new Map<number, Uint8Array>();
    for (const [index, { number }] of wordless) {
      const size = pageSize(document, number);
      const raster =
        size && shownPage(document, number, { ppi: (72 * side * 4) / Math.max(1, size.width, size.height) });
      if (raster) looks.set(index, reduced(raster));
    }
    return looks;
  });
}

/** The mean grey of each of `side` by `side` parts of a picture. */
function reduced({
  width,
  height,
  rgba,
}: {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}): Uint8Array {
  const [sums, counts] = [new Float64Array(side * side), new Uint32Array(side * side)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [cell, at] = [Math.floor((y * side) / height) * side + Math.floor((x * side) / width), (y * width + x) * 4];
      sums[cell] = (sums[cell] ?? 0) + ((rgba[at] ?? 0) + (rgba[at + 1] ?? 0) + (rgba[at + 2] ?? 0)) / 3;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return Uint8Array.from(sums, (sum, cell) => ((counts[cell] ?? 0) === 0 ? 255 : sum / (counts[cell] ?? 1)));
}
