import { maxFieldLevels, type FieldNode } from '../../facts/trees/field-tree.ts';
import { Dict, Name, PdfString, Stream } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { Changes } from '../../file/changes.ts';
import type { Typesetter } from '../../typeset/typesetter.ts';
import { appearanceStream } from '../appearance-stream.ts';
import { hasAppearance, onStateOf } from '../button-states.ts';
import { drawButton } from '../draw-button.ts';
import { drawField, type Content } from '../draw-field.ts';
import type { Field, Widget } from './field.ts';
import { optionsOf } from './field-value.ts';
import type { Assignment } from './given-values.ts';
import type { NodeEditor } from './node-editor.ts';
import { off } from '../state-name.ts';
import { readLook } from '../widget-look.ts';

/** The document, its form under edit, and a typesetter. */
export interface AssignParts {
  readonly changes: Changes;
  readonly editor: NodeEditor;
  readonly typesetter: Typesetter;
}

/** Writes the value of a field (ISO 32000-2, 12.7.5). Appearances are drawn later. */
export function writeValue(changes: Changes, editor: NodeEditor, assignment: Assignment): void {
  const { field } = assignment;
  for (const node of field.nodes) {
    const dict = editor.dict(node);
    for (const key of ['RV', 'I']) dict.delete(key);
    if (assignment.kind === 'text') dict.set('V', PdfString.ofText(assignment.text));
    else if (assignment.kind === 'button') dict.set('V', assignment.state ?? new Name(off));
    else writeChoice(changes, dict, { assignment, over: inheritsValue(node) });
  }
  if (assignment.kind === 'button')
    for (const widget of field.widgets) writeState({ changes, editor }, field, { widget, state: assignment.state });
}

/** Whether a field inherits its value. */
function inheritsValue(node: FieldNode): boolean {
  let above = node.parent;
  for (let level = 0; above !== null && level < maxFieldLevels; level += 1) {
    if (above.dict.has('V')) return true;
    above = above.parent;
  }
  return false;
}

/** Writes V (ISO 32000-2, 12.7.5.4), and for a list I, the sorted indexes of the selected options. */
function writeChoice(
  { file }: Changes,
  dict: Dict,
  { assignment: { field, values }, over }: { assignment: Assignment & { kind: 'choice' }; over: boolean },
): void {
  const texts = values.map((value) => PdfString.ofText(value));
  const [first] = texts;
  dict.set('V', first === undefined ? null : texts.length === 1 ? first : texts);
  if (first === undefined && over) dict.set('V', field.flags.has('multiSelect') ? [] : PdfString.ofText(''));
  const indexes = optionsOf(file, field).flatMap(({ value }, index) => (values.includes(value) ? [index] : []));
  if (field.kind === 'list' && indexes.length > 0) dict.set('I', indexes);
}

/** Writes AS of a button, and an appearance for the state where the file has none. */
function writeState(
  { changes, editor }: Pick<AssignParts, 'changes' | 'editor'>,
  field: Field,
  { widget, state }: { widget: Widget; state: Name | null },
): void {
  const { file } = changes;
  const dict = editor.dict(widget.node);
  const own = onStateOf(file, widget) ?? (field.widgets.length === 1 ? state : null);
  const on = state !== null && own?.value === state.value;
  dict.set('AS', on ? state : new Name(off));
  if (own === null || hasAppearance(file, widget, own.value)) return;
  const form = file.dict(file.catalog.get('AcroForm'));
  const look = readLook(file, field, widget, form);
  if (look.size0.width <= 0 || look.size0.height <= 0) return;
  const kind = field.kind === 'radio' ? 'radio' : 'checkbox';
  const before = file.resolve(file.dict(widget.dict.get('AP'))?.get('N') ?? null);
  const states = before instanceof Dict ? before.copy() : new Dict();
  states.set(own.value, changes.add(appearanceStream(look, drawButton(look, { kind, on: true }))));
  if (!states.has(off)) states.set(off, changes.add(appearanceStream(look, drawButton(look, { kind, on: false }))));
  dict.set('AP', new Dict([['N', states]]));
}

/** Draws all widgets of a text or choice field. Answers whether some of its text is cut off. */
export function writeAppearances(
  { changes, editor, typesetter }: AssignParts,
  field: Field,
  content: Content,
): boolean {
  const { file } = changes;
  const form = file.dict(file.catalog.get('AcroForm'));
  let cut = false;
  for (const widget of field.widgets) {
    const look = readLook(file, field, widget, form);
    if (look.size0.width <= 0 || look.size0.height <= 0) continue;
    const drawn = drawField(file, field, { look, content, typesetter });
    editor
      .dict(widget.node)
      .set('AP', new Dict([['N', changes.add(drawn.stream)]]))
      .delete('AS');
    if (drawn.topIndex !== null)
      for (const node of field.nodes) editor.dict(node).set('TI', drawn.topIndex === 0 ? null : drawn.topIndex);
    cut ||= drawn.cut;
  }
  return cut;
}

/** Whether every widget of a text or choice field has an appearance with content. */
export function isDrawn(file: PdfFile, { widgets }: Field): boolean {
  return widgets.every(({ dict }) => file.resolve(file.dict(dict.get('AP'))?.get('N') ?? null) instanceof Stream);
}
