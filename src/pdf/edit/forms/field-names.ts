import type { FormWidget } from './form-field.ts';

/** A field with all of its widgets. */
export interface NamedField {
  /** Partial names from the root of the form to the field (ISO 32000-2, 12.7.4.2). */
  readonly path: readonly string[];
  readonly widgets: FormWidget[];
}

/** A field that could not have its name. */
export interface RenamedField {
  readonly name: string;
  readonly given: string;
}

interface Level {
  readonly kids: Map<string, Level>;
  /** By name the number below which all are taken, for those who want it as a field and as a group: thousands may. */
  readonly taken: Readonly<Record<'field' | 'group', Map<string, number>>>;
  /** A field and not a group of some. */
  field: boolean;
}

const level = (): Level => ({ kids: new Map(), taken: { field: new Map(), group: new Map() }, field: false });

/** Partial names: none is empty. */
const partsOf = (name: string) => {
  const parts = name.split('.').filter((part) => part !== '');
  return parts.length === 0 ? ['field'] : parts;
};

/**
 * Radio buttons of a group are one field; others share one where they show the same, and are no copies that HTML means
 * apart.
 */
const mayShare = ({ kind, group }: FormWidget) => kind === 'radio' || (kind !== 'signature' && group === null);

/** What those have to agree on to be one field. */
const identity = ({
  kind,
  group,
  name,
  values,
  options,
  multiple,
  password,
  maxLength,
  required,
  readOnly,
}: FormWidget) =>
  JSON.stringify([
    kind,
    group,
    name,
    kind === 'radio' ? null : [values, options, multiple, password, maxLength, required, readOnly],
  ]);

/**
 * Gives every widget its field: those of one name and kind that do not contradict each other share one; any other gets
 * a name of its own. `taken` are names that a form has already, at its root.
 */
export class FieldNames {
  readonly #root = level();
  readonly #alike = new Map<string, NamedField>();
  /** In the order in which they came. */
  readonly fields: NamedField[] = [];
  readonly renamed: RenamedField[] = [];

  constructor(taken: Iterable<string>) {
    for (const name of taken) this.#root.kids.set(name, { ...level(), field: true });
  }

  add(widget: FormWidget): void {
    const key = mayShare(widget) ? identity(widget) : null;
    const shared = key === null ? undefined : this.#alike.get(key);
    if (shared) {
      shared.widgets.push(widget);
      return;
    }
    const path = this.#claim(partsOf(widget.name));
    const given = path.join('.');
    if (given !== widget.name && widget.name !== '') this.renamed.push({ name: widget.name, given });
    const field = { path, widgets: [widget] };
    this.fields.push(field);
    if (key !== null) this.#alike.set(key, field);
  }

  /** A path that is free: the last name gets a number, or the one that is a field already and no group. */
  #claim(parts: readonly string[]): string[] {
    const path: string[] = [];
    let at = this.#root;
    for (const [index, part] of parts.entries()) {
      const name = freeName(at, part, index === parts.length - 1 ? 'field' : 'group');
      const next = at.kids.get(name) ?? level();
      at.kids.set(name, next);
      path.push(name);
      at = next;
    }
    at.field = true;
    return path;
  }
}

/**
 * A name, with the first number from 2 on that makes it free where it is not. Of one that is a field no group can be,
 * of one that is a group others can. What is taken stays so.
 */
function freeName({ kids, taken }: Level, part: string, kind: 'field' | 'group'): string {
  const isTaken = (name: string) => (kind === 'field' ? kids.has(name) : kids.get(name)?.field === true);
  if (!isTaken(part)) return part;
  let number = taken[kind].get(part) ?? 2;
  while (isTaken(`${part}#${number}`)) number += 1;
  taken[kind].set(part, number);
  return `${part}#${number}`;
}
