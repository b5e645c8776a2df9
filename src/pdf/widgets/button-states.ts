import { Dict, Name, Stream, type Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Field, FieldOption, Widget } from './fields/field.ts';
import { off, stateText } from './state-name.ts';

/** An on state of a check box or of radio buttons. */
export interface ButtonState extends FieldOption {
  /** The name as in the file, for V and AS. */
  readonly state: Name;
}

/** States that a widget has appearances for, without Off (ISO 32000-2, 12.7.5.2.3). */
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

/** The on state of a widget; null where the file has none. */
export function onStateOf(file: PdfFile, widget: Widget): Name | null {
  return statesOf(file, widget)[0] ?? null;
}

/**
 * The on states of a field, each once, in the order of its widgets. `value` is the export value: an entry of Opt (ISO
 * 32000-2, 12.7.5.2.4), else the name of the state. A field without states gets `Yes`.
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

/** Opt has one entry for each widget; states may be indexes into it. */
function exportedAt(file: PdfFile, exported: readonly Obj[] | null, name: string, index: number): string | null {
  if (exported === null) return null;
  const entry = /^\d{1,6}$/.test(name) ? exported[Number(name)] : exported[index];
  return entry === undefined ? null : (file.string(entry)?.text ?? null);
}

/** The label of a single button. Radio buttons share the name of their field, which labels none of them. */
function labelOf(file: PdfFile, { dict, node }: Widget, { kind }: Field): string | null {
  const own = ['Contents', ...(node.widget || kind === 'checkbox' ? ['TU'] : [])].map(
    (key) => file.string(dict.get(key))?.text ?? '',
  );
  return own.find((text) => text !== '') ?? null;
}

/** Whether a widget has an appearance for a state. */
export function hasAppearance(file: PdfFile, widget: Widget, state: string): boolean {
  const normal = file.resolve(file.dict(widget.dict.get('AP'))?.get('N') ?? null);
  return normal instanceof Dict && file.resolve(normal.get(state)) instanceof Stream;
}
