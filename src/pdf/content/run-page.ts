import { mapRect, multiply, type Matrix, identity } from '../geometry/matrix.ts';
import { Dict, Stream, type Obj } from '../objects/objects.ts';
import type { PdfPage } from '../file/pdf-file.ts';
import type { Lookup } from './lookup.ts';
import { ContentBudget } from './budget.ts';
import { contentBytes } from './content-bytes.ts';
import { Interpreter } from './interpreter.ts';
import { type FontCache } from './interpreter-options.ts';
import { matrixOf, numbersOf, numOf } from './operands.ts';
import type { Visitor } from './visitor.ts';
import type { Frame } from './state/frame.ts';

/** Options of running a page. */
export interface RunPageOptions {
  /** Shared by all pages of a document. */
  readonly budget?: ContentBudget;
  /** Fonts that were read already. */
  readonly fonts?: FontCache;
  /** Runs the appearances of annotations, in all their states; true unless given. */
  readonly annotations?: boolean;
}

/**
 * Runs the content of a page, and then the appearances of its annotations. Page space is the default user space of the
 * page.
 * @throws AppError `limit-exceeded`
 */
export function runPage(
  file: Lookup,
  page: PdfPage,
  visitor: Visitor,
  { budget = new ContentBudget(), fonts = new Map(), annotations = true }: RunPageOptions = {},
): void {
  const interpreter = new Interpreter({ file, visitor, budget, fonts });
  const frame: Frame = {
    kind: 'page',
    bytes: pageContent(file, page),
    resources: page.resources,
    stream: null,
    num: 0,
    parent: null,
    operation: null,
    name: '',
    base: identity,
    depth: 0,
  };
  interpreter.run(frame);
  if (!annotations) return;
  for (const appearance of appearancesOf(file, page)) interpreter.run(appearance);
}

/** The content of a page (ISO 32000-2, 7.8.2): its streams, separated by line ends. */
export function pageContent(file: Lookup, page: PdfPage): Buffer {
  const contents = file.resolve(page.dict.get('Contents'));
  const streams = Array.isArray(contents) ? contents.map((entry) => file.resolve(entry)) : [contents];
  const parts = streams.flatMap((stream) => (stream instanceof Stream ? [contentBytes(stream)] : []));
  return parts.length === 1
    ? (parts[0] ?? Buffer.alloc(0))
    : Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]));
}

/** Appearance states of one annotation that are run. */
const maxStates = 200;

/** The appearance streams of a page's annotations (ISO 32000-2, 12.5.5), with their matrices on the page. */
function* appearancesOf(file: Lookup, page: PdfPage): Generator<Frame> {
  const seen = new Set<Dict>();
  for (const entry of file.array(page.dict.get('Annots')) ?? []) {
    const dict = file.dict(entry);
    if (dict === null || seen.has(dict)) continue;
    seen.add(dict);
    const streams: { stream: Stream; num: number; path: string[] }[] = [];
    for (const [key, value] of file.dict(dict.get('AP')) ?? new Dict()) collect(file, value, [key], streams);
    for (const { stream, num, path } of streams.slice(0, maxStates)) {
      const resources = file.dict(stream.dict.get('Resources')) ?? page.resources;
      const annotation = { dict, num: numOf(entry), path };
      yield {
        kind: 'appearance',
        bytes: contentBytes(stream),
        resources,
        stream,
        num,
        parent: null,
        operation: null,
        name: '',
        base: appearanceMatrix(file, dict, stream),
        depth: 0,
        annotation,
      };
    }
  }
}

function collect(
  file: Lookup,
  obj: Obj,
  path: string[],
  into: { stream: Stream; num: number; path: string[] }[],
): void {
  const value = file.resolve(obj);
  if (value instanceof Stream) into.push({ stream: value, num: numOf(obj), path });
  else if (value instanceof Dict && path.length === 1)
    for (const [key, state] of value) collect(file, state, [...path, key], into);
}

/**
 * "Algorithm: appearance streams" (ISO 32000-2, 12.5.5): maps the transformed box of an appearance onto the rectangle
 * of its annotation.
 */
function appearanceMatrix(file: Lookup, annotation: Dict, stream: Stream): Matrix {
  const [bx0 = 0, by0 = 0, bx1 = 0, by1 = 0] = numbersOf(file, stream.dict.get('BBox'));
  const matrix = matrixOf(file, stream.dict.get('Matrix'));
  const [rx0 = 0, ry0 = 0, rx1 = 0, ry1 = 0] = numbersOf(file, annotation.get('Rect'));
  const box = mapRect(matrix, { x0: bx0, y0: by0, x1: bx1, y1: by1 });
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  const [sx, sy] = [width === 0 ? 1 : Math.abs(rx1 - rx0) / width, height === 0 ? 1 : Math.abs(ry1 - ry0) / height];
  return multiply(matrix, [sx, 0, 0, sy, Math.min(rx0, rx1) - box.x0 * sx, Math.min(ry0, ry1) - box.y0 * sy]);
}
