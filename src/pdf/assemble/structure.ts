import { Dict, fitted, isName, Name, type Obj, type PdfString, Ref } from '../objects/objects.ts';
import { ElementRun } from './element-run.ts';
import type { Part } from '../copying/part.ts';
import { PlacedElements } from '../copying/placed-elements.ts';
import { isElement } from '../facts/structure/structure-index.ts';
import type { Element, Reference } from '../facts/structure/structure-element.ts';
import { StructureNames, type PartNames } from '../facts/structure/structure-names.ts';
import { writeNameTree, writeNumberTree } from '../facts/trees/write-trees.ts';
import type { Target } from '../copying/target.ts';
import { elementsOf } from './used-elements.ts';

/**
 * Empty array slots before marked-content identifiers. They count from 0 in each stream, but a hostile file may begin
 * at a billion.
 */
const spareSlots = 200_000;

/** The structure tree of an assembled document (ISO 32000-2, 14.7): the trees of its parts in order, under one root. */
export class Structure {
  readonly target: Target;
  readonly names: StructureNames;
  readonly root: Ref;
  readonly #kids: Ref[] = [];
  readonly #parents: [number, Obj][] = [];
  readonly #ids: [PdfString, Obj][] = [];
  readonly #partNames = new Map<Part, PartNames>();
  #slots = spareSlots;

  constructor(target: Target) {
    this.target = target;
    this.names = new StructureNames();
    this.root = target.reserve();
  }

  /** Selects the elements of a part, and assigns their numbers, so that references can be copied. */
  place(part: Part): void {
    const remaining = part.whole ? part.source.structure.elements : elementsOf(part);
    if (remaining.length === 0) return;
    part.elements = new PlacedElements(remaining, this.target.reserveRun(remaining.length), part.whole);
    this.#partNames.set(part, this.names.reconcile(part));
  }

  /** Copies the elements of a part, after its pages and annotations. */
  fill(part: Part): void {
    const names = this.#partNames.get(part);
    if (names === undefined) return;
    names.copy(part);
    const run = new ElementRun(part, this.root.num, {
      type: names.type,
      id: names.id,
      attributes: (obj) => names.attributes(attributes(part, obj)),
    });
    const filling = { part, names, run, contents: new Map<number, Obj[]>() };
    const { elements, first } = part.elements;
    elements.forEach((element, place) => {
      const ref = new Ref(first + place);
      run.begin();
      if (element.dict === null) this.#fillPlain(filling, element, ref);
      else this.#fillCopy(filling, element, ref);
      if (element.id !== null) this.#ids.push([names.id(element.id), ref]);
    });
    for (const [key, refs] of filling.contents) this.#parents.push([key, Array.from(refs, (entry) => entry ?? null)]);
  }

  #fillPlain(filling: Filling, element: Element, ref: Ref): void {
    const { part, run } = filling;
    for (const item of element.items) {
      if (typeof item === 'number') {
        if (this.#takes(filling, contentOf(element, item), ref)) run.addContent(item);
      } else if (item !== null && isElement(item)) {
        const kid = part.elements.numOf(item);
        if (kid !== 0) run.addKid(kid);
      }
    }
    this.target.set(ref, run);
  }

