import { Dict, type Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { formFields } from '../facts/signatures/fields.ts';

/** Structure elements, and steps on the way to them. */
const maxSteps = 2_000_000;

/**
 * Shown and attached values are compared wherever they occur: an attacker may list a font as an annotation, so that its
 * changes pass as notes.
 */
const shown = /\/Resources\/|^Catalog\/(?:OCProperties|AF|OutputIntents|Names\/EmbeddedFiles)/;

/**
 * Values that are compared in their own place, so that elsewhere only their identity counts: the catalog, pages,
 * annotations of pages, form fields and structure elements. They are recognised by their place in the document, never
 * by their own entries.
 */
export class OwnPlaces {
  readonly #file: PdfFile;
  #known: ReadonlySet<Dict> | undefined;
  #elements: ReadonlySet<Dict> | undefined;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** True for a dictionary at `path` that is a page, an annotation or a field. */
  has(dict: Dict, path: string): boolean {
    return (
      !shown.test(path) &&
      (this.#known ??= new Set([this.#file.catalog, ...pagesOf(this.#file), ...fieldsOf(this.#file)])).has(dict)
    );
  }

  hasElement(dict: Dict, path: string): boolean {
    return !shown.test(path) && (this.#elements ??= elementsOf(this.#file)).has(dict);
  }
}

/** Pages, their ancestors in the page tree, and their annotations. */
function pagesOf(file: PdfFile): Set<Dict> {
  const found = new Set<Dict>();
  for (const { dict } of file.pages()) {
    for (let node: Dict | null = dict; node !== null && !found.has(node); node = file.dict(node.get('Parent')))
      found.add(node);
    for (const entry of file.array(dict.get('Annots')) ?? []) {
      const annotation = file.dict(entry);
      if (annotation !== null) found.add(annotation);
    }
  }
  return found;
}

function fieldsOf(file: PdfFile): Dict[] {
  return formFields(file).flatMap(({ dict, widgets }) => [dict, ...widgets.map((widget) => widget.dict)]);
}

function elementsOf(file: PdfFile): Set<Dict> {
  const found = new Set<Dict>();
  const stack: Obj[] = [file.catalog.get('StructTreeRoot')];
  for (let steps = 0; stack.length > 0 && steps < maxSteps; steps += 1) {
    const value = file.resolve(stack.pop() ?? null);
    if (Array.isArray(value)) for (const kid of value) stack.push(kid);
    if (!(value instanceof Dict) || found.has(value)) continue;
    found.add(value);
    stack.push(value.get('K'));
  }
  return found;
}
