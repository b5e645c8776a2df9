import { Dict, fitted, isName, Name, type Obj, type PdfString, Ref } from '../objects/objects.ts';
import { ContentOwners, SpareSlots } from './content-owners.ts';
import { ElementRun } from './element-run.ts';
import type { Part } from '../copying/part.ts';
import { PlacedElements } from '../copying/placed-elements.ts';
import type { Reference } from '../facts/structure/content-reference.ts';
import { elementOf, isContent, mcidOf, referenceOf } from '../facts/structure/element-items.ts';
import { noElement, noPage } from '../facts/structure/element-table.ts';
import { StructureNames, type PartNames } from '../facts/structure/structure-names.ts';
import { writeNameTree, writeNumberTree } from '../facts/trees/write-trees.ts';
import type { Target } from '../copying/target.ts';
import { elementsOf } from './used-elements.ts';

/** The structure tree of an assembled document (ISO 32000-2, 14.7): the trees of its parts in order, under one root. */
export class Structure {
  readonly target: Target;
  readonly names: StructureNames;
  readonly root: Ref;
  readonly #kids: Ref[] = [];
  readonly #parents: [number, Obj][] = [];
  readonly #ids: [PdfString, Obj][] = [];
  readonly #partNames = new Map<Part, PartNames>();
  readonly #spareSlots = new SpareSlots();

  constructor(target: Target) {
    this.target = target;
    this.names = new StructureNames();
    this.root = target.reserve();
  }

  /** Selects the elements of a part, and assigns their numbers, so that references can be copied. */
  place(part: Part): void {
    const orders = part.whole ? null : elementsOf(part);
    const count = orders === null ? part.source.structure.elements.count : orders.list.length;
    if (count === 0) return;
    part.elements = new PlacedElements(orders, count, this.target.reserveRun(count));
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
    const owners = new ContentOwners(part, this.#spareSlots);
    const filling: Filling = { part, names, run, owners };
    const { elements } = part.source.structure;
    const { count, first } = part.elements;
    for (let place = 0; place < count; place += 1) {
      const order = part.elements.orderAt(place);
      const dict = elements.dict(order);
      run.begin();
      if (dict === null) this.#fillPlain(filling, order, first + place);
      else this.#fillCopy(filling, dict, order, new Ref(first + place));
      const id = elements.id(order);
      if (id !== null) this.#ids.push([names.id(id), new Ref(first + place)]);
    }
    for (const entry of owners.entries) this.#parents.push(entry);
  }

  #fillPlain(filling: Filling, order: number, num: number): void {
    const { part, run, owners } = filling;
    const { elements } = part.source.structure;
    const end = elements.endOfItems(order);
    for (let place = elements.firstItem(order); place < end; place += 1) {
      const item = elements.item(place);
      if (isContent(item)) {
        if (owners.take({ page: elements.page(order), mcid: mcidOf(item), stream: null }, num)) run.addContent(item);
      } else {
        const kid = part.elements.numOf(elementOf(item));
        if (kid !== 0) run.addKid(kid);
      }
    }
    this.target.setNum(num, run);
  }

  #fillCopy(filling: Filling, dict: Dict, order: number, ref: Ref): void {
    const { part, names } = filling;
    const { elements } = part.source.structure;
    const copy = part.copier.entries(dict, rebuilt).set('Type', structElem);
    for (const key of ['ID', 'C']) copy.set(key, part.copier.copy(part.source.file.resolve(dict.get(key))));
    copy.set('A', attributes(part, dict.get('A')));
    const isOutermost = elements.parent(order) === noElement;
    names.apply(copy, isOutermost ? part : null);
    const parent = part.elements.placeOf(elements.parent(order));
    const ownPage = elements.ownPage(order);
    copy.set('P', parent ?? this.root).set('Pg', part.pageRef(ownPage === noPage ? null : ownPage));
    const kids: Obj[] = [];
    const end = elements.endOfItems(order);
    for (let place = elements.firstItem(order); place < end; place += 1) {
      const kid = this.#kid(filling, elements.item(place), order, ref);
      if (kid !== null) kids.push(kid);
    }
    this.target.set(
      ref,
      copy.set('K', kids.length === 0 ? null : kids.length === 1 ? (kids[0] ?? null) : fitted(kids)).fit(),
    );
    if (parent === null) this.#kids.push(ref);
  }

  /** Copies one kid of an element: null if its page, element or object is not copied. */
  #kid(filling: Filling, item: number, order: number, owner: Ref): Obj {
    const { part } = filling;
    const { elements } = part.source.structure;
    if (isContent(item)) {
      const content = { page: elements.page(order), mcid: mcidOf(item), stream: null };
      return filling.owners.take(content, owner.num) ? item : null;
    }
    const reference = elements.references[referenceOf(item)];
    return reference === undefined
      ? part.elements.placeOf(elementOf(item))
      : this.#reference(filling, reference, owner);
  }

  #reference(filling: Filling, reference: Reference, owner: Ref): Obj {
    const { part } = filling;
    if (reference.kind === 'content') {
      const stream = reference.stream === null ? null : (part.copier.placed(reference.stream) ?? null);
      return filling.owners.take(reference, owner.num) ? copyReference(part, reference.dict, 'Stm', stream) : null;
    }
    const object = part.copier.placed(reference.object.num);
    const key = part.structureKeys.object.get(reference.object.num);
    if (!part.pageRefs.has(reference.page) || object == null || part.gone.has(object.num)) return null;
    if (key !== undefined) this.#parents.push([key, owner]);
    return copyReference(part, reference.dict, 'Obj', object);
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

/** The elements of a part while they are copied. */
interface Filling {
  readonly part: Part;
  readonly names: PartNames;
  readonly run: ElementRun;
  readonly owners: ContentOwners;
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
function copyReference(part: Part, dict: Dict, key: 'Obj' | 'Stm', to: Ref | null): Dict {
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
