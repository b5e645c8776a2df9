import { reachable } from '../../../facts/reachable.ts';
import type { Report } from '../../../facts/report.ts';
import type { Source } from '../../../facts/source.ts';
import type { Changes } from '../../../file/changes.ts';
import type { PdfPage } from '../../../file/pdf-file.ts';
import { mapPoint, mapRect, type Matrix } from '../../../geometry/matrix.ts';
import { Dict, Name, type Obj, type PdfArray, Ref, Stream } from '../../../objects/objects.ts';

/** A page on a sheet. The matrix maps its user space to that of the sheet. */
export interface PlacedPage {
  readonly index: number;
  readonly page: PdfPage;
  readonly sheet: Ref;
  readonly matrix: Matrix;
}

const rounded = (value: number) => Math.round(value * 1e4) / 1e4;

/** Moves links to the sheets, and leads all destinations on pages to the sheets that have the pages. */
export function moveLinks(
  changes: Changes,
  source: Source,
  { placed, report }: { readonly placed: readonly PlacedPage[]; readonly report: Report },
): void {
  const byNum = new Map(placed.flatMap((one) => (one.page.ref === null ? [] : [[one.page.ref.num, one] as const])));
  const skipped = new Set(
    ['StructTreeRoot', 'Pages', 'PageLabels', 'AcroForm'].flatMap((key) => {
      const value = source.file.catalog.get(key);
      return value instanceof Ref ? [value.num] : [];
    }),
  );
  for (const [num, value] of [...reachable(changes, changes.trailer)]) {
    if (byNum.has(num) || skipped.has(num)) continue;
    const moved = withDestinations(value, byNum);
    if (moved !== value) changes.set(new Ref(num), moved);
  }
  const catalog = changes.catalog();
  for (const [key, value] of [...catalog]) catalog.set(key, withDestinations(value, byNum));
  for (const one of placed) moveAnnotations(changes, source, { one, report, byNum });
}

/** The value with all destinations in it moved; the value itself where there are none. */
function withDestinations(value: Obj, byNum: ReadonlyMap<number, PlacedPage>): Obj {
  if (value instanceof Stream) return value;
  if (Array.isArray(value)) {
    const [page, kind] = value;
    const target = page instanceof Ref ? byNum.get(page.num) : undefined;
    if (target !== undefined && kind instanceof Name) return movedDestination(value, kind.value, target);
    const inner = value.map((entry) => (entry instanceof Ref ? entry : withDestinations(entry, byNum)));
    return inner.some((entry, index) => entry !== value[index]) ? inner : value;
  }
  if (!(value instanceof Dict)) return value;
  let copy: Dict | null = null;
  for (const [key, entry] of value) {
    const moved = entry instanceof Ref ? entry : withDestinations(entry, byNum);
    if (moved !== entry) copy = (copy ?? value.copy()).set(key, moved);
  }
  return copy ?? value;
}

/** The destination (ISO 32000-2, 12.3.2.2) on the sheet. Where it fits its page, it fits the place of the page. */
function movedDestination(
  [, , ...values]: PdfArray,
  kind: string,
  { page: { cropBox }, sheet, matrix }: PlacedPage,
): PdfArray {
  const [left, bottom, right, top] = cropBox;
  const numbers = values.map((value) => (typeof value === 'number' ? value : null));
  if (kind === 'XYZ') {
    const [x, y] = mapPoint(matrix, numbers[0] ?? left, numbers[1] ?? top);
    return [sheet, new Name('XYZ'), rounded(x), rounded(y), null];
  }
  const [x0, y0, x1, y1] = kind === 'FitR' ? numbers : [left, bottom, right, top];
  const box = mapRect(matrix, { x0: x0 ?? left, y0: y0 ?? bottom, x1: x1 ?? right, y1: y1 ?? top });
  return [sheet, new Name('FitR'), ...[box.x0, box.y0, box.x1, box.y1].map(rounded)];
}

function moveAnnotations(
  changes: Changes,
  source: Source,
  {
    one,
    report,
    byNum,
  }: {
    readonly one: PlacedPage;
    readonly report: Report;
    readonly byNum: ReadonlyMap<number, PlacedPage>;
  },
): void {
  const links: Ref[] = [];
  for (const { num, dict: original } of source.annotations.ofPage[one.index] ?? []) {
    const kind = source.file.name(original.get('Subtype'));
    if (kind !== 'Link') {
      if (kind !== 'Popup') report.drop(1, 'annotation', 'a sheet has the links of its pages only');
      continue;
    }
    const known = num === null ? original : (changes.dict(new Ref(num)) ?? original);
    const dict = (withDestinations(known, byNum) as Dict).copy().set('P', one.sheet);
    dict.delete('StructParent');
    const [x0, y0, x1, y1] = numbersOf(source, dict.get('Rect'));
    if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) continue;
    const box = mapRect(one.matrix, { x0, y0, x1, y1 });
    dict.set('Rect', [box.x0, box.y0, box.x1, box.y1].map(rounded));
    if (dict.has('QuadPoints'))
      dict.set('QuadPoints', movedPoints(numbersOf(source, dict.get('QuadPoints')), one.matrix));
    links.push(changes.add(dict));
  }
  const sheet = changes.dictAt(one.sheet);
  const before = changes.array(sheet.get('Annots')) ?? [];
  if (links.length > 0) sheet.set('Annots', [...before, ...links]);
}

function numbersOf({ file }: Source, obj: Obj): number[] {
  return (file.array(obj) ?? []).flatMap((value) => file.number(value) ?? []);
}

const movedPoints = (points: readonly number[], matrix: Matrix): number[] =>
  points.flatMap((x, index) => (index % 2 === 0 ? [...mapPoint(matrix, x, points[index + 1] ?? 0)].map(rounded) : []));
