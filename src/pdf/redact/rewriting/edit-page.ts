import type { ScannedFrame, PageScan } from '../survey/page-scan.ts';
import { spliced } from '../../content/write-content.ts';
import type { Mark, PaintedImage } from '../../content/visitor.ts';
import { newFlateStream } from '../../objects/new-stream.ts';
import { inverse } from '../../geometry/matrix.ts';
import { append } from '../../objects/large-arrays.ts';
import { Dict, Name, PdfString, Ref, type Obj } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import { boxOperations, boxSpace, boxSpaceValue } from '../survey/boxes.ts';
import { targetsIn, type PageDecision } from '../survey/decide.ts';
import type { DocumentEdits } from './document-edits.ts';
import { editImage } from './edit-image.ts';
import { editPaths } from './edit-paths.ts';
import { editText, type Replacements } from './edit-text.ts';
import { NewNames } from './new-names.ts';
import { boundsOf, isWithin, mapped, overlaps, polygonOf } from '../../facts/shape.ts';
import type { Target } from '../../facts/targets.ts';
import { tidied } from './tidy.ts';

/** An image that an area lies on. */
export interface ImageNote {
  /** Page space. */
  readonly bounds: readonly [number, number, number, number];
  readonly pointer: string;
  /** All of it went, though not all was asked for: nobody can tell its pixels apart. */
  readonly whole: boolean;
}

export interface EditedPage {
  /** All of the page's content, with the boxes. */
  readonly content: Buffer;
  readonly resources: Dict;
  readonly images: readonly ImageNote[];
}

interface Editing {
  readonly edits: DocumentEdits;
  readonly decision: PageDecision;
  /** Of the page: for its tags. */
  readonly num: number;
  readonly images: ImageNote[];
  /** Marked content that something went from. */
  readonly touched: Set<Mark>;
}

/**
 * Takes what is to go out of a page, and out of the appearances of its annotations (which are changed where they are).
 */
export async function editPage(
  scan: PageScan,
  decision: PageDecision,
  edits: DocumentEdits,
  num: number,
): Promise<EditedPage> {
  const editing: Editing = { edits, decision, num, images: [], touched: new Set(decision.touched) };
  let page: EditedFrame | null = null;
  for (const root of scan.roots) {
    const edited = await editFrame(root, editing);
    const boxes = boxOperations(targetsOn(root, scan, decision), edits.look, inverse(root.frame.base));
    const content = boxes.length === 0 ? edited.bytes : Buffer.concat([apart(edited.bytes), boxes]);
    const resources =
      boxes.length > 0 && edits.look.cie ? withBoxSpace(edited.resources, edits.changes) : edited.resources;
    if (root.frame.kind === 'page') page = { ...edited, bytes: content, resources };
    else if (root.frame.num > 0 && (edited.changed || boxes.length > 0)) {
      const dict = (root.frame.stream?.dict ?? new Dict()).copy();
      edits.changes.set(new Ref(root.frame.num), newFlateStream(dict.set('Resources', resources), content));
    }
  }
  return { content: page?.bytes ?? Buffer.alloc(0), resources: page?.resources ?? new Dict(), images: editing.images };
}

function withBoxSpace(resources: Dict, changes: Changes): Dict {
  const spaces = changes.dict(resources.get('ColorSpace')) ?? new Dict();
  return resources.copy().set('ColorSpace', spaces.copy().set(boxSpace, boxSpaceValue));
}

/** Content that changes nothing for what follows. */
export const apart = (content: Buffer): Buffer => Buffer.concat([Buffer.from('q\n'), content, Buffer.from('\nQ\n')]);

/** Boxes of areas and of matches on the page stand on the page, those of matches in an appearance stand in it. */
function targetsOn(root: ScannedFrame, { frames }: PageScan, { targets, matches }: PageDecision): Target[] {
  const own = new Set(
    frames
      .filter(({ frame }) => rootOf(frame) === root.frame)
      .flatMap(({ texts }) => texts.flatMap((entry) => (entry.kind === 'show' ? entry.shown.glyphs : []))),
  );
  const within = new Set(
    matches.filter(({ glyphs }) => glyphs.some((glyph) => own.has(glyph))).flatMap(({ places }) => places),
  );
  return targets.filter(({ drawn, polygon }) => (drawn ? root.frame.kind === 'page' : within.has(polygon)));
}

function rootOf(frame: ScannedFrame['frame']): ScannedFrame['frame'] {
  let root = frame;
  while (root.parent !== null) root = root.parent;
  return root;
}

interface EditedFrame {
  readonly bytes: Buffer;
  readonly resources: Dict;
  readonly changed: boolean;
}

async function editFrame(scanned: ScannedFrame, editing: Editing): Promise<EditedFrame> {
  const { frame } = scanned;
  const { edits, decision } = editing;
  const names = new NewNames(frame.resources, edits.changes);
  const targets = targetsIn(scanned, decision.targets);
  const replacements = editText(scanned, decision.glyphs, edits.exact);
  for (const mark of editPaths(scanned, targets, replacements)) touch(mark, editing);
  editShadings(scanned, targets, replacements);
  await editImages(scanned, targets, { editing, names, replacements });
  await editChildren(scanned, { editing, names, replacements });
  for (const mark of scanned.marks) editMark(mark, editing, replacements);
  const splices = tidied(frame.bytes, replacements);
  return { bytes: spliced(frame.bytes, splices), resources: names.resources(), changed: splices.length > 0 };
}

interface FrameEdit {
  readonly editing: Editing;
  readonly names: NewNames;
  readonly replacements: Replacements;
}

