import { AppError } from '../../problems.ts';
import { Dict, Name, PdfString, Ref } from '../objects/objects.ts';
import type { PdfPage } from '../file/pdf-file.ts';
import type { Changes } from '../file/changes.ts';
import type { FormField } from '../facts/signatures/fields.ts';
import { tagWidget } from './tag-widget.ts';

/** A signature field to create. */
export interface NewField {
  /** Full name: partial names separated by dots. */
  readonly name: string;
  /** Alternate description (TU). */
  readonly tooltip: string;
  readonly page: PdfPage & { readonly ref: Ref };
  /** Rectangle in default user space. */
  readonly rectangle: readonly number[];
  /** The field is added to the structure of a tagged document. */
  readonly tag: boolean;
}

/** Print and Locked (ISO 32000-2, table 167). */
const flags = 4 | 128;

/** Adds a signature field, merged with its widget, to the form and to a page. Answers its object. */
export function addSignatureField(
  changes: Changes,
  fields: readonly FormField[],
  { name, tooltip, page, rectangle, tag }: NewField,
): Ref {
  const parts = name.split('.');
  const widget = changes.reserve();
  const dict = new Dict([
    ['Type', new Name('Annot')],
    ['Subtype', new Name('Widget')],
    ['FT', new Name('Sig')],
    ['T', PdfString.ofText(parts.at(-1) ?? '')],
    ['TU', PdfString.ofText(tooltip)],
    ['Contents', PdfString.ofText(tooltip)],
    ['F', flags],
    ['Rect', [...rectangle]],
    ['P', page.ref],
  ]);
  const group = groupFor(changes, fields, parts.slice(0, -1));
  if (group === null) changes.arrayIn(changes.dictIn(changes.catalog(), 'AcroForm'), 'Fields').push(widget);
  else {
    dict.set('Parent', group);
    changes.arrayIn(changes.dictAt(group), 'Kids').push(widget);
  }
  changes.set(widget, dict);
  const tagged = tag && !isArtifact(changes, rectangle) ? tagWidget(changes, { widget, page: page.ref }) : null;
  if (tagged !== null) dict.set('StructParent', tagged);
  annotationsOf(changes, page, tagged !== null).push(widget);
  return widget;
}

/**
 * PDF/UA-2 has widgets of size zero outside the structure (ISO 14289-2, 8.9.2.4.13); PDF/UA-1 has all widgets in it.
 */
function isArtifact({ file }: Changes, rectangle: readonly number[]): boolean {
  return file.version >= '2.0' && rectangle.every((side) => side === 0);
}

/** The group with this name, created where it is absent; null for the form itself. */
function groupFor(changes: Changes, fields: readonly FormField[], path: readonly string[]): Ref | null {
  let above: Ref | null = null;
  for (let depth = 1; depth <= path.length; depth += 1) {
    const name = path.slice(0, depth).join('.');
    const known = fields.find((field) => field.name === name);
    if (known !== undefined && (!known.group || known.ref === null))
      throw new AppError(
        'field-value-invalid',
        `The field '${name}' is no group, so no field can be in it. Choose another name for \`field\`.`,
      );
    above = known?.ref ?? newGroup(changes, path[depth - 1] ?? '', above);
  }
  return above;
}

function newGroup(changes: Changes, name: string, above: Ref | null): Ref {
  const dict = new Dict([
    ['T', PdfString.ofText(name)],
    ['Kids', []],
  ]);
  const ref = changes.add(dict);
  if (above === null) changes.arrayIn(changes.dictIn(changes.catalog(), 'AcroForm'), 'Fields').push(ref);
  else {
    dict.set('Parent', above);
    changes.arrayIn(changes.dictAt(above), 'Kids').push(ref);
  }
  return ref;
}

/**
 * The Annots array of a page for appending, in its own object unless pages share that. Sets Tabs, which PDF/UA requires
 * on pages with annotations (ISO 14289-1, 7.18.3).
 */
function annotationsOf(changes: Changes, page: NewField['page'], tagged: boolean) {
  const { file } = changes;
  const known = page.dict.get('Annots');
  const tabs = tagged && file.name(page.dict.get('Tabs')) !== 'S';
  if (tabs) changes.dictAt(page.ref).set('Tabs', new Name('S'));
  const shared =
    known instanceof Ref && file.pages().some(({ dict }) => dict !== page.dict && isSame(dict.get('Annots'), known));
  if (known instanceof Ref && !shared && file.array(known) !== null) return changes.arrayIn(page.dict, 'Annots');
  const own = changes.dictAt(page.ref);
  if (known instanceof Ref) own.set('Annots', [...(file.array(known) ?? [])]);
  return changes.arrayIn(own, 'Annots');
}

function isSame(value: unknown, ref: Ref): boolean {
  return value instanceof Ref && value.num === ref.num;
}
