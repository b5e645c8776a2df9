import { Dict, Name, Ref, type Obj } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';

/** Resources with additional entries under unused names. */
export class NewNames {
  readonly #from: Dict;
  readonly #changes: Changes;
  readonly #added = new Map<string, Dict>();

  constructor(from: Dict, changes: Changes) {
    this.#from = from;
    this.#changes = changes;
  }

  add(category: string, value: Obj): Name {
    const entries = this.#added.get(category) ?? (this.#changes.dict(this.#from.get(category)) ?? new Dict()).copy();
    this.#added.set(category, entries);
    for (const [name, known] of entries)
      if (known instanceof Ref && value instanceof Ref && known.num === value.num) return new Name(name);
    let count = entries.size;
    while (entries.has(`R${count}`)) count += 1;
    entries.set(`R${count}`, value);
    return new Name(`R${count}`);
  }

  resources(): Dict {
    const resources = this.#from.copy();
    for (const [category, entries] of this.#added) resources.set(category, entries);
    return resources;
  }
}
