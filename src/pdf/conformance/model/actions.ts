import { Ref, type Dict, type Obj } from '../../objects/objects.ts';
import { outlineItems } from '../../facts/trees/outline-items.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { ObjectLocation } from '../object-location.ts';
import type { Annotation, Field } from './annotations.ts';

/** An action (ISO 32000-2, 12.6). */
export interface Action {
  readonly place: ObjectLocation;
  readonly dict: Dict;
  readonly type: string | null;
  /** N of a Named action. */
  readonly name: string | null;
}

/** Additional actions of an object (ISO 32000-2, 12.6.3). */
export interface Triggers {
  readonly place: ObjectLocation;
  readonly owner: 'catalog' | 'page' | 'annotation' | 'field';
  /** The object is a widget. */
  readonly widget: boolean;
  readonly dict: Dict;
}

/** Actions and outline items that are visited. */
const maxCount = 200_000;

/** All actions of the catalog, pages, annotations, fields and outline items. */
export function readActions(
  file: PdfFile,
  annotations: readonly Annotation[],
  fields: readonly Field[],
): { actions: Action[]; triggers: Triggers[] } {
  const actions: Action[] = [];
  const triggers: Triggers[] = [];
  const seen = new Set<Dict>();
  const add = (obj: Obj, place: ObjectLocation): void => {
    const stack: { obj: Obj; place: ObjectLocation }[] = [{ obj, place }];
    for (let entry = stack.pop(); entry !== undefined && actions.length < maxCount; entry = stack.pop()) {
      const dict = file.dict(entry.obj);
      if (dict === null || seen.has(dict)) continue;
      seen.add(dict);
      const own = entry.obj instanceof Ref ? { ...entry.place, object: entry.obj.num } : entry.place;
      actions.push({ place: own, dict, type: file.name(dict.get('S')), name: file.name(dict.get('N')) });
      const next = dict.get('Next');
      for (const each of file.array(next) ?? [next]) stack.push({ obj: each, place: own });
    }
  };
  const trigger = (owner: Triggers['owner'], holder: Dict, place: ObjectLocation): void => {
    const dict = file.dict(holder.get('AA'));
    if (dict === null) return;
    triggers.push({ place, owner, dict, widget: file.name(holder.get('Subtype')) === 'Widget' });
    for (const [, action] of dict) add(action, place);
  };
  add(file.catalog.get('OpenAction'), {});
  trigger('catalog', file.catalog, {});
  for (const [index, { dict, ref }] of file.pages().entries())
    trigger('page', dict, { page: index + 1, object: ref?.num });
  for (const { dict, place } of annotations) {
    add(dict.get('A'), place);
    add(dict.get('PA'), place);
    trigger('annotation', dict, place);
  }
  for (const { dict, place } of fields) trigger('field', dict, place);
  for (const { dict, ref } of outlineItems(file, file.catalog.get('Outlines')))
    add(dict.get('A'), { object: ref?.num });
  return { actions, triggers };
}
