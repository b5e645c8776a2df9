import type { PdfFile } from '../file/pdf-file.ts';
import { Dict, Name, type Obj, Ref, Stream } from '../objects/objects.ts';
import type { Target } from './target.ts';

/** What decides about objects that mean more than their content. */
export interface CopyRules {
  /** Objects that go along only when they were placed before: pages, structure elements, fields. */
  isPlaced(num: number): boolean;
  /**
   * The number of an object that was placed with many others, in another way than by `place`; null where it is not one
   * of them, or is not copied.
   */
  placeOf(num: number): Ref | null;
  /**
   * The copy of a dictionary that cannot be copied unchanged; null to leave it out; undefined where this rule does not
   * apply.
   */
  rewrite(dict: Dict, copier: Copier): Dict | null | undefined;
  /** The copy of an indirect object, before it is stored. */
  finish(num: number, copy: Dict): void;
}

const nothing: ReadonlySet<string> = new Set();

/** Types that would drag the whole document along. */
const roots: ReadonlySet<string> = new Set([
  'Page',
  'Pages',
  'Template',
  'Catalog',
  'StructTreeRoot',
  'StructElem',
  'Thread',
  'Bead',
  'Outlines',
  'ObjStm',
  'XRef',
  'DPart',
  'DPartRoot',
]);

/**
 * Copies object graphs of one file into a target (ISO 32000-2, 7.3.10). An object is copied once however often it is
 * referred to. References are followed by a queue, so that no chain of them deepens the call stack; direct objects are
 * as deep as the parser allows.
 */
export class Copier {
  readonly file: PdfFile;
  readonly target: Target;
  readonly #rules: CopyRules;
  /** By number in the file. Null: not copied, references to it become null. */
  readonly #placed = new Map<number, Ref | null>();
  readonly #queue: number[] = [];

  constructor(file: PdfFile, target: Target, rules: CopyRules) {
    this.file = file;
    this.target = target;
    this.#rules = rules;
  }

  /** References to `num` become references to `ref`, which somebody else fills. */
  place(num: number, ref: Ref | null): void {
    this.#placed.set(num, ref);
  }

  /** The copy's place; null for an object that is left out, undefined for one that has not been requested yet. */
  placed(num: number): Ref | null | undefined {
    const known = this.#placed.get(num);
    return known ?? this.#rules.placeOf(num) ?? known;
  }

  /** A copy of a value; what it refers to follows with `drain`. */
  copy(obj: Obj): Obj {
    if (obj instanceof Ref) return this.#reference(obj);
    if (obj instanceof Dict) return this.#dict(obj);
    if (Array.isArray(obj)) return obj.map((entry) => this.copy(entry));
    if (obj instanceof Stream) return this.#stream(obj);
    return obj;
  }

  /** The entries of a dictionary but for those named, without asking the rules about the dictionary itself. */
  entries(dict: Dict, without: ReadonlySet<string>): Dict {
    const copy = new Dict();
    const { slots } = dict;
    for (let at = 0; at < slots.length; at += 2) {
      const key = slots[at] as string;
      if (!without.has(key)) copy.set(key, this.copy(slots[at + 1] as Obj));
    }
    return copy;
  }

  /** Copies the objects that were referred to and have no copy yet. */
  drain(): void {
    for (let num = this.#queue.pop(); num !== undefined; num = this.#queue.pop()) {
      const ref = this.#placed.get(num);
      if (ref == null) continue;
      const copy = this.copy(this.file.resolve(new Ref(num)));
      if (copy instanceof Dict) this.#rules.finish(num, copy);
      else if (copy instanceof Stream) this.#rules.finish(num, copy.dict);
      this.target.set(ref, copy);
    }
  }

  #reference(ref: Ref): Obj {
    const known = this.#placed.get(ref.num);
    if (known !== undefined) return known;
    const place = this.#rules.placeOf(ref.num);
    if (place !== null) return place;
    const value = this.file.resolve(ref);
    if (value === null || typeof value === 'number' || typeof value === 'boolean' || value instanceof Name)
      return value;
    if (this.#rules.isPlaced(ref.num) || (value instanceof Dict && this.#isRoot(value))) {
      this.#placed.set(ref.num, null);
      return null;
    }
    const to = this.target.reserve();
    this.#placed.set(ref.num, to);
    this.#queue.push(ref.num);
    return to;
  }

  #isRoot(dict: Dict): boolean {
    const type = dict.get('Type');
    return type instanceof Name && roots.has(type.value);
  }

  #dict(dict: Dict): Dict | null {
    const rewritten = this.#rules.rewrite(dict, this);
    if (rewritten !== undefined) return rewritten;
    return this.entries(dict, nothing).fit();
  }

  /** The bytes are shared with the file, decrypted and still filtered. */
  #stream(stream: Stream): Stream {
    const dict = this.#dict(stream.dict) ?? new Dict();
    const bytes = stream.raw;
    dict.set('Length', bytes.length);
    return new Stream(dict, bytes, { decrypt: (copy) => copy.stored, decode: () => stream.decoded() });
  }
}
