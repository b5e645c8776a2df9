import { Dict, type Ref } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Changes } from '../file/changes.ts';
import { drawNothing } from './appearance.ts';
import type { FormField } from '../facts/signatures/fields.ts';
import { addSignatureField } from './new-field.ts';
import { emptyField, placeOf, widgetsOf, type VisibleWidget, type WantedPlace } from './field-position.ts';

/** The field that is signed. */
export interface TargetField {
  /** Null for a new field. */
  readonly known: FormField | null;
  readonly visible: boolean;
  /** Creates a new field, and answers the object of the field, and the widgets that need an appearance. */
  put(changes: Changes): { readonly ref: Ref; readonly widgets: readonly VisibleWidget[] };
}

/** The requested field, and the look of its signature. */
export interface WantedField {
  /** Full name. */
  readonly name: string;
  readonly tooltip: string;
  readonly place: WantedPlace | undefined;
  /** A new field is added to the structure of a tagged document. */
  readonly tag: boolean;
}

/** @throws AppError `field-value-invalid`, `field-not-found`, `page-out-of-range` */
export function targetField(file: PdfFile, fields: readonly FormField[], wanted: WantedField): TargetField {
  const known = emptyField(file, fields, wanted.name);
  if (known === null) return newField(file, fields, wanted);
  const widgets = widgetsOf(file, known, wanted.place);
  return { known, visible: widgets.length > 0, put: () => ({ ref: known.ref, widgets }) };
}

function newField(
  file: PdfFile,
  fields: readonly FormField[],
  { name, tooltip, place: wanted, tag }: WantedField,
): TargetField {
  const { page, box, rectangle } = placeOf(file, name, wanted);
  return {
    known: null,
    visible: box !== null,
    put(changes) {
      const ref = addSignatureField(changes, fields, { name, tooltip, page, rectangle, tag });
      const field = changes.dictAt(ref);
      if (page.rotate !== 0) changes.dictIn(field, 'MK').set('R', page.rotate);
      if (box !== null) {
        const place = { page: wanted?.page ?? 1, box };
        const size = [box.width, box.height] as const;
        return { ref, widgets: [{ ref, rotate: page.rotate, size, place, pointer: '/appearance/box' }] };
      }
      field.set('AP', new Dict([['N', drawNothing(changes)]]));
      return { ref, widgets: [] };
    },
  };
}
