import { Dict, Name, Stream, type Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Field, FieldOption, Widget } from './fields/field.ts';
import { off, stateText } from './state-name.ts';

/** One of the states of a checkbox or of radio buttons in which something is on. */
export interface ButtonState extends FieldOption {
  /** As the file has it: what V and AS are. */
  readonly state: Name;
}

/** The names of states that a widget has appearances for, but Off (ISO 32000-2, 12.7.5.2.3). */
function statesOf(file: PdfFile, widget: Widget): Name[] {
  const appearances = file.dict(widget.dict.get('AP'));
  const names = ['N', 'D'].flatMap((key) => {
    const states = file.resolve(appearances?.get(key) ?? null);
    return states instanceof Dict ? states.keys() : [];
  });
  const on = [...new Set(names)].filter((name) => name !== off);
  const current = widget.dict.get('AS');
  if (on.length === 0 && current instanceof Name && current.value !== off) return [current];
  return on.map((name) => new Name(name));
}

/** The state in which a widget is on; null where the file does not tell. */
export function onStateOf(file: PdfFile, widget: Widget): Name | null {
  return statesOf(file, widget)[0] ?? null;
}

/**
 * The states of a field, each once, by its widgets; `value` is what is exported: an entry of Opt, where the field has
 * it (12.7.5.2.4), else the name of the state. A field whose file tells no state has `Yes`.
 */
export function buttonStates(file: PdfFile, field: Field): ButtonState[] {
  const exported = file.array(field.inherited('Opt'));
  const states = new Map<string, ButtonState>();
  field.widgets.forEach((widget, index) => {
    for (const state of statesOf(file, widget)) {
      if (states.has(state.value)) continue;
      const name = stateText(state);
      const option = exportedAt(file, exported, name, index);
      const label = labelOf(file, widget, field);
      states.set(state.value, { state, value: option ?? name, label: label ?? option ?? name });
    }
  });
  if (states.size === 0 && field.kind === 'checkbox')
    states.set('Yes', {
      state: new Name('Yes'),
      value: 'Yes',
      label: (field.widgets[0] === undefined ? null : labelOf(file, field.widgets[0], field)) ?? 'Yes',
    });
  return [...states.values()];
}

/** Opt has an entry a widget; states are numbered by it where their names tell nothing else. */
function exportedAt(file: PdfFile, exported: readonly Obj[] | null, name: string, index: number): string | null {
  if (exported === null) return null;
  const entry = /^\d{1,6}$/.test(name) ? exported[Number(name)] : exported[index];
  return entry === undefined ? null : (file.string(entry)?.text ?? null);
}

/** What a single button is called; a field of radio buttons has a name for all of them that is none of one. */
function labelOf(file: PdfFile, { dict, node }: Widget, { kind }: Field): string | null {
  const own = ['Contents', ...(node.widget || kind === 'checkbox' ? ['TU'] : [])].map(
    (key) => file.string(dict.get(key))?.text ?? '',
  );
  return own.find((text) => text !== '') ?? null;
}

/** Whether the appearance of a widget in a state is there. */
export function hasAppearance(file: PdfFile, widget: Widget, state: string): boolean {
  const normal = file.resolve(file.dict(widget.dict.get('AP'))?.get('N') ?? null);
  return normal instanceof Dict && file.resolve(normal.get(state)) instanceof Stream;
}
