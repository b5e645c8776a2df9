import { Dict, Ref, Stream, type Obj, type PdfArray } from '../objects/objects.ts';
import type { PdfFile } from './pdf-file.ts';
import { Resolver } from './reading/resolver.ts';

/**
 * Changes to an opened file, for `updatePdf` or `rewritePdf`. Reading gives the changed value where there is one, else
 * that of the file. Values of the file are never modified, because others read them: edits apply to copies.
 */
export class Changes extends Resolver {
  readonly file: PdfFile;
  /** Trailer of the next revision: Root, Info and other entries. */
  readonly trailer: Dict;
  readonly #objects = new Map<number, { readonly ref: Ref; readonly value: Obj }>();
  readonly #edited = new Set<Obj>();
  /**
   * References to new objects. Any other reference from `#first` on is one of the file to a missing object, and must
   * still lead nowhere.
   */
  readonly #own = new Set<Ref>();
  readonly #first: number;
  #next: number;

  /**
   * New objects have numbers of at least `above`, where the file may refer to missing objects: a rewritten file may
   * refer to objects that it lost.
   */
  constructor(file: PdfFile, above = 0) {
    super();
    this.file = file;
    this.trailer = file.trailer.copy();
    this.#edited.add(this.trailer);
    this.#first = Math.max(firstFree(file), above);
    this.#next = this.#first;
  }

  override get(ref: Ref): Obj {
    const changed = this.#objects.get(ref.num);
    return changed === undefined ? this.file.get(ref) : changed.value;
  }

  /** Changed and new objects, in the order in which they came. */
  get objects(): readonly { readonly ref: Ref; readonly value: Obj }[] {
    return [...this.#objects.values()];
  }

  /** One more than the highest object number. */
  get size(): number {
    return this.#next;
  }

  /** A number for an object that follows with `set`. */
  reserve(): Ref {
    const ref = new Ref(this.#next);
    this.#next += 1;
    this.#own.add(ref);
    return ref;
  }

  add(value: Obj): Ref {
    const ref = this.reserve();
    this.set(ref, value);
    return ref;
  }

  /**
   * Replaces the present object. The generation is that of the file; a stream may be one of the file, or new
   * (`newStream`).
   */
  set(ref: Ref, value: Obj): void {
    const at = this.file.where(ref.num);
    const gen = at === null ? ref.gen : at.kind === 'offset' ? at.gen : 0;
    this.#objects.set(ref.num, { ref: new Ref(ref.num, gen), value });
    this.#next = Math.max(this.#next, ref.num + 1);
  }

  /**
   * The dictionary at `ref`, for editing; a new one where the object is missing or of another type. For a stream it is
   * the dictionary of a copy with the same data.
   */
  dictAt(ref: Ref): Dict {
    const known = this.get(ref);
    const own = known instanceof Stream ? known.dict : known;
    if (own instanceof Dict && this.#edited.has(own)) return own;
    const copy = own instanceof Dict ? own.copy() : new Dict();
    this.#edited.add(copy);
    this.set(ref, known instanceof Stream ? new Stream(copy, known.stored, known.origin) : copy);
    return copy;
  }

  /**
   * The dictionary under `key` of an edited one, for editing too. It stays in its place, whether that is direct or a
   * reference.
   */
  dictIn(owner: Dict, key: string): Dict {
    const value = this.#valueIn(owner, key);
    if (value instanceof Ref) return this.dictAt(this.#last(value));
    if (value instanceof Dict && this.#edited.has(value)) return value;
    const copy = value instanceof Dict ? value.copy() : new Dict();
    this.#edited.add(copy);
    owner.set(key, copy);
    return copy;
  }

  /** As `dictIn`, for an array. */
  arrayIn(owner: Dict, key: string): PdfArray {
    const value = this.#valueIn(owner, key);
    const ref = value instanceof Ref ? this.#last(value) : null;
    const known = ref === null ? value : this.get(ref);
    if (Array.isArray(known) && this.#edited.has(known)) return known;
    const copy: PdfArray = Array.isArray(known) ? [...known] : [];
    this.#edited.add(copy);
    if (ref === null) owner.set(key, copy);
    else this.set(ref, copy);
    return copy;
  }

  /**
   * The catalog (ISO 32000-2, 7.7.2), for editing. It becomes an indirect object where the file has it in the trailer
   * or lost it.
   */
  catalog(): Dict {
    const root = this.trailer.get('Root');
    const own = this.resolve(root);
    const found = root instanceof Ref && (own === this.file.catalog || this.#edited.has(own));
    if (!found) this.trailer.set('Root', this.add(this.file.catalog));
    return this.dictIn(this.trailer, 'Root');
  }

  /** Null where the file refers to an object that it does not have, and that may be a new one by now. */
  #valueIn(owner: Dict, key: string): Obj {
    const value = owner.get(key);
    return value instanceof Ref && value.num >= this.#first && !this.#own.has(value) ? null : value;
  }

  /** Of references that lead to references the last, which has the value. */
  #last(ref: Ref): Ref {
    let last = ref;
    for (
      let value = this.get(last), hops = 0;
      value instanceof Ref && hops < longestChain;
      value = this.get(last), hops += 1
    )
      last = value;
    return last;
  }
}

/** As in `Resolver`. */
const longestChain = 32;

/** The highest object number that common readers take. */
export const highestNumber = 8_388_607;

/** Size of the trailer may count objects that no section has any more. */
function firstFree(file: PdfFile): number {
  const size = file.number(file.trailer.get('Size')) ?? 0;
  const own = file.repaired === null || file.size <= highestNumber ? file.size : readableSize(file);
  return Number.isInteger(size) && size <= highestNumber ? Math.max(own, size) : own;
}

/** Removes objects whose numbers no reader accepts. A damaged file with such objects is rewritten without them. */
function readableSize(file: PdfFile): number {
  return (
    file.numbers().reduce((highest, number) => (number <= highestNumber ? Math.max(highest, number) : highest), 0) + 1
  );
}
