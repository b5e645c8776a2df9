import type { ScannedFrame, PageScan } from '../survey/page-scan.ts';
import { spliced } from '../../content/write-content.ts';
import { newFlateStream } from '../../objects/new-stream.ts';
import { inverse } from '../../geometry/matrix.ts';
import { Dict, Ref } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import { boxOperations, boxSpace, boxSpaceValue } from '../survey/boxes.ts';
import type { PageDecision } from '../survey/decide.ts';
import { targetsIn } from '../survey/frame-targets.ts';
import type { DocumentEdits } from './document-edits.ts';
import { editPaths } from './edit-paths.ts';
import { editText, type Replacements } from './edit-text.ts';
import { NewNames } from './new-names.ts';
import { isWithin } from '../../facts/shape.ts';
import type { Target } from '../../facts/targets.ts';
import { tidied } from './tidy.ts';
import { editMark } from './edit-marks.ts';
import { editImages } from './pictures/edit-images.ts';
import { type ImageNote, type Editing, type FrameEdit, touch } from './editing.ts';

/** A page after its content was edited. */
export interface EditedPage {
  /** The content of the page, with the boxes. */
  readonly content: Buffer;
  readonly resources: Dict;
  readonly images: readonly ImageNote[];
}

/**
 * Removes the decided content from a page and from the appearances of its annotations. Appearances are changed in
 * place.
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

/** Wraps content in `q` and `Q`, so that it does not affect the content that follows. */
export const apart = (content: Buffer): Buffer => Buffer.concat([Buffer.from('q\n'), content, Buffer.from('\nQ\n')]);

/**
 * Boxes of areas, and of matches on the page, are drawn on the page; boxes of matches in an appearance are drawn in it.
 */
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

/** Removes shadings whose clip is within an area. */
function editShadings({ shadings }: ScannedFrame, targets: readonly Target[], replacements: Replacements): void {
  for (const { operation, context } of shadings) {
    const { clip } = context.state;
    if (clip !== null && targets.some(({ bounds, drawn }) => drawn && isWithin(clip, bounds, 0.5)))
      replacements.set(operation.start, { end: operation.end, operations: [] });
  }
}

/**
 * Edits forms, masks, patterns and glyph procedures. Edited forms, masks and patterns become copies; glyph procedures
 * are changed in place, because they show the same everywhere.
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
    // A pattern runs once for each painting, a mask once for each `gs`; the operation that sets it is changed only
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

/** A copy of the graphics state dictionary that sets a mask, with another group. */
function maskState({ frame }: ScannedFrame, name: string, group: Ref, changes: Changes): Dict {
  const state =
    changes.dict(changes.dict(frame.parent?.resources.get('ExtGState') ?? null)?.get(name) ?? null) ?? new Dict();
  const mask = changes.dict(state.get('SMask')) ?? new Dict();
  return state.copy().set('SMask', mask.copy().set('G', group));
}