/** A shading fills what is not clipped: within an area nothing of it is left. */
function editShadings({ shadings }: ScannedFrame, targets: readonly Target[], replacements: Replacements): void {
  for (const { operation, context } of shadings) {
    const { clip } = context.state;
    if (clip !== null && targets.some(({ bounds, drawn }) => drawn && isWithin(clip, bounds, 0.5)))
      replacements.set(operation.start, { end: operation.end, operations: [] });
  }
}

async function editImages(
  { images, frame }: ScannedFrame,
  targets: readonly Target[],
  { editing, names, replacements }: FrameEdit,
): Promise<void> {
  const { edits } = editing;
  for (const { image, context } of images) {
    const hit = touching(image, targets);
    if (hit.length === 0) continue;
    const { operation, matrix } = image;
    touch(context.mark, editing);
    const bounds = boundsOf(mapped(matrix, unitSquare));
    const note = (whole: boolean) =>
      append(
        editing.images,
        hit.map(({ pointer }) => ({ bounds, pointer, whole })),
      );
    const back = inverse(matrix);
    if (back === null || hit.some((target) => isWithin(bounds, target.bounds, 0.01))) {
      replacements.set(operation.start, { end: operation.end, operations: [] });
      note(false);
      continue;
    }
    const polygons = hit.map(({ polygon }) => mapped(back, polygon));
    const key = polygons.map((polygon) => polygon.map((value) => value.toFixed(5)).join()).join(';');
    const ref = await edits.image(image.num, key, () => editImage(edits.changes, image, polygons, frame.resources));
    note(ref === null);
    replacements.set(operation.start, {
      end: operation.end,
      operations: ref === null ? [] : [{ operator: 'Do', operands: [names.add('XObject', ref)] }],
    });
    if (ref === null && image.num > 0) edits.replaced.set(image.num, new Ref(0));
  }
}

const unitSquare = polygonOf([0, 0, 1, 1]);

function touching({ matrix }: PaintedImage, targets: readonly Target[]): Target[] {
  const polygon = mapped(matrix, unitSquare);
  const bounds = boundsOf(polygon);
  return targets.filter((target) => overlaps(bounds, target.bounds));
}

/** And all marked content around it. */
function touch(mark: Mark | null, { touched }: Editing): void {
  for (let each = mark; each !== null && !touched.has(each); each = each.parent) touched.add(each);
}

/** Replacement texts of marked content that something went from, and strings that match. */
function editMark(mark: Mark, { edits, touched: all, num }: Editing, replacements: Replacements): void {
  const touched = all.has(mark);
  if (touched && mark.mcid !== null)
    edits.touched.add(`${mark.frame.kind === 'page' ? `p${num}` : `s${mark.frame.num}`}:${mark.mcid}`);
  const { properties, operation } = mark;
  if (
    properties === null ||
    edits.changes.name(properties.get('Type')) === 'OCG' ||
    edits.changes.name(properties.get('Type')) === 'OCMD'
  )
    return;
  const mayStay = ([key, value]: readonly [string, Obj]) => {
    const direct = edits.changes.resolve(value);
    if (direct instanceof PdfString) return key === 'Lang' || (!touched && edits.isClean(direct.text));
    return (
      typeof direct === 'number' ||
      direct instanceof Name ||
      typeof direct === 'boolean' ||
      (Array.isArray(direct) && direct.every((entry) => typeof entry === 'number'))
    );
  };
  const kept = properties.entries().filter(mayStay);
  if (kept.length === properties.size) return;
  const own = new Dict(kept.map(([key, value]) => [key, edits.changes.resolve(value)]));
  replacements.set(operation.start, {
    end: operation.end,
    operations: [{ operator: 'BDC', operands: [operation.operands[0] ?? new Name('Span'), own] }],
  });
}

/**
 * Forms, masks and patterns that are edited get a copy; glyph procedures, which show the same wherever they are, are
 * changed where they are.
 */
async function editChildren({ children }: ScannedFrame, { editing, names, replacements }: FrameEdit): Promise<void> {
  const { edits } = editing;
  const done = new Set<number>();
  for (const child of children) {
    const { kind, operation, num, stream, name } = child.frame;
    const edited = await editFrame(child, editing);
    if (!edited.changed || operation === null || stream === null) continue;
    const dict = stream.dict.copy().set('Resources', edited.resources);
    if (kind === 'glyph') {
      if (num > 0) edits.changes.set(new Ref(num), newFlateStream(dict, edited.bytes));
      continue;
    }
    // A pattern is run once for each painting with it, a mask once for each `gs`: the operation that sets it is changed
    // once.
    if (done.has(operation.start)) continue;
    done.add(operation.start);
    const ref = edits.form(num, dict, edited.bytes);
    const operands = [
      ...operation.operands.slice(0, -1),
      names.add(categories[kind], kind === 'soft-mask' ? maskState(child, name, ref, edits.changes) : ref),
    ];
    replacements.set(operation.start, { end: operation.end, operations: [{ operator: operation.operator, operands }] });
  }
}

const categories = {
  form: 'XObject',
  pattern: 'Pattern',
  'soft-mask': 'ExtGState',
  page: 'XObject',
  appearance: 'XObject',
} as const;

/** The graphics state that brought a mask, with another group. */
function maskState({ frame }: ScannedFrame, name: string, group: Ref, changes: Changes): Dict {
  const state =
    changes.dict(changes.dict(frame.parent?.resources.get('ExtGState') ?? null)?.get(name) ?? null) ?? new Dict();
  const mask = changes.dict(state.get('SMask')) ?? new Dict();
  return state.copy().set('SMask', mask.copy().set('G', group));
}
