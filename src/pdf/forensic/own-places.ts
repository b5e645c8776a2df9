import { Dict, type Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { formFields } from '../facts/signatures/fields.ts';

/** Elements of a structure, and steps on the way to them. */
const maxSteps = 2_000_000;

/**
 * What is shown, or attached, is compared wherever it stands: somebody may have listed a font as an annotation, to have
 * its changes taken for notes.
 */
const shown = /\/Resources\/|^Catalog\/(?:OCProperties|AF|OutputIntents|Names\/EmbeddedFiles)/;

/**
 * What is compared in its own place, so that elsewhere it counts only that it is the same one: the catalog, pages,
 * annotations of pages, fields of the form and elements of the structure. It is told by where it stands in the
 * document, and never by what it says of itself.
 */
export class OwnPlaces {
  readonly #file: PdfFile;
  #known: ReadonlySet<Dict> | undefined;
  #elements: ReadonlySet<Dict> | undefined;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Whether a dictionary that names lead to by `path` is a page, an annotation or a field. */
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

/** Pages, what is above them, and their annotations. */
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
