import { pushWithin } from '../copying/share-equal.ts';
import { Dict, isName, Ref, type Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';

/**
 * Appearance dictionaries (ISO 32000-2, 12.5.5) that are used by others than the widgets whose `AP` they are. Filling
 * in a field may change its look, but not that of another user of the dictionary.
 */
export class UsedAppearances {
  readonly #file: PdfFile;
  #known: ReadonlySet<number> | undefined;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** True where something other than a widget's `AP` refers to the object. */
  has({ num }: Ref): boolean {
    return (this.#known ??= usedBesides(this.#file)).has(num);
  }
}

function usedBesides(file: PdfFile): Set<number> {
  const used = new Set<number>();
  const stack: Obj[] = [file.trailer];
  for (const object of file.numbers()) {
    stack.push(file.get(object));
    while (stack.length > 0) {
      const value = stack.pop() ?? null;
      if (value instanceof Ref) used.add(value.num);
      else if (value instanceof Dict && isName(value.get('Subtype'), 'Widget')) pushWidget(value, stack);
      else pushWithin(value, stack);
    }
  }
  return used;
}

/** Adds the entries of a widget, but not an indirect `AP`. */
function pushWidget(widget: Dict, stack: Obj[]): void {
  for (const [key, entry] of widget) if (key !== 'AP' || !(entry instanceof Ref)) stack.push(entry);
}
