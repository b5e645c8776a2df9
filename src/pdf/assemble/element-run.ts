import { ByteSink } from '../objects/byte-sink.ts';
import type { Obj, PdfString } from '../objects/objects.ts';
import { writeEntry, writtenName } from '../objects/serialize.ts';
import type { Part } from '../copying/part.ts';
import type { Element } from '../facts/structure/structure-element.ts';
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
  readonly #root: number;
  readonly #names: ElementNames;
  /** Kids of all elements in order: marked-content identifiers, and negated object numbers of the target. */
  readonly #kids: number[] = [];
  /** Index of the first kid of each element. */
  readonly #begins: number[] = [];
  /** The serialized start of elements of each type. */
  readonly #heads = new Map<string, string>();
  /** Serialized attributes by their source. */
  readonly #attributes = new Map<Obj, Buffer>();

  /** `root` is the parent of elements without one. */
  constructor(part: Part, root: number, names: ElementNames) {
    super();
    this.#part = part;
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

  references(num: number, visit: (num: number) => void): void {
    const place = num - this.#part.elements.first;
    const element = this.#part.elements.elements[place];
    const from = this.#begins[place] ?? 0;
    if (element === undefined) return;
    for (let at = this.#end(place) - 1; at >= from; at -= 1) {
      const kid = this.#kids[at] ?? 0;
      if (kid < 0) visit(-kid);
    }
    const page = this.#page(element);
    if (page !== 0) visit(page);
    visit(this.#parent(element));
  }

  write(num: number, sink: ByteSink, refer: (num: number) => number): void {
    const place = num - this.#part.elements.first;
    const element = this.#part.elements.elements[place];
    if (element === undefined) return;
    const head = this.#headOf(element.type ?? '');
    if (element.others === null) sink.text(head);
    else writeHead(sink, head, element.others);
    if (element.id !== null) writeEntry(sink, 'ID', this.#names.id(element.id));
    if (element.attributes !== null) sink.bytes(this.#attributesOf(element.attributes));
    writeReference(sink, '/P ', refer(this.#parent(element)));
    const page = this.#page(element);
    if (page !== 0) writeReference(sink, '/Pg ', refer(page));
    this.#writeKids(place, sink, refer);
    sink.text('>>');
  }

  #writeKids(place: number, sink: ByteSink, refer: (num: number) => number): void {
    const from = this.#begins[place] ?? 0;
    const to = this.#end(place);
    if (to === from) return;
    sink.text(to - from === 1 ? '/K ' : '/K[');
    for (let at = from; at < to; at += 1) {
      const kid = this.#kids[at] ?? 0;
      if (at > from) sink.byte(0x20);
      if (kid < 0) writeReference(sink, '', refer(-kid));
      else sink.integer(kid);
    }
    if (to - from > 1) sink.byte(0x5d);
  }

  #end(place: number): number {
    return this.#begins[place + 1] ?? this.#kids.length;
  }

  #parent({ parent }: Element): number {
    return (parent === null ? 0 : this.#part.elements.numOf(parent)) || this.#root;
  }

  #page({ ownPage }: Element): number {
    return this.#part.pageRef(ownPage)?.num ?? 0;
  }

  #headOf(type: string): string {
    const known = this.#heads.get(type);
    if (known !== undefined) return known;
    const head = `<</S${writtenName(this.#names.type(type))}${typeEntry}`;
    this.#heads.set(type, head);
    return head;
  }

  #attributesOf(attributes: Obj): Buffer {
    const known = this.#attributes.get(attributes);
    if (known !== undefined) return known;
    const sink = new ByteSink();
    writeEntry(sink, 'A', this.#names.attributes(attributes));
    this.#attributes.set(attributes, sink.view);
    return sink.view;
  }
}

const typeEntry = '/Type/StructElem';

/** Other entries are between S and Type. */
function writeHead(sink: ByteSink, head: string, others: Buffer): void {
  sink.text(head.slice(0, -typeEntry.length));
  sink.bytes(others);
  sink.text(typeEntry);
}

function writeReference(sink: ByteSink, before: string, num: number): void {
  sink.text(before);
  sink.integer(num);
  sink.text(' 0 R');
}
