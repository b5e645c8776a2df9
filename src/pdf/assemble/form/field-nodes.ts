import type { Field } from './copied-field.ts';
import { isName, Name, PdfString } from '../../objects/objects.ts';
import { canonical } from '../../facts/equal.ts';
import { inherited } from '../../facts/form-index.ts';
import { maxFieldLevels, type FieldNode } from '../../facts/trees/field-tree.ts';
import type { Part } from '../../copying/part.ts';

/** The nodes to copy, parents before kids: all of a whole document, else those with a widget on a page of the part. */
export function nodesOf(part: Part): readonly FieldNode[] {
  const { form, annotations } = part.source;
  if (part.whole) return form.nodes;
  const remaining = new Set<FieldNode>();
  for (const page of part.pages) {
    for (const { dict } of annotations.ofPage[page] ?? []) {
      for (let at: FieldNode | null = form.byDict.get(dict) ?? null; at !== null && !remaining.has(at); at = at.parent)
        remaining.add(at);
    }
  }
  return [...remaining].sort((a, b) => a.order - b.order);
}

const handedDown = ['FT', 'Ff', 'V', 'DV', 'MaxLen', 'Opt'] as const;

/** True for a field without fields below it, only widgets. */
export function isTerminal(node: FieldNode): boolean {
  return node.kids.every((kid) => kid.widget);
}

/**
 * Bits of Ff that distinguish types of fields: push button, radio buttons (ISO 32000-2, table 229), combo box (table
 * 233).
 */
const kinds: Readonly<Record<string, number>> = { Btn: 0x18000, Ch: 0x20000 };

/**
 * The kind of a field that only has fields below it. Groups of one name are merged if their inheritable entries are
 * equal.
 */
export const group = 'group';

/** The kind of a field: fields of one name are merged only if their kinds are equal. */
export function kindOf(part: Part, node: FieldNode): string {
  const { file } = part.source;
  if (!isTerminal(node))
    return (
      `${group} ` +
      handedDown.map((key) => canonical(file.resolve(node.dict.get(key)), (ref) => `${ref.num}`)).join(' ')
    );
  const type = inherited(part.source, node, 'FT');
  const flags = inherited(part.source, node, 'Ff');
  const options = file.array(inherited(part.source, node, 'Opt'));
  const name = type instanceof Name ? type.value : '';
  const text =
    options === null
      ? ''
      : canonical(
          options.map((entry) => file.resolve(entry)),
          (ref) => `${ref.num}`,
        );
  return `${name} ${(typeof flags === 'number' ? flags : 0) & (kinds[name] ?? 0)} ${text}`;
}

/** The value of a field in canonical form; '' without one. */
export function valueOf(part: Part, node: FieldNode): string {
  const value = inherited(part.source, node, 'V');
  if (value === null || isName(value, 'Off') || (value instanceof PdfString && value.bytes.length === 0)) return '';
  return value instanceof PdfString ? `(${value.text})` : canonical(value, (ref) => `${ref.num}`);
}

/**
 * Whether a value fits a field: different values contradict each other. A signature field has only one widget, and
 * options of buttons refer to their widgets.
 */
export function mayJoin(known: Field, value: string): boolean {
  const { kind } = known;
  if (kind.startsWith('Sig') || (kind.startsWith('Btn') && kind.endsWith(']'))) return false;
  return known.value === '' || value === '' || known.value === value;
}

/**
 * Null for a field beyond the depth limit of forms, because composing names at a hundred thousand levels would take too
 * long.
 */
export function fullNameOf(part: Part, node: FieldNode): string | null {
  const names: string[] = [];
  let at: FieldNode | null = node;
  for (let level = 0; at !== null && level < maxFieldLevels; level += 1) {
    const name = part.source.file.string(at.dict.get('T'))?.text ?? '';
    if (name !== '') names.push(name);
    at = at.parent;
  }
  return at === null ? names.reverse().join('.') : null;
}
