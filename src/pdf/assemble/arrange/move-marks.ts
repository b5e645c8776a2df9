import type { Target } from '../../copying/target.ts';
import { mapPoint, mapRect, type Matrix } from '../../geometry/matrix.ts';
import { Dict, Name, type Obj, type PdfArray, Ref, Stream } from '../../objects/objects.ts';

/** Entries of annotations with coordinates of the page (ISO 32000-2, 12.5.6): lists of points, or lists of such lists. */
const points = ['QuadPoints', 'Vertices', 'InkList', 'L', 'CL', 'Path'] as const;

/** Moves the annotations of a page of the result. The matrix is upright. */
export function moveAnnotations(target: Target, page: Dict, matrix: Matrix): void {
  const annotations = target.get(page.get('Annots'));
  for (const entry of Array.isArray(annotations) ? annotations : []) {
    const dict = target.get(entry);
    if (!(dict instanceof Dict)) continue;
    const rect = numbersOf(target, dict.get('Rect'));
    const [x0, y0, x1, y1] = rect ?? [];
    if (x0 !== undefined && y0 !== undefined && x1 !== undefined && y1 !== undefined) {
      const moved = mapRect(matrix, { x0, y0, x1, y1 });
      dict.set('Rect', [moved.x0, moved.y0, moved.x1, moved.y1].map(rounded));
    }
    for (const key of points) if (dict.has(key)) dict.set(key, movedPoints(target, dict.get(key), matrix));
    const differences = numbersOf(target, dict.get('RD'));
    if (differences !== null)
      dict.set(
        'RD',
        differences.map((value, index) => rounded(value * matrix[index % 2 === 0 ? 0 : 3])),
      );
  }
}

const rounded = (value: number) => Math.round(value * 1e4) / 1e4;

function numbersOf(target: Target, obj: Obj): number[] | null {
  const values = target.get(obj);
  if (!Array.isArray(values)) return null;
  const numbers = values.map((value) => target.get(value)).filter((value) => typeof value === 'number');
  return numbers.length === values.length ? numbers : null;
}

function movedPoints(target: Target, obj: Obj, matrix: Matrix): Obj {
  const numbers = numbersOf(target, obj);
  if (numbers === null) {
    const lists = target.get(obj);
    return Array.isArray(lists) ? lists.map((list) => movedPoints(target, list, matrix)) : obj;
  }
  return numbers.flatMap((x, index) =>
    index % 2 === 0 ? [...mapPoint(matrix, x, numbers[index + 1] ?? 0)].map(rounded) : [],
  );
}

/** Whether each parameter of a destination is across or upright (ISO 32000-2, table 149). */
const parameters: Readonly<Record<string, readonly ('x' | 'y')[]>> = {
  XYZ: ['x', 'y'],
  FitH: ['y'],
  FitV: ['x'],
  FitR: ['x', 'y', 'x', 'y'],
  FitBH: ['y'],
  FitBV: ['x'],
};

/** Moves all destinations on pages that were placed in another way, by the numbers of their pages. */
export function moveDestinations(target: Target, moved: ReadonlyMap<number, Matrix>): void {
  const seen = new Set<PdfArray>();
  const stack: Obj[] = target.objects.flatMap((_, num) => {
    const value = target.get(new Ref(num));
    return value === null ? [] : [value];
  });
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (value instanceof Stream) stack.push(value.dict);
    else if (value instanceof Dict) for (const [, inner] of value.entries()) pushInner(stack, inner);
    else if (Array.isArray(value) && !seen.has(value)) {
      seen.add(value);
      moveDestination(value, moved);
      for (const inner of value) pushInner(stack, inner);
    }
  }
}

function pushInner(stack: Obj[], value: Obj): void {
  if (value instanceof Dict || Array.isArray(value)) stack.push(value);
}

function moveDestination(array: PdfArray, moved: ReadonlyMap<number, Matrix>): void {
  const [page, kind] = array;
  const matrix = page instanceof Ref ? moved.get(page.num) : undefined;
  const axes = kind instanceof Name ? parameters[kind.value] : undefined;
  if (matrix === undefined || axes === undefined) return;
  const [scaleX, , , scaleY, x, y] = matrix;
  for (const [index, axis] of axes.entries()) {
    const value = array[index + 2];
    if (typeof value === 'number') array[index + 2] = rounded(axis === 'x' ? value * scaleX + x : value * scaleY + y);
  }
}
