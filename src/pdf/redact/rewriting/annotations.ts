import { numbersOf, numOf } from '../../content/operands.ts';
import { greatest, least } from '../../objects/large-arrays.ts';
import { type Dict, isName, Ref, type Obj } from '../../objects/objects.ts';
import type { Box, PdfPage } from '../../file/pdf-file.ts';
import type { Changes } from '../../file/changes.ts';
import { overlaps } from '../../facts/shape.ts';
import type { Target } from '../../facts/targets.ts';

/** Annotations that refer to the text under them: links name their target, highlights keep a copy of the text. */
const aboutText: ReadonlySet<string> = new Set([
  'Link',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Redact',
  'Caret',
]);

/** Annotations that carry or show a file. */
const withFiles: ReadonlySet<string> = new Set([
  'FileAttachment',
  'Sound',
  'Movie',
  'Screen',
  '3D',
  'RichMedia',
  'TrapNet',
]);

/** A removed annotation. */
export interface AnnotationNote {
  readonly subtype: string;
  readonly bounds: Box;
  /** JSON Pointer into the request; null for an annotation that is removed because of its kind. */
  readonly pointer: string | null;
}

/** A page with its areas. */
export interface AnnotationsOptions {
  readonly changes: Changes;
  readonly page: PdfPage;
  readonly targets: readonly Target[];
  readonly keepFiles: boolean;
  /** Receives the numbers of removed objects. */
  readonly gone: Set<number>;
}

/**
 * The annotations that stay on a page. Pop-ups, replies and field values of removed annotations are removed with them.
 */
export function remainingAnnotations({ changes, page, targets, keepFiles, gone }: AnnotationsOptions): {
  readonly remaining: Obj[];
  readonly removed: AnnotationNote[];
} {
  const entries = (changes.array(page.dict.get('Annots')) ?? []).flatMap((entry) => {
    const dict = changes.dict(entry);
    return dict === null ? [] : [{ entry, dict }];
  });
  const removed: AnnotationNote[] = [];
  const leaves = new Set<Dict>();
  for (const { entry, dict } of entries) {
    const subtype = changes.name(dict.get('Subtype')) ?? '';
    const bounds = rectOf(changes, dict);
    const hit = targets.find((target) => isHit(changes, dict, target));
    if (hit === undefined && (keepFiles || !withFiles.has(subtype))) continue;
    leaves.add(dict);
    removed.push({ subtype, bounds, pointer: hit?.pointer ?? null });
    if (subtype === 'Widget') clearField(changes, { entry, dict }, gone);
  }
  const follows = ({ dict }: { dict: Dict }) =>
    [dict.get('IRT'), isName(changes.resolve(dict.get('Subtype')), 'Popup') ? dict.get('Parent') : null].some(
      (owner) => owner !== null && leaves.has(changes.dict(owner) ?? dict) && changes.dict(owner) !== dict,
    );
  for (let more = true; more;) {
    const next = entries.filter((one) => !leaves.has(one.dict) && follows(one));
    for (const { dict } of next) leaves.add(dict);
    more = next.length > 0;
  }
  for (const { entry, dict } of entries) if (leaves.has(dict) && entry instanceof Ref) gone.add(entry.num);
  return { remaining: entries.filter(({ dict }) => !leaves.has(dict)).map(({ entry }) => entry), removed };
}

function rectOf(changes: Changes, dict: Dict): Box {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(changes, dict.get('Rect'));
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}

function isHit(changes: Changes, dict: Dict, { bounds, drawn }: Target): boolean {
  const subtype = changes.name(dict.get('Subtype')) ?? '';
  const rect = rectOf(changes, dict);
  if (subtype === 'Popup') return false;
  if (drawn) return overlaps(rect, bounds);
  if (!aboutText.has(subtype)) return false;
  const quads = quadsOf(numbersOf(changes, dict.get('QuadPoints')));
  return (quads.length > 0 ? quads : [rect]).some((quad) => isOver(quad, bounds));
}

function quadsOf(points: readonly number[]): Box[] {
  return Array.from({ length: Math.min(500, Math.floor(points.length / 8)) }, (_, index): Box => {
    const quad = points.slice(8 * index, 8 * index + 8);
    const [xs, ys] = [quad.filter((_value, at) => at % 2 === 0), quad.filter((_value, at) => at % 2 === 1)];
    return [least(xs), least(ys), greatest(xs), greatest(ys)];
  });
}

/**
 * Overlaps by more than a fifth of the width and two fifths of the height of either: links of the next line are close.
 */
function isOver(one: Box, other: Box): boolean {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return (
    width > 0 &&
    height > 0 &&
    width >= 0.2 * Math.min(one[2] - one[0], other[2] - other[0]) &&
    height >= 0.4 * Math.min(one[3] - one[1], other[3] - other[1])
  );
}

/** Levels of fields within fields. */
const maxDepth = 64;

/** Removes a widget and the value of its field, and the field with its last widget. */
function clearField(
  changes: Changes,
  { entry, dict }: { readonly entry: Obj; readonly dict: Dict },
  gone: Set<number>,
): void {
  let ref = entry;
  let field: Dict = dict;
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const own = new Set(['V', 'DV', 'RV'].filter((key) => field.has(key)));
    if (ref instanceof Ref && own.size > 0) for (const key of own) changes.dictAt(ref).delete(key);
    if (ref instanceof Ref && ref.num > 0) gone.add(ref.num);
    const parent = field.get('Parent');
    const above = changes.dict(parent);
    if (above === null || !(parent instanceof Ref)) return;
    const others = (changes.array(above.get('Kids')) ?? []).filter((kid) => !gone.has(numOf(kid)));
    if (others.length > 0) {
      if (!field.has('T')) emptyWidgets(changes, parent, others);
      return;
    }
    [ref, field] = [parent, above];
  }
}

/** Empties the other widgets of a field, which show the same value. */
function emptyWidgets(changes: Changes, field: Ref, widgets: readonly Obj[]): void {
  const dict = changes.dictAt(field);
  for (const key of ['V', 'DV', 'RV']) dict.delete(key);
  for (const widget of widgets) {
    const own = changes.dict(widget);
    if (!(widget instanceof Ref) || own === null || own.has('T')) continue;
    const states = changes.dict(changes.dict(own.get('AP'))?.get('N') ?? null);
    // A button shows a state, not a value.
    if (changes.stream(changes.dict(own.get('AP'))?.get('N') ?? null) !== null || states === null)
      changes.dictAt(widget).delete('AP');
    else changes.dictAt(widget).delete('AS');
  }
}
