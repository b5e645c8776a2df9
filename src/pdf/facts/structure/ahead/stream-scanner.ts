import type { ObjectStream } from '../../../file/reading/object-stream.ts';
import type { Obj } from '../../../objects/objects.ts';
import type { Parser } from '../../../objects/parser.ts';
import { AlikeValues } from '../../alike-values.ts';
import { ElementScanner, type EntryReader } from '../element-scanner.ts';
import { areAttributes } from '../plain-element.ts';
import { field, notScanned, type ScannedElements } from './scanned-elements.ts';

/** Objects after which a stream counts as one without elements, if none of them is one. */
const maxOthers = 50;

/**
 * Scans object streams of one document for structure elements that have only the usual entries: identifiers, unusual
 * kids and further entries remain for the reader of the document.
 */
export class StreamScanner {
  readonly #entries = new UsualEntries();
  readonly #scanner = new ElementScanner(this.#entries);
  readonly #attributeNumbers = new Map<Obj, number>();
  readonly #read = (parser: Parser): number | null => this.#readObject(parser);
  #types = new Map<string, number>();
  #records = new Int32Array(16_384);
  #length = 0;

  /** @throws AppError `limit-exceeded`, as reading the objects would */
  scan(stream: ObjectStream): ScannedElements {
    const { numbers } = stream;
    const starts = new Int32Array(numbers.length).fill(notScanned);
    this.#types = new Map();
    this.#length = 0;
    for (let place = 0; place < numbers.length; place += 1) {
      if (place === maxOthers && this.#length === 0) break;
      if (this.#length > stream.size) break; // objects overlap: records have fewer numbers than elements have bytes
      starts[place] = stream.scan(numbers[place] ?? 0, place, this.#read) ?? notScanned;
    }
    return { starts, records: this.#records.slice(0, this.#length), types: [...this.#types.keys()] };
  }

  /** The start of the record of the object that the parser is before; null for one without. */
  #readObject(parser: Parser): number | null {
    const start = parser.lexer.position;
    if (!this.#scanner.read(parser)) return null;
    const { type, page, attributes, isAlone, kids, kidCount } = this.#scanner;
    const at = this.#length;
    this.#reserve(field.firstKid + kidCount);
    const records = this.#records;
    records[at + field.length] = parser.lexer.position - start;
    records[at + field.type] = numberIn(this.#types, type);
    records[at + field.page] = page;
    records[at + field.attributes] = attributes === null ? 0 : numberIn(this.#attributeNumbers, attributes) + 1;
    records[at + field.attributesAt] = this.#entries.attributesAt - start;
    records[at + field.isAlone] = isAlone ? 1 : 0;
    records[at + field.kidCount] = kidCount;
    for (let kid = 0; kid < kidCount; kid += 1) records[at + field.firstKid + kid] = kids[kid] ?? 0;
    return at;
  }

  #reserve(count: number): void {
    this.#length += count;
    if (this.#length <= this.#records.length) return;
    const larger = new Int32Array(2 * this.#length);
    larger.set(this.#records);
    this.#records = larger;
  }
}

/** The place of a value among those that came before it, or after all of them. */
function numberIn<T>(numbers: Map<T, number>, value: T): number {
  let number = numbers.get(value);
  if (number === undefined) numbers.set(value, (number = numbers.size));
  return number;
}

class UsualEntries implements EntryReader {
  /** Offset of the value of the last A. */
  attributesAt = 0;
  readonly #values = new AlikeValues(areAttributes);

  attributes(parser: Parser): Obj {
    this.attributesAt = parser.lexer.position;
    return this.#values.at(parser);
  }

  kids(): null {
    return null;
  }

  other(): false {
    return false;
  }
}
