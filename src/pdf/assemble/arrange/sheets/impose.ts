import { pageContent } from '../../../content/run-page.ts';
import type { Report } from '../../../facts/report.ts';
import { Source } from '../../../facts/source.ts';
import { Changes } from '../../../file/changes.ts';
import { openPdf } from '../../../file/open.ts';
import type { PdfPage } from '../../../file/pdf-file.ts';
import { rewritePdf } from '../../../file/writing/rewrite.ts';
import { multiply, type Matrix } from '../../../geometry/matrix.ts';
import { shownPoints, shownSize, toShown, unitOf } from '../../../geometry/shown-page.ts';
import { newFlateStream } from '../../../objects/new-stream.ts';
import { Dict, Name, type Obj, type Ref } from '../../../objects/objects.ts';
import { bracketsFor } from '../../../widgets/content-balance.ts';
import { layOut, type Cell, type SheetLayout, type SheetStep } from './sheet-layout.ts';
import { moveLinks, type PlacedPage } from './move-links.ts';

const bordered = { thickness: 0.5, grey: 0.5 } as const;

/**
 * Puts several pages on each sheet: their content as forms (ISO 32000-2, 8.10), with their links. The document has no
 * fields and marks any more (`flatten`).
 */
export function impose(bytes: Uint8Array, step: SheetStep, report: Report): Uint8Array {
  const file = openPdf(bytes);
  const source = new Source(file);
  const changes = new Changes(file);
  const sizes = source.pages.map((page) => {
    const [width, height] = shownPoints({ ...page, unit: unitOf(file, page) });
    return { width, height };
  });
  const layout = layOut(sizes, step);
  const tree = changes.reserve();
  const placed: PlacedPage[] = [];
  const sheets = layout.sheets.map((pages) => {
    const sheet = changes.reserve();
    const own = pages.flatMap((index, cell): (PlacedPage & { readonly cell: Cell })[] => {
      const [page, place] = [source.pages[index ?? -1], layout.cells[cell]];
      if (index === null || page === undefined || place === undefined) return [];
      return [{ index, page, sheet, cell: place, matrix: matrixOf(page, place, layout.height) }];
    });
    placed.push(...own);
    changes.set(sheet, sheetOf(changes, own, { tree, layout, border: step.border }));
    return sheet;
  });
  moveLinks(changes, source, { placed, report });
  changes.set(
    tree,
    new Dict([
      ['Type', new Name('Pages')],
      ['Kids', sheets],
      ['Count', sheets.length],
    ] satisfies [string, Obj][]),
  );
  const catalog = changes.catalog().set('Pages', tree);
  for (const key of ['StructTreeRoot', 'MarkInfo', 'AcroForm', 'PageLabels', 'Threads']) catalog.delete(key);
  return rewritePdf(changes);
}

/** User space of the page to that of the sheet: as large as the cell has room for, on its middle. */
function matrixOf(page: PdfPage, { x, y, width, height }: Cell, sheetHeight: number): Matrix {
  const [wide, tall] = shownSize(page);
  const scale = Math.min(width / wide, height / tall);
  const [left, top] = [x + (width - wide * scale) / 2, y + (height - tall * scale) / 2];
  return multiply(toShown(page), [scale, 0, 0, -scale, left, sheetHeight - top]);
}

const written = (values: readonly number[]) => values.map((value) => String(Math.round(value * 1e6) / 1e6)).join(' ');

function sheetOf(
  changes: Changes,
  pages: readonly PlacedPage[],
  { tree, layout, border }: { readonly tree: Ref; readonly layout: SheetLayout; readonly border: boolean },
): Dict {
  const forms = new Dict();
  const parts = pages.map(({ page, matrix }, index) => {
    const name = `Page${index + 1}`;
    forms.set(name, formOf(changes, page));
    const [left, bottom, right, top] = page.cropBox;
    const scale = Math.hypot(matrix[0], matrix[1]);
    const frame =
      `${bordered.grey} G ${written([bordered.thickness / scale])} w ` +
      `${written([left, bottom, right - left, top - bottom])} re S\n`;
    return `q\n${written(matrix)} cm\nq /${name} Do Q\n${border ? frame : ''}Q\n`;
  });
  return new Dict([
    ['Type', new Name('Page')],
    ['Parent', tree],
    ['MediaBox', [0, 0, layout.width, layout.height]],
    ['Resources', new Dict([['XObject', forms]])],
    ['Contents', changes.add(newFlateStream(new Dict(), Buffer.from(parts.join(''), 'latin1')))],
  ] satisfies [string, Obj][]);
}

function formOf(changes: Changes, page: PdfPage): Ref {
  const content = pageContent(changes, page);
  const { before, after } = bracketsFor(content);
  const form = new Dict([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Form')],
    ['BBox', [...page.cropBox]],
    ['Resources', page.resources],
  ] satisfies [string, Obj][]);
  const group = page.dict.get('Group');
  if (group !== null) form.set('Group', group);
  return changes.add(newFlateStream(form, Buffer.concat([Buffer.from(before), content, Buffer.from(after)])));
}
