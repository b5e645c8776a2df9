import type { FormWidget } from './form-field.ts';

/** A field with all of its widgets. */
export interface NamedField {
  /** Partial names from the root of the form to the field (ISO 32000-2, 12.7.4.2). */
  readonly path: readonly string[];
  readonly widgets: FormWidget[];
}

/** A field that got another name. */
export interface RenamedField {
  readonly name: string;
  readonly given: string;
}

interface Level {
  readonly kids: Map<string, Level>;
  /**
   * For each name the number below which all suffixes are taken, for fields and groups of the same name, of which there
   * may be thousands.
   */
  readonly taken: Readonly<Record<'field' | 'group', Map<string, number>>>;
  /** A field, and not a group of fields. */
  field: boolean;
}

const level = (): Level => ({ kids: new Map(), taken: { field: new Map(), group: new Map() }, field: false });

/** Partial names, none empty. */
const partsOf = (name: string) => {
  const parts = name.split('.').filter((part) => part !== '');
  return parts.length === 0 ? ['field'] : parts;
};

/**
 * Radio buttons of a group are one field. Other widgets share a field if they show the same value, and HTML does not
 * treat them as separate copies.
 */
const mayShare = ({ kind, group }: FormWidget) => kind === 'radio' || (kind !== 'signature' && group === null);

/** Properties that widgets of one field must have in common. */
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
 * Assigns a field to every widget. Widgets of one name and type share one, unless they contradict each other; others
 * get a name of their own. `taken` are names at the root of an existing form.
 */
export class FieldNames {
  readonly #root = level();
  readonly #alike = new Map<string, NamedField>();
  /** In order of creation. */
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

  /** A free path: the last name, or the first that is a field and not a group, gets a number. */
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
 * A free name, with the least number from 2 if necessary. A field can not be a group, but fields can share a group.
 * Taken names stay so.
 */
function freeName({ kids, taken }: Level, part: string, kind: 'field' | 'group'): string {
  const isTaken = (name: string) => (kind === 'field' ? kids.has(name) : kids.get(name)?.field === true);
  if (!isTaken(part)) return part;
  let number = taken[kind].get(part) ?? 2;
  while (isTaken(`${part}#${number}`)) number += 1;
  taken[kind].set(part, number);
  return `${part}#${number}`;
}
