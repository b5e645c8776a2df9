import { AppError } from '../../../problems.ts';
import { pageContent } from '../../content/run-page.ts';
import { Changes } from '../../file/changes.ts';
import { openPdf } from '../../file/open.ts';
import type { PdfPage } from '../../file/pdf-file.ts';
import { rewritePacked } from '../../file/writing/rewrite-packed.ts';
import { rewritePdf } from '../../file/writing/rewrite.ts';
import type { FontFolder } from '../../fonts/installed-fonts.ts';
import { unitOf } from '../../geometry/shown-page.ts';
import { type Obj, type Ref, Stream } from '../../objects/objects.ts';
import { bracketsFor } from '../../widgets/content-balance.ts';
import { contentsAround, MarkWriter, type PlacedMark } from './mark-content.ts';
import { markMatrix } from './mark-matrix.ts';
import { MarkObjects, markMaterials } from './mark-objects.ts';
import type { Mark } from './mark.ts';

/** A document with marks. */
export interface MarkedPdf {
  readonly pdf: Uint8Array;
  /** Characters of texts that no font has. */
  readonly missing: readonly string[];
}

/** How the document is written. */
interface MarkOptions {
  readonly folders: readonly FontFolder[];
  /** Object streams stay. */
  readonly compress: boolean;
  /** Fonts list their glyphs, for PDF/A-1. */
  readonly listed: boolean;
}

/**
 * Draws marks on pages of a document, in their order, as artifacts: upright on each page as it is shown, whatever its
 * boxes, its rotation and the graphics state that its content leaves. For worker threads.
 * @throws AppError `page-out-of-range`, `invalid-image`, and those of `openPdf`
 */
export async function drawMarks(
  pdf: Uint8Array,
  marks: readonly Mark[],
  { folders, compress, listed }: MarkOptions,
): Promise<MarkedPdf> {
  const changes = new Changes(openPdf(pdf, { limits: { pages: Infinity } }));
  const { file } = changes;
  const contents = new Set(marks.map(({ content }) => content));
  const objects = new MarkObjects(changes, await markMaterials([...contents], { folders, listed }));
  const pages = file.pages();
  for (const [number, own] of Map.groupBy(marks, ({ page }) => page)) {
    const page = pages[number - 1];
    if (page?.ref == null)
      throw new AppError('page-out-of-range', `The document has no page ${number} that a mark can be drawn on.`);
    const shown = { ...page, unit: unitOf(file, page) };
    const placed = own.map((mark): PlacedMark => {
      const object = objects.objectOf(mark.content, mark.opacity);
      return { ref: object.ref, matrix: markMatrix(shown, object, mark), layer: mark.layer, subtype: mark.subtype };
    });
    drawOn(changes, { ...page, ref: page.ref }, placed);
  }
  const missing = objects.finish();
  return { pdf: compress ? await rewritePacked(changes) : rewritePdf(changes), missing };
}

function drawOn(changes: Changes, page: PdfPage & { readonly ref: Ref }, marks: readonly PlacedMark[]): void {
  const dict = changes.dictAt(page.ref);
  const contents = dict.get('Contents');
  const streams = changes.array(contents) ?? (changes.stream(contents) === null ? [] : [contents]);
  const grounds = backgroundsOf(changes, streams);
  const around = { ...bracketsFor(pageContent(changes, page)) };
  const writer = new MarkWriter(changes.dict(page.resources.get('XObject')));
  for (const mark of bottomFirst(marks)) writer.draw(around, mark);
  const own = contentsAround(streams.slice(grounds), around, (stream) => changes.add(stream));
  dict.set('Contents', [...streams.slice(0, grounds), ...own]);
  dict.set('Resources', page.resources.copy().set('XObject', writer.objects));
}

/** Each mark under the page goes below those before it, so the highest of them comes first. */
const bottomFirst = (marks: readonly PlacedMark[]) => [
  ...marks.filter(({ layer }) => layer === 'under').reverse(),
  ...marks.filter(({ layer }) => layer === 'over'),
];

/** The number of streams at the beginning that are the background of the page: marks under the page are above it. */
function backgroundsOf(changes: Changes, streams: readonly Obj[]): number {
  const other = streams.findIndex((entry) => {
    const stream = changes.resolve(entry);
    return !(stream instanceof Stream) || !background.test(stream.decoded().bytes.toString('latin1'));
  });
  return other < 0 ? streams.length : other;
}

/** As stamps draw it: an artifact, and nothing else. */
const background = /^\s*\/Artifact\s*<<\s*\/Type\s*\/Background\s*>>\s*BDC\s[^]{0,200}\sEMC\s*$/;
