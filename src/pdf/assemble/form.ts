import type { Widget, Field } from './copied-field.ts';
import { Dict, isName, Name, PdfString } from '../objects/objects.ts';
import { canonical } from '../facts/equal.ts';
import { copyDefaults, FormDefaults, renameFont } from './form-defaults.ts';
import { inherited } from '../facts/form-index.ts';
import { maxFieldLevels, type FieldNode } from '../facts/trees/field-tree.ts';
import { finishAnnotation } from '../copying/annotations.ts';
import type { Part } from '../copying/part.ts';
import { isWidget } from '../facts/is-widget.ts';
import type { Target } from '../copying/target.ts';
import { UniqueNames } from '../facts/unique-names.ts';

export type FieldsMode = 'merge' | 'rename';

/** What the parts of a merge put together: one form. */
export class Form {
  readonly target: Target;
  readonly mode: FieldsMode;
  readonly roots = new Map<string, Field>();
  readonly names = new UniqueNames();
  readonly defaults = new FormDefaults();
  /** Fields of the part's nodes that go along, and the widgets that each node is. */
  readonly #placed = new Map<Part, { fields: Map<FieldNode, Field>; widgets: Map<FieldNode, Widget> }>();

  constructor(target: Target, mode: FieldsMode) {
    this.target = target;
    this.mode = mode;
  }

  /** Gives the fields of a part their places, before anything that refers to them is copied. */
  place(part: Part): void {
    const fields = new Map<FieldNode, Field>();
    const widgets = new Map<FieldNode, Widget>();
    this.#placed.set(part, { fields, widgets });
    for (const node of nodesOf(part)) {
      if (!node.widget)
        fields.set(node, this.#field(part, node, node.parent === null ? null : (fields.get(node.parent) ?? null)));
      if (isWidget(node.dict) || node.widget) this.#widget(part, node, fields, widgets);
      else this.#placeGroup(part, node, fields.get(node));
    }
  }

  #placeGroup(part: Part, node: FieldNode, field: Field | undefined): void {
    if (field === undefined) return;
    field.ref ??= this.target.reserve();
    if (node.num !== null) part.copier.place(node.num, field.ref);
  }

  #widget(part: Part, node: FieldNode, fields: ReadonlyMap<FieldNode, Field>, widgets: Map<FieldNode, Widget>): void {
    const field = fields.get(node) ?? (node.parent === null ? undefined : fields.get(node.parent));
    const widget = { ref: this.target.reserve(), dict: new Dict(), joined: !node.widget };
    field?.widgets.push(widget);
    widgets.set(node, widget);
    part.widgets.set(node.dict, widget.ref);
    if (node.num !== null) part.copier.place(node.num, widget.ref);
  }

  /** The field of that name and kind that is there already, or a new one, under another name if need be. */
  #field(part: Part, node: FieldNode, parent: Field | null): Field {
    const siblings = parent?.kids ?? this.roots;
    const names = parent?.names ?? this.names;
    const { file } = part.source;
    const wanted = file.string(node.dict.get('T'))?.text ?? '';
    const kind = kindOf(part, node);
    const value = isTerminal(node) ? valueOf(part, node) : '';
    const known = siblings.get(wanted);
    if (known?.kind === kind && (kind.startsWith(group) || (this.mode === 'merge' && mayJoin(known, value)))) {
      if (known.value === '') known.value = value;
      return known;
    }
    const name = names.claim(wanted);
    const fullName = parent === null || parent.fullName === '' ? name : `${parent.fullName}.${name}`;
    if (name !== wanted || (parent !== null && part.fieldNames.size > 0))
      this.#renamed(part, node, fullName, known?.kind === kind);
    const field: Field = {
      name,
      fullName,
      parent,
      kids: new Map(),
      names: new UniqueNames(),
      kind,
      value,
      dict: new Dict(),
      widgets: [],
      ref: null,
    };
    siblings.set(name, field);
    return field;
  }

  #renamed(part: Part, node: FieldNode, fullName: string, sameKind: boolean): void {
    const before = fullNameOf(part, node);
    if (before === null || before === fullName) return;
    part.fieldNames.set(before, fullName);
    const reason =
      this.mode === 'rename'
        ? 'the name is taken'
        : sameKind
          ? 'the values differ'
          : 'there is a field of another type with that name';
    part.report.warn(
      `Field '${before}' of document ${part.document} is now '${fullName}', because ${reason}. Scripts that ` +
        'name it are as they were.',
    );
  }

  /** Copies the fields of a part into their places. */
  fill(part: Part): void {
    const placed = this.#placed.get(part);
    const { dict } = part.source.form;
    if (placed === undefined || dict === null) return;
    const defaults = copyDefaults(part, this.defaults, dict);
    if (placed.fields.size > 0) this.defaults.tell(part);
    for (const [node, field] of placed.fields) {
      const copy = part.copier.entries(node.dict, rebuilt);
      if (isTerminal(node)) defaults.pushDown(copy, (key) => inherited(part.source, node, key));
      renameFont(copy, defaults.fonts);
      dropSignature(part, node, copy, field);
      const widget = placed.widgets.get(node);
      if (widget !== undefined) this.#fillWidget(part, node, widget, copy);
      if (field.dict.size === 0) field.dict = widget === undefined ? copy : fieldEntries(copy);
      else if (!field.dict.has('V')) field.dict.set('V', copy.get('V'));
    }
    for (const [node, widget] of placed.widgets) {
      if (!node.widget) continue;
      const copy = part.copier.entries(node.dict, rebuilt);
      renameFont(copy, defaults.fonts);
      this.#fillWidget(part, node, widget, copy);
    }
    for (const entry of part.source.file.array(dict.get('CO')) ?? []) {
      const node = part.source.form.byDict.get(part.source.file.dict(entry) ?? new Dict());
      const field = node === undefined ? undefined : placed.fields.get(node);
      if (field !== undefined) this.defaults.order.add(field);
    }
  }

  #fillWidget(part: Part, node: FieldNode, widget: Widget, copy: Dict): void {
    const page = part.source.annotations.pageOf.get(node.num ?? -1) ?? null;
    copy.set('P', part.pageRefs.get(page ?? -1) ?? null);
    finishAnnotation(part, node.num, copy);
    widget.dict = copy;
  }
}

