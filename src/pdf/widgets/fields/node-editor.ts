import type { FieldNode } from '../../facts/trees/field-tree.ts';
import { Ref, type Dict, type Obj } from '../../objects/objects.ts';
import type { PdfPage } from '../../file/pdf-file.ts';
import type { Changes } from '../../file/changes.ts';

/** Field dictionaries that are being changed. Direct objects in arrays become indirect. */
export class NodeEditor {
  readonly #changes: Changes;
  readonly #pages: readonly PdfPage[];
  readonly #refs = new Map<Dict, Ref>();

  constructor(changes: Changes) {
    this.#changes = changes;
    this.#pages = changes.file.pages();
  }

  /** The dictionary of a field or widget, for editing. */
  dict(node: FieldNode): Dict {
    return this.#changes.dictAt(this.ref(node));
  }

  ref(node: FieldNode): Ref {
    if (node.num !== null) return new Ref(node.num);
    const known = this.#refs.get(node.dict);
    if (known !== undefined) return known;
    const ref = this.#changes.add(node.dict.copy());
    this.#refs.set(node.dict, ref);
    if (node.parent !== null) replace(this.#changes.arrayIn(this.dict(node.parent), 'Kids'), node.dict, ref);
    else replace(this.#changes.arrayIn(this.form(), 'Fields'), node.dict, ref);
    for (const page of this.#pages) {
      const annotations = this.#changes.array(page.dict.get('Annots'));
      if (page.ref !== null && annotations?.includes(node.dict) === true)
        replace(this.#changes.arrayIn(this.#changes.dictAt(page.ref), 'Annots'), node.dict, ref);
    }
    return ref;
  }

  /** The AcroForm dictionary (ISO 32000-2, 12.7.3), for editing. */
  form(): Dict {
    return this.#changes.dictIn(this.#changes.catalog(), 'AcroForm');
  }
}

function replace(array: Obj[], before: Dict, after: Ref): void {
  const at = array.indexOf(before);
  if (at >= 0) array[at] = after;
}
