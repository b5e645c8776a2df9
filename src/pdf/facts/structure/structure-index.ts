import type { Dict } from '../../objects/objects.ts';
import type { SourceFile } from '../source-file.ts';
import { elementOf, isContent, noItem, referenceOf } from './element-items.ts';
import { ElementTable, noElement, noPage } from './element-table.ts';
import { walkStructure } from './structure-walk.ts';

/**
 * The structure tree of a document (ISO 32000-2, 14.7), indexed by object, page and content. Elements are named by their
 * order. Page indices start at 0.
 */
export interface StructureIndex {
  readonly root: Dict | null;
  readonly elements: ElementTable;
  /** Elements with content on a page, in order. */
  readonly onPage: ReadonlyMap<number, readonly number[]>;
  /** Pages whose own streams have marked content: others have elements for annotations at most. */
  readonly marked: ReadonlySet<number>;
  /** Elements by the number of the annotation or XObject that is their content. */
  readonly ofObject: ReadonlyMap<number, number>;
  /** Streams other than pages' that have marked content of their own. */
  readonly streams: ReadonlySet<number>;
}

/** Walks the structure tree and indexes its elements. Marks each element that has content as filled. */
export function readStructure(source: SourceFile): StructureIndex {
  const root = source.file.dict(source.file.catalog.get('StructTreeRoot'));
  const index = new Index(root === null ? new ElementTable(0) : walkStructure(source, root));
  index.run();
  const { elements, onPage, marked, ofObject, streams } = index;
  return { root, elements, onPage, marked, ofObject, streams };
}

class Index {
  readonly elements: ElementTable;
  readonly onPage = new Map<number, number[]>();
  readonly marked = new Set<number>();
  readonly ofObject = new Map<number, number>();
  readonly streams = new Set<number>();
  /** The page of the last content, and the elements that are on it. */
  #page = noPage;
  #there: number[] = [];

  constructor(elements: ElementTable) {
    this.elements = elements;
  }

  run(): void {
    const { elements } = this;
    for (let order = 0; order < elements.count; order += 1) {
      const end = elements.endOfItems(order);
      for (let place = elements.firstItem(order); place < end; place += 1) {
        const item = elements.item(place);
        if (isContent(item)) this.#addMarked(order, elements.page(order));
        else if (item !== noItem && elementOf(item) === noElement) this.#addReference(order, referenceOf(item));
      }
    }
    for (let order = elements.count - 1; order >= 0; order -= 1) {
      const parent = elements.parent(order);
      if (parent !== noElement && elements.filled(order)) elements.fill(parent);
    }
  }

  #addReference(order: number, place: number): void {
    const reference = this.elements.references[place];
    if (reference === undefined) return;
    if (reference.kind === 'object') {
      if (!this.ofObject.has(reference.object.num)) this.ofObject.set(reference.object.num, order);
      this.#add(order, reference.page);
    } else if (reference.stream === null) this.#addMarked(order, reference.page);
    else {
      this.streams.add(reference.stream);
      this.#add(order, reference.page);
    }
  }

  #addMarked(order: number, page: number): void {
    this.#add(order, page);
    if (!this.marked.has(page)) this.marked.add(page);
  }

  #add(order: number, page: number): void {
    if (page !== this.#page) {
      this.#page = page;
      this.#there = this.onPage.get(page) ?? [];
      this.onPage.set(page, this.#there);
    }
    if (this.#there.at(-1) !== order) this.#there.push(order);
    this.elements.fill(order);
  }
}
