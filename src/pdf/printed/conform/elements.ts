import { Dict, Name, Ref, type Obj } from '../../objects/objects.ts';
import { passedThrough } from '../../conformance/model/structure/structure-types.ts';
import { reference } from '../model/body.ts';
import type { LooseObjects } from '../model/loose-objects.ts';

/** Groups within each other that are looked through. */
const maxDepth = 100;
const typePattern = /\/S\s*\/([^\s/<>[\]()]+)/;

/**
 * The structure elements of a file (ISO 32000-1, 14.7.2) by their object numbers, found in the text of their bodies.
 */
export class Elements {
  readonly #objects: LooseObjects;
  /** By number; a document has hundreds of thousands. */
  readonly #types: (string | undefined)[] = [];
  /** All that were of a type at any time. */
  readonly #byType = new Map<string, number[]>();
  /** Parents that differ from those in the text of the element. */
  readonly #parents = new Map<number, number | null>();
  /** By elements, those that were put around them. */
  readonly #outer = new Map<number, number>();

  constructor(objects: LooseObjects) {
    this.#objects = objects;
    for (const [number, body] of objects.bodies) {
      const type = body.includes('/StructElem') ? typePattern.exec(body)?.[1] : undefined;
      if (type !== undefined) this.#note(number, type);
    }
  }

  /** The types as they are written, each once. */
  types(): Iterable<string> {
    return [...this.#byType].flatMap(([type, numbers]) =>
      numbers.some((element) => this.#types[element] === type) ? [type] : [],
    );
  }

  typeOf(element: number | null): string | undefined {
    return element === null ? undefined : this.#types[element];
  }

  /** Elements of a type, in the order of the file. One that changes its type and back is listed twice. */
  ofType(type: string): number[] {
    return (this.#byType.get(type) ?? []).filter((element) => this.#types[element] === type);
  }

  parent(element: number): number | null {
    const own = this.#parents.get(element);
    if (own !== undefined) return own;
    return reference(this.#objects.text(element), 'P');
  }

  /** The elements in an element, in order. */
  kids(element: number): number[] {
    const kids = this.#objects.dict(element)?.get('K') ?? null;
    return (Array.isArray(kids) ? kids : [kids]).flatMap((kid) =>
      kid instanceof Ref && this.#types[kid.num] !== undefined ? [kid.num] : [],
    );
  }

  /** The parent of an element, beyond groups without a meaning of their own. */
  meantParent(element: number): number | null {
    let at = this.parent(element);
    for (let depth = 0; at !== null && passedThrough.has(this.typeOf(at) ?? '') && depth < maxDepth; depth += 1)
      at = this.parent(at);
    return at;
  }

  /** The element; for a group without a meaning of its own, the elements in it. */
  meant(element: number, depth = 0): number[] {
    return passedThrough.has(this.typeOf(element) ?? '') && depth < maxDepth
      ? this.kids(element).flatMap((kid) => this.meant(kid, depth + 1))
      : [element];
  }

  retype(element: number, type: string): void {
    this.#objects.dict(element)?.set('S', new Name(type));
    this.#note(element, type);
  }

  /** Puts a new element of a type around one, in its place (once `place` was called); its number. */
  wrap(element: number, type: string): number {
    const dict = this.#objects.dict(element);
    const parent = this.parent(element);
    const outer = this.#objects.add(
      new Dict([
        ['Type', new Name('StructElem')],
        ['S', new Name(type)],
        ['P', dict?.get('P') ?? null],
        ['K', [new Ref(element)]],
      ]),
    );
    this.#note(outer, type);
    this.#parents.set(outer, parent).set(element, outer);
    this.#outer.set(element, outer);
    dict?.set('P', new Ref(outer));
    return outer;
  }

  /** Puts new elements into their parents, all at once: a list may have very many. */
  place(): void {
    const parents = new Set([...this.#outer.values()].map((outer) => this.#parents.get(outer) ?? 0));
    for (const parent of parents) {
      const dict = this.#objects.dict(parent);
      const kids = dict?.get('K') ?? null;
      dict?.set(
        'K',
        (Array.isArray(kids) ? kids : [kids]).map((kid) => this.#placed(kid, parent)),
      );
    }
  }

  /** A kid of a parent, or what was put around it there. */
  #placed(kid: Obj, parent: number): Obj {
    let outermost: number | undefined;
    for (
      let outer = kid instanceof Ref ? this.#outer.get(kid.num) : undefined;
      outer !== undefined;
      outer = this.#outer.get(outer)
    )
      outermost = outer;
    return outermost !== undefined && this.#parents.get(outermost) === parent ? new Ref(outermost) : kid;
  }

  #note(element: number, type: string): void {
    this.#types[element] = type;
    const alike = this.#byType.get(type);
    if (alike === undefined) this.#byType.set(type, [element]);
    else alike.push(element);
  }
}
