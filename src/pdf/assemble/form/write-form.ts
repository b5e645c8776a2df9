import { Dict, isName, type Obj, PdfString, type Ref } from '../../objects/objects.ts';
import { drawFields, type FieldDrawing } from './drawn-fields.ts';
import { type Form, ofField } from './form.ts';
import type { Widget, Field } from './copied-field.ts';
import { resourcesDict } from './form-defaults.ts';
import type { Source } from '../../facts/source.ts';

/** Triggers of a widget (ISO 32000-2, table 197); the other additional actions belong to the field (table 199). */
const widgetTriggers: ReadonlySet<string> = new Set(['E', 'X', 'D', 'U', 'Fo', 'Bl', 'PO', 'PC', 'PV', 'PI']);

/** Writes the fields, and answers the AcroForm dictionary (ISO 32000-2, 12.7.3); null if no document has a form. */
export function writeForm(form: Form, drawings: ReadonlyMap<Source, FieldDrawing>): Ref | null {
  const { target, defaults } = form;
  if (!defaults.present) return null;
  const fields = allFields(form);
  for (const field of fields) locate(form, field);
  for (const field of fields) writeField(form, field);
  const acroForm = new Dict([['Fields', [...form.roots.values()].flatMap((field) => field.ref ?? [])]]);
  for (const [key, value] of defaults.entries.entries()) acroForm.set(key, value);
  const order = [...defaults.order].flatMap((field) => field.ref ?? []);
  acroForm.set('CO', order.length === 0 ? null : order).set('DR', resourcesDict(defaults));
  if (!drawRequested(form, drawings)) acroForm.set('NeedAppearances', true);
  if (fields.some((field) => isName(field.dict.get('FT'), 'Sig'))) acroForm.set('SigFlags', 1);
  return target.add(acroForm);
}

/**
 * Draws fields that viewers were to draw, if other documents bring drawn fields, which viewers would redraw as well.
 * False if viewers still have to draw.
 */
function drawRequested(
  { target, defaults: { asking, drawn } }: Form,
  drawings: ReadonlyMap<Source, FieldDrawing>,
): boolean {
  const sources = Map.groupBy(asking, (part) => part.source);
  if (!drawn || [...sources.keys()].some((source) => !drawings.has(source))) {
    if (drawn)
      asking[0]?.report.warn(
        `Document ${asking[0].document} has viewers draw its form fields themselves (NeedAppearances), and so ` +
          'they will draw those of all documents.',
      );
    return asking.length === 0;
  }
  for (const [source, parts] of sources) {
    const drawing = drawings.get(source);
    if (drawing !== undefined) drawFields(target, parts, drawing);
  }
  return true;
}

/** Parents before kids. */
function allFields(form: Form): Field[] {
  const fields: Field[] = [...form.roots.values()];
  for (const field of fields) for (const kid of field.kids.values()) fields.push(kid);
  return fields;
}

/** A field that is merged with its only widget stays so. */
function joinedWidget({ widgets, kids }: Field): Widget | undefined {
  return widgets.length === 1 && kids.size === 0 && widgets[0]?.joined === true ? widgets[0] : undefined;
}

function locate(form: Form, field: Field): void {
  field.ref = joinedWidget(field)?.ref ?? field.ref ?? form.target.reserve();
}

function writeField({ target }: Form, field: Field): void {
  if (field.ref === null) return;
  const only = joinedWidget(field);
  if (only !== undefined) {
    target.set(field.ref, named(field, only.dict.set('V', field.dict.get('V'))));
    return;
  }
  const joined = field.widgets.some((widget) => widget.joined);
  if (joined) splitTriggers(field.dict, (trigger) => !widgetTriggers.has(trigger));
  for (const { ref, dict, joined: whole } of field.widgets) {
    if (whole) for (const key of ofField) dict.delete(key);
    if (whole) splitTriggers(dict, (trigger) => widgetTriggers.has(trigger));
    target.set(ref, dict.set('Parent', field.ref));
  }
  const kids: Obj[] = [...[...field.kids.values()].map((kid) => kid.ref), ...field.widgets.map((widget) => widget.ref)];
  target.set(field.ref, named(field, field.dict.set('Kids', kids.length === 0 ? null : kids)));
}

/** Divides AA of a merged dictionary: field and widget keep their own triggers. */
function splitTriggers(dict: Dict, mine: (trigger: string) => boolean): void {
  const actions = dict.get('AA');
  if (!(actions instanceof Dict)) return;
  const own = new Dict([...actions.entries()].filter(([trigger]) => mine(trigger)));
  dict.set('AA', own.size === 0 ? null : own);
}

function named(field: Field, dict: Dict): Dict {
  dict.set('Parent', field.parent?.ref ?? null);
  if (field.name === '') return dict;
  const before = dict.get('T');
  return before instanceof PdfString && before.text === field.name ? dict : dict.set('T', PdfString.ofText(field.name));
}