  #fillCopy(filling: Filling, element: Element, ref: Ref): void {
    const { part, names } = filling;
    const dict = element.dict ?? new Dict();
    const copy = part.copier.entries(dict, rebuilt).set('Type', structElem);
    for (const key of ['ID', 'C']) copy.set(key, part.copier.copy(part.source.file.resolve(dict.get(key))));
    copy.set('A', attributes(part, dict.get('A')));
    names.apply(copy, element.parent === null ? part : null);
    const parent = part.elements.placeOf(element.parent ?? undefined);
    copy.set('P', parent ?? this.root).set('Pg', part.pageRef(element.ownPage));
    const kids: Obj[] = [];
    for (const item of element.items) {
      const kid =
        typeof item === 'number'
          ? this.#takes(filling, contentOf(element, item), ref)
            ? item
            : null
          : this.#kid(filling, item, ref);
      if (kid !== null) kids.push(kid);
    }
    this.target.set(
      ref,
      copy.set('K', kids.length === 0 ? null : kids.length === 1 ? (kids[0] ?? null) : fitted(kids)).fit(),
    );
    if (parent === null) this.#kids.push(ref);
  }

  /** Copies one kid of an element: null if its page, element or object is not copied. */
  #kid(filling: Filling, item: Element | Reference | null, owner: Ref): Obj {
    const { part } = filling;
    if (item === null) return null;
    if (isElement(item)) return part.elements.placeOf(item);
    if (item.kind === 'content') {
      const taken = this.#takes(filling, item, owner);
      return taken
        ? reference(part, item.dict, 'Stm', item.stream === null ? null : (part.copier.placed(item.stream) ?? null))
        : null;
    }
    const object = part.copier.placed(item.object.num);
    const key = part.structureKeys.object.get(item.object.num);
    if (!part.pageRefs.has(item.page) || object == null || part.gone.has(object.num)) return null;
    if (key !== undefined) this.#parents.push([key, owner]);
    return reference(part, item.dict, 'Obj', object);
  }

  /** Whether marked content is copied; if so, its parent tree entry is set. */
  #takes({ part, contents }: Filling, { page, mcid, stream }: Content, owner: Ref): boolean {
    if (page === null || !part.pageRefs.has(page)) return false;
    const key = stream === null ? part.structureKeys.page.get(page) : part.structureKeys.stream.get(stream);
    if (key === undefined || !Number.isSafeInteger(mcid) || mcid < 0) return false;
    if (this.#claim(contents, key, mcid, owner)) return true;
    part.report.drop(part.document, 'tagged content', 'its number is far beyond what there is of it');
    return false;
  }

  /** Sets the parent tree entry of marked content (ISO 32000-2, 14.7.5.4). False if it exceeds the spare slots. */
  #claim(contents: Map<number, Obj[]>, key: number, mcid: number, owner: Ref): boolean {
    const refs = contents.get(key) ?? [];
    contents.set(key, refs);
    const spare = Math.max(0, mcid - refs.length);
    if (spare > this.#slots) return false;
    this.#slots -= spare;
    while (refs.length < mcid) refs.push(null);
    refs[mcid] ??= owner;
    return true;
  }

  /**
   * Writes the structure tree root (ISO 32000-2, 14.7.2); null without tags. With `single`, one `Document` element has
   * the top elements of all parts.
   */
  write({ single }: { readonly single: boolean }): Ref | null {
    if (this.#kids.length === 0) return null;
    const root = new Dict([['Type', new Name('StructTreeRoot')]]);
    const [only = null, ...others] = single && this.#kids.length > 1 ? [this.#together()] : this.#kids;
    root.set('K', others.length === 0 ? only : this.#kids);
    root
      .set('ParentTree', writeNumberTree(this.target, uniqueKeys(this.#parents)))
      .set('ParentTreeNextKey', this.target.structureKeys);
    if (this.#ids.length > 0) root.set('IDTree', writeNameTree(this.target, this.#ids));
    this.names.write(root);
    this.target.set(this.root, root);
    return this.root;
  }

  /** A `Document` of all parts, whose `Document` elements become `Part` (ISO 32000-2, 14.8.4.3). */
  #together(): Ref {
    const whole = this.target.add(
      new Dict([
        ['Type', structElem],
        ['S', new Name('Document')],
        ['P', this.root],
        ['K', this.#kids],
      ]),
    );
    for (const kid of this.#kids) {
      const element = this.target.get(kid);
      if (!(element instanceof Dict)) continue;
      if (isName(element.get('S'), 'Document')) element.set('S', new Name('Part'));
      element.set('P', whole);
    }
    return whole;
  }
}

/**
 * The elements of a part while they are copied. `contents` has the parent tree entries by the key of their page or
 * stream.
 */
interface Filling {
  readonly part: Part;
  readonly names: PartNames;
  readonly run: ElementRun;
  readonly contents: Map<number, Obj[]>;
}

interface Content {
  readonly page: number | null;
  readonly mcid: number;
  readonly stream: number | null;
}

function contentOf({ page }: Element, mcid: number): Content {
  return { page: page ?? null, mcid, stream: null };
}

const structElem = new Name('StructElem');

const rebuilt: ReadonlySet<string> = new Set(['P', 'K', 'Pg', 'Type', 'A', 'C', 'ID']);

function uniqueKeys(entries: readonly [number, Obj][]): [number, Obj][] {
  return [...new Map(entries)];
}

/**
 * Copies a marked-content or object reference (ISO 32000-2, 14.7.5.2, 14.7.5.3) with a new page, and a new target in
 * `key`.
 */
function reference(part: Part, dict: Dict, key: 'Obj' | 'Stm', to: Ref | null): Dict {
  const copy = part.copier.entries(dict, new Set(['Pg', key]));
  return copy.set('Pg', part.pageRef(part.source.pageIn(dict.get('Pg')))).set(key, to);
}

/**
 * Copies attribute objects (ISO 32000-2, 14.7.6). Those with Headers are copied for each element, because identifiers
 * may change.
 */
function attributes(part: Part, obj: Obj): Obj {
  const value = part.source.file.resolve(obj);
  if (Array.isArray(value)) return value.map((entry) => attributes(part, entry));
  return value instanceof Dict && value.has('Headers')
    ? part.copier
        .entries(value, new Set(['Headers']))
        .set('Headers', part.copier.copy(part.source.file.resolve(value.get('Headers'))))
    : part.copier.copy(obj);
}
