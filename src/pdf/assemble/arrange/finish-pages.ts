import { pageContent } from '../../content/run-page.ts';
import type { Target } from '../../copying/target.ts';
import { contentsAround, MarkWriter, type Around } from '../../edit/stamp/mark-content.ts';
import { markMatrix } from '../../edit/stamp/mark-matrix.ts';
import { MarkObjects, type MarkMaterials } from '../../edit/stamp/mark-objects.ts';
import type { Report } from '../../facts/report.ts';
import type { Source } from '../../facts/source.ts';
import type { Box } from '../../file/pdf-file.ts';
import { multiply, type Matrix } from '../../geometry/matrix.ts';
import { Dict, type Obj, type PdfArray, type Ref, Stream } from '../../objects/objects.ts';
import { bracketsFor } from '../../widgets/content-balance.ts';
import { moveAnnotations, moveDestinations } from './move-marks.ts';
import type { Placing, PlannedPage } from './planned-page.ts';

/** A page of the result that is not as its document has it. */
interface ChangedPage {
  readonly page: PlannedPage;
  readonly ref: Ref;
  readonly source: Source | null;
}

const isSame = (one: Box, other: Box) => one.every((side, index) => side === other[index]);

/** True where a page is no longer as its document has it. */
export function isChanged(page: PlannedPage, source: Source | null): boolean {
  const { from, mediaBox, cropBox, rotate, marks } = page;
  if (marks.length > 0) return true;
  const before = from === null ? null : (source?.pages[from.page] ?? null);
  if (before === null) return rotate !== 0 || !isSame(mediaBox, cropBox);
  return rotate !== before.rotate || !isSame(cropBox, before.cropBox) || !isSame(mediaBox, before.mediaBox);
}

/** Gives pages of the result their boxes and rotations, places their content, and draws marks on them. */
export function finishPages(
  target: Target,
  pages: readonly ChangedPage[],
  { report, materials }: { readonly report: Report; readonly materials: MarkMaterials | null },
): void {
  const objects = materials === null ? null : new MarkObjects(target, materials);
  const moved = new Map<number, Matrix>();
  for (const { page, ref, source } of pages) {
    const dict = target.get(ref);
    if (!(dict instanceof Dict)) continue;
    const { mediaBox, cropBox, rotate, placings, marks } = page;
    dict.set('Rotate', rotate === 0 ? null : rotate);
    dict.set('CropBox', isSame(mediaBox, cropBox) ? null : cropBox.map(rounded));
    if (placings.length > 0 || marks.length > 0) {
      const own = page.from === null ? undefined : source?.pages[page.from.page];
      const content = source === null || own === undefined ? Buffer.alloc(0) : pageContent(source.file, own);
      placeContent(target, dict, { content, page, objects });
    }
    if (placings.length === 0) continue;
    const matrix = matrixOf(placings);
    moved.set(ref.num, matrix);
    dict.set('MediaBox', mediaBox.map(rounded));
    dict.delete('UserUnit');
    dict.delete('Thumb');
    for (const key of ['BleedBox', 'TrimBox', 'ArtBox']) dict.delete(key);
    if (dict.has('VP')) report.drop((page.from?.document ?? 0) + 1, 'measure of a page', 'the page has another size');
    dict.delete('VP');
    placePatterns(target, dict, matrix);
    moveAnnotations(target, dict, matrix);
  }
  if (moved.size > 0) moveDestinations(target, moved);
  const missing = objects?.finish() ?? [];
  if (missing.length > 0) report.warn(`No font has these characters of a mark: ${missing.slice(0, 20).join(' ')}.`);
}

/** The map of all placings, one after the other. */
const matrixOf = (placings: readonly Placing[]): Matrix =>
  placings
    .map(({ scaleX, scaleY, x, y }): Matrix => [scaleX, 0, 0, scaleY, x, y])
    .reduce((first, second) => multiply(first, second));

/** To millionths, because scales are small. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
const written = (values: readonly number[]) => values.map((value) => String(rounded(value))).join(' ');

interface Content {
  readonly content: Buffer;
  readonly page: PlannedPage;
  readonly objects: MarkObjects | null;
}

/** Places the content of a page, and draws its marks, in the order of the steps. */
function placeContent(target: Target, dict: Dict, { content, page: { placings, marks }, objects }: Content): void {
  const contents = dict.get('Contents');
  const value = target.get(contents);
  const streams: PdfArray = Array.isArray(value) ? value : value instanceof Stream ? [contents] : [];
  if (streams.length === 0 && marks.length === 0) return;
  const around: Around = { ...bracketsFor(content) };
  const resources = target.get(dict.get('Resources'));
  const own = resources instanceof Dict ? resources : new Dict();
  const forms = target.get(own.get('XObject'));
  const writer = new MarkWriter(forms instanceof Dict ? forms : null);
  for (let count = 0; count <= placings.length; count += 1) {
    for (const { look, page } of marks.filter((mark) => mark.placings === count)) {
      const object = objects?.objectOf(look.content, look.opacity);
      if (object !== undefined)
        writer.draw(around, { ...look, ref: object.ref, matrix: markMatrix(page, object, look) });
    }
    const placing = placings[count];
    if (placing !== undefined) {
      around.before = `${opening(placing)}${around.before}`;
      around.after += 'Q\n';
    }
  }
  dict.set(
    'Contents',
    contentsAround(streams, around, (stream) => target.add(stream)),
  );
  if (marks.length > 0) dict.set('Resources', own.copy().set('XObject', writer.objects));
}

function opening({ scaleX, scaleY, x, y, clip: [left, bottom, right, top] }: Placing): string {
  const clip = written([left, bottom, right - left, top - bottom]);
  return `q\n${written([scaleX, 0, 0, scaleY, x, y])} cm\n${clip} re W n\n`;
}

/** Patterns of a page are in the space of the page, and not of its content (ISO 32000-2, 8.7.3.1). */
function placePatterns(target: Target, dict: Dict, matrix: Matrix): void {
  const resources = target.get(dict.get('Resources'));
  if (!(resources instanceof Dict)) return;
  const patterns = target.get(resources.get('Pattern'));
  if (!(patterns instanceof Dict) || patterns.size === 0) return;
  const placed = new Dict(patterns.entries().map(([name, value]) => [name, placedPattern(target, value, matrix)]));
  dict.set('Resources', resources.copy().set('Pattern', placed));
}

function placedPattern(target: Target, obj: Obj, matrix: Matrix): Obj {
  const pattern = target.get(obj);
  const own = pattern instanceof Stream ? pattern.dict : pattern;
  if (!(own instanceof Dict)) return obj;
  const before = target.get(own.get('Matrix'));
  const numbers = (Array.isArray(before) ? before : []).map((value) => target.get(value));
  const first =
    numbers.length === 6 && numbers.every((value) => typeof value === 'number') ? numbers : [1, 0, 0, 1, 0, 0];
  const copy = own.copy().set('Matrix', [...multiply(first as unknown as Matrix, matrix)].map(rounded));
  return target.add(pattern instanceof Stream ? new Stream(copy, pattern.stored, pattern.origin) : copy);
}
