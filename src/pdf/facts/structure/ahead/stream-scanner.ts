import type { ObjectStream } from '../../../file/reading/object-stream.ts';
import type { Obj } from '../../../objects/objects.ts';
import type { Parser } from '../../../objects/parser.ts';
import { AlikeValues } from '../../alike-values.ts';
import { ElementScanner, type EntryReader } from '../element-scanner.ts';
import { areAttributes } from '../plain-element.ts';
import { field, notScanned, type ScannedElements } from './scanned-elements.ts';

/**
 * Attributes that are written differently: usual documents have hundreds. Those that are remembered take memory of a
 * thread whose heap must never be full.
 */
const maxAttributes = 10_000;
/** Objects after which a stream counts as one without elements, if none of them is one. */
const maxOthers = 50;

/**
 * Scans object streams of one document for structure elements that have only the usual entries: identifiers, unusual
 * kids and further entries remain for the reader of the document.
 */
export class StreamScanner {
  readonly #entries = new UsualEntries();
  readonly #scanner = new ElementScanner(this.#entries);
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
    records[at + field.attributes] = attributes === null ? 0 : this.#entries.attributesNumber;
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
  /** Of the last A: the offset of its value, and its number among those that are written differently, from 1 on. */
  attributesAt = 0;
  attributesNumber = 0;
  readonly #values = new AlikeValues(areAttributes);
  readonly #numbers = new Map<Obj, number>();

  attributes(parser: Parser): Obj {
    if (this.#numbers.size === maxAttributes) return null;
    this.attributesAt = parser.lexer.position;
    const value = this.#values.at(parser);
    if (value !== null) this.attributesNumber = numberIn(this.#numbers, value) + 1;
    return value;
  }

  kids(): null {
    return null;
  }

  other(): false {
    return false;
  }
}
