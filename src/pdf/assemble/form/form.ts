import type { Widget, Field } from './copied-field.ts';
import { Dict, isName } from '../../objects/objects.ts';
import { copyDefaults, FormDefaults, renameFont } from './form-defaults.ts';
import { inherited } from '../../facts/form-index.ts';
import type { FieldNode } from '../../facts/trees/field-tree.ts';
import { finishAnnotation } from '../../copying/annotations.ts';
import type { Part } from '../../copying/part.ts';
import { isWidget } from '../../facts/is-widget.ts';
import type { Target } from '../../copying/target.ts';
import { UniqueNames } from '../../facts/unique-names.ts';
import { nodesOf, isTerminal, group, kindOf, valueOf, mayJoin, fullNameOf } from './field-nodes.ts';

/** The treatment of fields of one name. */
export type FieldsMode = 'merge' | 'rename';

/** The form of an assembled document. */
export class Form {
  readonly target: Target;
  readonly mode: FieldsMode;
  readonly roots = new Map<string, Field>();
  readonly names = new UniqueNames();
  readonly defaults = new FormDefaults();
  /** The copied fields by the nodes of their part, and the widgets of each node. */
  readonly #placed = new Map<Part, { fields: Map<FieldNode, Field>; widgets: Map<FieldNode, Widget> }>();

  constructor(target: Target, mode: FieldsMode) {
    this.target = target;
    this.mode = mode;
  }

  /** Assigns object numbers to the fields of a part, before anything that refers to them is copied. */
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

  /** An existing field of the same name and type, or a new one, under another name if necessary. */
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

  /** Copies the fields of a part. */
  fill(part: Part): void {
    const placed = this.#placed.get(part);
    const { dict } = part.source.form;
    if (placed === undefined || dict === null) return;
    const defaults = copyDefaults(part, this.defaults, dict);
    if (placed.fields.size > 0) this.defaults.add(part);
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
 * Entries of the field in a dictionary that is merged with its widget (ISO 32000-2, tables 226, 227, 231, 232, 234,
 * 235). DA, Q, DS and RV may belong to both.
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
 * A signature is over the bytes of its own document (ISO 32000-2, 12.8.1), so it is removed. The field and its look
 * stay.
 */
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
