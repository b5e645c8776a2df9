import { pushWithin } from '../copying/share-equal.ts';
import { Dict, isName, Ref, type Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';

/**
 * The appearance dictionaries (ISO 32000-2, 12.5.5) of a document that are used by more than the widgets whose `AP`
 * they are. A field may be filled in, and its look goes with it; what else shows the same dictionary, by whatever name,
 * may not change with it.
 */
export class UsedAppearances {
  readonly #file: PdfFile;
  #known: ReadonlySet<number> | undefined;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Whether something other than a widget's `AP` leads to this object. */
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

/** The entries of a widget, but for an `AP` that is an object of its own. */
function pushWidget(widget: Dict, stack: Obj[]): void {
  for (const [key, entry] of widget) if (key !== 'AP' || !(entry instanceof Ref)) stack.push(entry);
}
