import { AlikeValues } from '../../../facts/alike-values.ts';
import { ElementScanner, type EntryReader } from '../../../facts/structure/element-scanner.ts';
import { Dict, Name, Ref, type Obj } from '../../../objects/objects.ts';
import type { Parser } from '../../../objects/parser.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';
import { hasHigh } from './spoken.ts';

/**
 * A structure element (ISO 32000-2, 14.7.2) in its most frequent form: in an object stream, with only a type, parent,
 * page, kids and attributes. A document has hundreds of thousands of them, so they are not read as objects.
 */
export interface PlainElement {
  /** S. */
  readonly type: string;
  /** Object number of P; 0 for none. */
  readonly parent: number;
  /** Object number of Pg; 0 for none. */
  readonly page: number;
  /** Number of marked-content identifiers in K. */
  readonly content: number;
  /** Object numbers of K, in order, without marked content. */
  readonly kids: readonly number[];
  /** A: the same object for all elements that have it written the same. */
  readonly attributes: Obj;
}

/** Object numbers that an array has space for from the start. */
const maxDense = 2_000_000;
/** An element with more kids matters for rules about the size of arrays. */
const maxKids = 1000;
/** Stands for an element that was forgotten. */
const silent: PlainElement = { type: '', parent: 0, page: 0, content: 0, kids: [], attributes: null };
/** Entries that rules check in every object. */
const checkedKeys: ReadonlySet<string> = new Set(['S', 'EF', 'AF', 'RoleMap', 'BaseFont', 'FontName']);
const none: readonly number[] = [];

/**
 * The plain elements of a document; none where references need a closer look. `numbers` are those of all objects,
 * ascending.
 */
export function plainElementsOf(file: PdfFile, numbers: readonly number[]): PlainElements {
  let isPacked = false;
  for (const num of numbers) {
    const entry = file.where(num);
    if (entry?.kind === 'offset' && entry.gen !== 0) return new PlainElements(file, -1);
    isPacked ||= entry?.kind === 'object-stream';
  }
  return new PlainElements(file, isPacked && file.catalog.has('StructTreeRoot') ? (numbers.at(-1) ?? -1) : -1);
}

/** Plain elements; each is read once. */
export class PlainElements {
  readonly #file: PdfFile;
  readonly #last: number;
  readonly #read: (PlainElement | null | undefined)[];
  readonly #scanner = new ElementScanner(new Entries());
  readonly #element = (parser: Parser): PlainElement | null => this.#from(parser);

  /** Objects with numbers above `last` are not read. */
  constructor(file: PdfFile, last: number) {
    this.#file = file;
    this.#last = last;
    this.#read = new Array<PlainElement | undefined>(this.room);
  }

  /** The number of object numbers to expect, counted from 0. */
  get room(): number {
    return Math.max(0, Math.min(Math.floor(this.#last) + 1, maxDense));
  }

  /**
   * The plain element with an object number; null for any other object.
   * @throws AppError `limit-exceeded`
   */
  at(num: number): PlainElement | null {
    if (num > this.#last) return null;
    const known = this.#read[num];
    if (known !== undefined) return known;
    const element = this.#file.repaired === null ? this.#file.scan(num, this.#element) : null;
    this.#read[num] = element;
    return element;
  }

  /** Drops the element with this number, which must not be read again. */
  forget(num: number): void {
    this.#read[num] = silent;
  }

  #from(parser: Parser): PlainElement | null {
    const scanner = this.#scanner;
    if (!scanner.read(parser) || hasHigh(scanner.type) || scanner.kidCount > maxKids) return null;
    const { type, parent, page, attributes } = scanner;
    let content = 0;
    let kids: number[] | null = null;
    for (let at = 0; at < scanner.kidCount; at += 1) {
      const kid = scanner.kids[at] ?? 0;
      if (kid < 0) kids = withOne(kids, -kid);
      else content += 1;
    }
    return { type, parent, page, content, kids: kids ?? none, attributes };
  }
}

/** Elements with any other entry are no plain ones. */
class Entries implements EntryReader {
  readonly #attributes = new AlikeValues(isSilent);

  attributes(parser: Parser): Obj {
    return this.#attributes.at(parser);
  }

  kids(): null {
    return null;
  }

  other(): boolean {
    return false;
  }
}

/**
 * Adds to a list that usually has one entry: an array literal takes less memory than a pushed-to one, which has space
 * for seventeen.
 */
export function withOne<T>(list: T[] | null, one: T): T[] {
  if (list === null || list.length === 0) return [one];
  list.push(one);
  return list;
}

/** True for attributes without entries that rules check in every object. */
function isSilent(value: Obj): boolean {
  if (value instanceof Ref) return false;
  if (value instanceof Dict) return value.entries().every(([key, entry]) => !checkedKeys.has(key) && isSilent(entry));
  return (
    !Array.isArray(value) ||
    (!(value[0] instanceof Name && ['Separation', 'DeviceN'].includes(value[0].value)) && value.every(isSilent))
  );
}