const rebuilt: ReadonlySet<string> = new Set(['Parent', 'Kids', 'P']);

/**
 * What belongs to the field when field and widget were one dictionary (tables 226, 227, 231, 232, 234, 235); DA, Q, DS
 * and RV may be on both.
 */
export const ofField: ReadonlySet<string> = new Set([
  'FT',
  'T',
  'TU',
  'TM',
  'Ff',
  'V',
  'DV',
  'Opt',
  'MaxLen',
  'TI',
  'I',
  'Lock',
  'SV',
]);
const ofBoth: ReadonlySet<string> = new Set(['DA', 'Q', 'DS', 'RV', 'AA']);

function fieldEntries(dict: Dict): Dict {
  return new Dict([...dict.entries()].filter(([key]) => ofField.has(key) || ofBoth.has(key)));
}

/**
 * Nodes that go along, a parent before its kids: all of a whole document, else those with a widget on a page of the
 * part.
 */
function nodesOf(part: Part): readonly FieldNode[] {
  const { form, annotations } = part.source;
  if (part.whole) return form.nodes;
  const kept = new Set<FieldNode>();
  for (const page of part.pages) {
    for (const { dict } of annotations.ofPage[page] ?? []) {
      for (let at: FieldNode | null = form.byDict.get(dict) ?? null; at !== null && !kept.has(at); at = at.parent)
        kept.add(at);
    }
  }
  return [...kept].sort((a, b) => a.order - b.order);
}

const handedDown = ['FT', 'Ff', 'V', 'DV', 'MaxLen', 'Opt'] as const;

function isTerminal(node: FieldNode): boolean {
  return node.kids.every((kid) => kid.widget);
}

/** Bits of Ff that make another kind of field: push button, radio buttons (table 229), combo box (table 233). */
const kinds: Readonly<Record<string, number>> = { Btn: 0x18000, Ch: 0x20000 };

/** A field that only holds others: one with another of its name when all inherit the same from both. */
const group = 'group';

function kindOf(part: Part, node: FieldNode): string {
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

function valueOf(part: Part, node: FieldNode): string {
  const value = inherited(part.source, node, 'V');
  if (value === null || isName(value, 'Off') || (value instanceof PdfString && value.bytes.length === 0)) return '';
  return value instanceof PdfString ? `(${value.text})` : canonical(value, (ref) => `${ref.num}`);
}

/**
 * Values that contradict each other cannot be one field's; a signature field has one widget; options of buttons count
 * their widgets.
 */
function mayJoin(known: Field, value: string): boolean {
  const { kind } = known;
  if (kind.startsWith('Sig') || (kind.startsWith('Btn') && kind.endsWith(']'))) return false;
  return known.value === '' || value === '' || known.value === value;
}

/**
 * Null for a field that lies deeper than forms go: spelling out a hundred thousand levels at each of them takes for
 * ever.
 */
function fullNameOf(part: Part, node: FieldNode): string | null {
  const names: string[] = [];
  let at: FieldNode | null = node;
  for (let level = 0; at !== null && level < maxFieldLevels; level += 1) {
    const name = part.source.file.string(at.dict.get('T'))?.text ?? '';
    if (name !== '') names.push(name);
    at = at.parent;
  }
  return at === null ? names.reverse().join('.') : null;
}

/** A signature is over the bytes of its own document (12.8.1): the field stays, and so does its look. */
function dropSignature(part: Part, node: FieldNode, copy: Dict, field: Field): void {
  const type = inherited(part.source, node, 'FT');
  if (!isName(type, 'Sig') || !copy.has('V')) return;
  copy.delete('V');
  part.report.signed(part.document);
  part.report.drop(part.document, 'signature', 'a signature does not outlive a change of its document');
  part.report.warn(
    `Document ${part.document} was signed: the signature of field '${field.fullName}' was removed, its look stays.`,
  );
}
