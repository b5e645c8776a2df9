import { ByteSink } from '../objects/byte-sink.ts';
import type { Obj, PdfString } from '../objects/objects.ts';
import { writeEntry, writtenName } from '../objects/serialize.ts';
import type { Part } from '../copying/part.ts';
import { type ElementTable, noElement, noPage } from '../facts/structure/element-table.ts';
import { Deferred } from '../copying/target.ts';

/** The names of plain elements in the result. */
export interface ElementNames {
  type(type: string): string;
  id(id: PdfString): PdfString;
  /** Copies attributes of the source. */
  attributes(attributes: Obj): Obj;
}

/**
 * The plain structure elements of a part (ISO 32000-2, 14.7.2), which are written from the index of their document. All
 * elements of the part are visited once, in order: `begin`, and `add` for each kid of a plain one.
 */
export class ElementRun extends Deferred {
  readonly #part: Part;
  readonly #elements: ElementTable;
  readonly #root: number;
  readonly #names: ElementNames;
  /** Kids of all elements in order: marked-content identifiers, and negated object numbers of the target. */
  readonly #kids: number[] = [];
  /** Index of the first kid of each element. */
  readonly #begins: number[] = [];
  /** The serialized start of elements, by the number of their type. */
  readonly #heads: (Buffer | undefined)[] = [];
  /** Serialized attributes by their number. */
  readonly #attributes: (Buffer | undefined)[] = [];
  /** Starts and attributes by the numbers of both. */
  readonly #starts = new Map<number, Buffer>();
  /** The index of the last element's page, the number of that page in the target, and its entry as it is written. */
  #page = noPage;
  #pageNum = 0;
  #pageEntry: Buffer | null = null;

  /** `root` is the parent of elements without one. */
  constructor(part: Part, root: number, names: ElementNames) {
    super();
    this.#part = part;
    this.#elements = part.source.structure.elements;
    this.#root = root;
    this.#names = names;
  }

  begin(): void {
    this.#begins.push(this.#kids.length);
  }

  addContent(mcid: number): void {
    this.#kids.push(mcid);
  }

  addKid(num: number): void {
    this.#kids.push(-num);
  }

  get first(): number {
    return this.#part.elements.first;
  }

  get end(): number {
    return this.first + this.#part.elements.count;
  }

  /** Elements that are not plain have numbers between these. Each is a kid of an element of the part, or of the root. */
  references(visit: (num: number) => void): void {
    visit(this.#root);
    const { count } = this.#part.elements;
    let last = noPage;
    for (let place = 0; place < count; place += 1) {
      const page = this.#elements.ownPage(this.#part.elements.orderAt(place));
      if (page === last) continue;
      last = page;
      const ref = page === noPage ? null : this.#part.pageRef(page);
      if (ref !== null) visit(ref.num);
    }
  }

  write(num: number, sink: ByteSink, refer: (num: number) => number): void {
    const place = num - this.#part.elements.first;
    const order = this.#part.elements.orderAt(place);
    this.#writeStart(order, sink);
    sink.text('/P ');
    sink.reference(refer(this.#parent(order)));
    if (this.#pageOf(order) !== 0) sink.bytes((this.#pageEntry ??= pageEntry(refer(this.#pageNum))));
    this.#writeKids(place, sink, refer);
    sink.text('>>');
  }

  /** Everything before the references. */
  #writeStart(order: number, sink: ByteSink): void {
    const elements = this.#elements;
    const [type, attributes] = [elements.typeNumber(order), elements.attributesNumber(order)];
    const [id, others] = [elements.id(order), elements.others(order)];
    if (id === null && others === null) {
      sink.bytes(this.#startOf(type, attributes));
      return;
    }
    const head = this.#headOf(type);
    if (others === null) sink.bytes(head);
    else writeHead(sink, head, others);
    if (id !== null) writeEntry(sink, 'ID', this.#names.id(id));
    if (attributes !== 0) sink.bytes(this.#attributesOf(attributes));
  }

  #writeKids(place: number, sink: ByteSink, refer: (num: number) => number): void {
    const from = this.#begins[place] ?? 0;
    const to = this.#end(place);
    if (to === from) return;
    sink.text(to - from === 1 ? '/K ' : '/K[');
    for (let at = from; at < to; at += 1) {
      const kid = this.#kids[at] ?? 0;
      if (at > from) sink.byte(0x20);
      if (kid < 0) sink.reference(refer(-kid));
      else sink.integer(kid);
    }
    if (to - from > 1) sink.byte(0x5d);
  }

  #end(place: number): number {
    return this.#begins[place + 1] ?? this.#kids.length;
  }

  #parent(order: number): number {
    const parent = this.#elements.parent(order);
    return (parent === noElement ? 0 : this.#part.elements.numOf(parent)) || this.#root;
  }

  /** The number of its page; 0 for none. */
  #pageOf(order: number): number {
    const page = this.#elements.ownPage(order);
    if (page !== this.#page) {
      this.#page = page;
      this.#pageNum = page === noPage ? 0 : (this.#part.pageRef(page)?.num ?? 0);
      this.#pageEntry = null;
    }
    return this.#pageNum;
  }

  /** All there is of a plain element without an identifier and other entries, before the references. */
  #startOf(type: number, attributes: number): Buffer {
    if (attributes === 0) return this.#headOf(type);
    const key = attributes * this.#elements.types.length + type;
    const known = this.#starts.get(key);
    if (known !== undefined) return known;
    const start = Buffer.concat([this.#headOf(type), this.#attributesOf(attributes)]);
    this.#starts.set(key, start);
    return start;
  }

  #headOf(type: number): Buffer {
    return (this.#heads[type] ??= Buffer.from(
      `<</S${writtenName(this.#names.type(this.#elements.types[type] ?? ''))}${typeEntry}`,
      'latin1',
    ));
  }

  #attributesOf(number: number): Buffer {
    const known = this.#attributes[number];
    if (known !== undefined) return known;
    const sink = new ByteSink();
    writeEntry(sink, 'A', this.#names.attributes(this.#elements.attributeValues[number] ?? null));
    return (this.#attributes[number] = sink.view);
  }
}

const typeEntry = '/Type/StructElem';

/** Other entries are between S and Type. */
function writeHead(sink: ByteSink, head: Buffer, others: Buffer): void {
  sink.bytes(head.subarray(0, -typeEntry.length));
  sink.bytes(others);
  sink.text(typeEntry);
}

function pageEntry(num: number): Buffer {
  const sink = new ByteSink();
  sink.text('/Pg ');
  sink.reference(num);
  return sink.view;
}
