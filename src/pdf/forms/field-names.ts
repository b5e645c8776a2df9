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
  /** A field and not a group of some. */
  field: boolean;
}

const level = (): Level => ({ kids: new Map(), field: false });

/** Partial names: none is empty. */
const partsOf = (name: string) => {
  const parts = name.split('.').filter((part) => part !== '');
  return parts.length === 0 ? ['field'] : parts;
};

/** What widgets have to agree on to be one field. */
const identity = ({ kind, group, name, options, multiple, password, maxLength, required, readOnly }: FormWidget) => JSON.stringify([kind, group, name, kind === 'radio' ? null : [options, multiple, password, maxLength, required, readOnly]]);

/** Gives every widget its field: those of one name and kind that do not contradict each other share one; any other gets a name of its own. `taken` are names that a form has already, at its root. */
export class FieldNames {
  readonly #root = level();
  readonly #alike = new Map<string, NamedField[]>();
  /** In the order in which they came. */
  readonly fields: NamedField[] = [];
  readonly renamed: RenamedField[] = [];

  constructor(taken: Iterable<string>) {
    for (const name of taken) this.#root.kids.set(name, { ...level(), field: true });
  }

  add(widget: FormWidget): void {
    const key = identity(widget);
    const known = this.#alike.get(key) ?? [];
    const shared = known.find(({ widgets }) => agrees(widgets, widget));
    if (shared) {
      shared.widgets.push(widget);
      return;
    }
    const path = this.#claim(partsOf(widget.name));
    const given = path.join('.');
    if (given !== widget.name && widget.name !== '') this.renamed.push({ name: widget.name, given });
    const field = { path, widgets: [widget] };
    this.fields.push(field);
    this.#alike.set(key, [...known, field]);
  }

  /** A path that is free: the last name gets a number, or the one that is a field already and no group. */
  #claim(parts: readonly string[]): string[] {
    const path: string[] = [];
    let at = this.#root;
    for (const [index, part] of parts.entries()) {
      const last = index === parts.length - 1;
      let name = part;
      for (let number = 2; last ? at.kids.has(name) : at.kids.get(name)?.field === true; number += 1) name = `${part}#${number}`;
      const next = at.kids.get(name) ?? level();
      at.kids.set(name, next);
      path.push(name);
      at = next;
    }
    at.field = true;
    return path;
  }
}

/** Radio buttons of a group are one field; others share one where they show the same, and are no copies that HTML means apart. */
function agrees(widgets: readonly FormWidget[], widget: FormWidget): boolean {
  const [first] = widgets;
  if (first === undefined || widget.kind === 'signature') return false;
  if (widget.kind === 'radio') return true;
  return widget.group === null && JSON.stringify(first.values) === JSON.stringify(widget.values);
}
