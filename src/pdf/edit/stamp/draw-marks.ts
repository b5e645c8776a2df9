import { AppError } from '../../../problems.ts';
import { pageContent } from '../../content/run-page.ts';
import { readSignatures } from '../../facts/signatures/signatures.ts';
import { wouldBreak } from '../../facts/signatures/signature-permissions.ts';
import { Changes } from '../../file/changes.ts';
import { openPdf } from '../../file/open.ts';
import type { PdfPage } from '../../file/pdf-file.ts';
import { rewritePdf } from '../../file/writing/rewrite.ts';
import type { FontFolder } from '../../fonts/installed-fonts.ts';
import type { Ref } from '../../objects/objects.ts';
import { bracketsFor } from '../../widgets/content-balance.ts';
import { contentsAround, MarkWriter, type PlacedMark } from './mark-content.ts';
import { markMatrix } from './mark-matrix.ts';
import { MarkObjects, markMaterials } from './mark-objects.ts';
import type { Mark } from './mark.ts';
import { signedPages } from './signed-pages.ts';

/** A document with marks. */
export interface MarkedPdf {
  readonly pdf: Uint8Array;
  /** Characters of texts that no font has. */
  readonly missing: readonly string[];
}

/**
 * Draws marks on pages of a document, in their order, as artifacts: upright on each page as it is shown, whatever its
 * boxes, its rotation and the graphics state that its content leaves. For worker threads.
 * @throws AppError `page-out-of-range`, `signature-would-break`, `invalid-image`, and those of `openPdf`
 */
export async function drawMarks(
  pdf: Uint8Array,
  marks: readonly Mark[],
  options: { readonly folders: readonly FontFolder[]; readonly opaque?: boolean },
): Promise<MarkedPdf> {
  if (marks.length === 0) return { pdf, missing: [] };
  const file = openPdf(pdf);
  if (readSignatures(file).length > 0) throw wouldBreak(signedPages);
  const changes = new Changes(file);
  const materials = await markMaterials(
    marks.map(({ content }) => content),
    options,
  );
  const objects = new MarkObjects(changes, materials);
  const pages = file.pages();
  for (const [number, own] of Map.groupBy(marks, ({ page }) => page)) {
    const page = pages[number - 1];
    if (page?.ref == null)
      throw new AppError('page-out-of-range', `The document has no page ${number} that a mark can be drawn on.`);
    const unit = file.number(page.dict.get('UserUnit')) ?? 1;
    const shown = { ...page, unit: unit > 0 ? unit : 1 };
    const placed = own.map((mark): PlacedMark => {
      const object = objects.objectOf(mark.content, mark.opacity);
      return { ref: object.ref, matrix: markMatrix(shown, object, mark), layer: mark.layer, subtype: mark.subtype };
    });
    drawOn(changes, { ...page, ref: page.ref }, placed);
  }
  const missing = objects.finish();
  return { pdf: rewritePdf(changes), missing };
}

function drawOn(changes: Changes, page: PdfPage & { readonly ref: Ref }, marks: readonly PlacedMark[]): void {
  const around = { ...bracketsFor(pageContent(changes, page)) };
  const writer = new MarkWriter(changes.dict(page.resources.get('XObject')));
  for (const mark of marks) writer.draw(around, mark);
  const dict = changes.dictAt(page.ref);
  const contents = dict.get('Contents');
  const streams = changes.array(contents) ?? (changes.stream(contents) === null ? [] : [contents]);
  dict.set(
    'Contents',
    contentsAround(streams, around, (stream) => changes.add(stream)),
  );
  dict.set('Resources', page.resources.copy().set('XObject', writer.objects));
}
