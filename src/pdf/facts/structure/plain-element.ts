import { ByteSink } from '../../objects/byte-sink.ts';
import { Dict, Name, type Obj, type PdfArray, PdfString, Ref } from '../../objects/objects.ts';
import type { Parser } from '../../objects/parser.ts';
import { writeEntry } from '../../objects/serialize.ts';
import { AlikeValues } from '../alike-values.ts';
import { contentItem, maxNum } from './element-items.ts';
import { field, type ScannedElements } from './ahead/scanned-elements.ts';
import { ElementScanner, type EntryReader } from './element-scanner.ts';

/**
 * Reads the plain elements of one document: structure elements (ISO 32000-2, 14.7.2) in the usual form, in which only
 * parent, page and kids are references, and everything else is direct. A document has hundreds of thousands that differ
 * in little more. The element that was read last is in the fields.
 */
export class PlainElements implements EntryReader {
  readonly scanned: ElementScanner = new ElementScanner(this);
  /** ID. */
  id: PdfString | null = null;
  readonly #attributes = new AlikeValues(areAttributes);
  #others: Map<string, Obj> | null = null;

  /** False where the parser is before anything but a plain element. */
  read(parser: Parser): boolean {
    this.id = null;
    this.#others = null;
    return this.scanned.read(parser);
  }

  /**
   * As `read`, but without the parent, for an element of which another thread has made a record, which begins at `at`.
   * Attributes are read here the first time that they come.
   */
  take({ records, types }: ScannedElements, at: number, parser: Parser, attributes: (Obj | undefined)[]): void {
    this.id = null;
    this.#others = null;
    const { scanned } = this;
    const { lexer } = parser;
    const start = lexer.position;
    const number = records[at + field.attributes] ?? 0;
    if (number !== 0 && attributes[number] === undefined) {
      lexer.position = start + (records[at + field.attributesAt] ?? 0);
      attributes[number] = this.#attributes.at(parser);
    }
    scanned.parent = 0;
    scanned.type = types[records[at + field.type] ?? 0] ?? '';
    scanned.page = records[at + field.page] ?? 0;
    scanned.attributes = number === 0 ? null : (attributes[number] ?? null);
    scanned.isAlone = records[at + field.isAlone] === 1;
    scanned.takeKids(records, at + field.firstKid, records[at + field.kidCount] ?? 0);
    lexer.position = start + (records[at + field.length] ?? 0);
  }

  /** Entries that are copied as they are, written after S; null for none. */
  others(): Buffer | null {
    return this.#others === null ? null : written(this.#others);
  }

  /** A, the same object for all elements of a document where it is written the same. */
  attributes(parser: Parser): Obj {
    return this.#attributes.at(parser);
  }

  kids(parser: Parser): readonly number[] | null {
    const value = parser.object();
    return unusualKids(Array.isArray(value) ? value : [value]);
  }

  /** Others are written after S, and so they have to come after it. */
  other(key: string, parser: Parser, hasType: boolean): boolean {
    const value = parser.object();
    if (key === 'ID' && this.id === null && value instanceof PdfString) {
      this.id = value;
      return true;
    }
    this.#others ??= new Map();
    if (!hasType || key === 'ID' || key === 'C' || this.#others.has(key)) return false;
    this.#others.set(key, value);
    return isSimple(value);
  }
}

/** Kids with generations, other white space, or invalid identifiers. */
function unusualKids(values: PdfArray): readonly number[] | null {
  const kids: number[] = [];
  for (const value of values) {
    const kid = unusualKid(value);
    if (kid === null) return null;
    kids.push(kid);
  }
  return kids;
}

function unusualKid(value: Obj): number | null {
  if (typeof value === 'number') return contentItem(value);
  return value instanceof Ref && value.num > 0 && value.num <= maxNum ? -value.num : null;
}

/** Nothing that a copy could change but Headers: no references, and no S, which makes an action of a dictionary. */
export function areAttributes(value: Obj): boolean {
  if (Array.isArray(value)) return value.every(areAttributes);
  if (value instanceof Dict) return !value.has('S') && value.entries().every(([, entry]) => areAttributes(entry));
  return isSimple(value);
}

function isSimple(value: Obj): boolean {
  if (Array.isArray(value)) return value.every((entry) => !Array.isArray(entry) && isSimple(entry));
  return typeof value === 'boolean' || typeof value === 'number' || value instanceof Name || value instanceof PdfString;
}

function written(entries: ReadonlyMap<string, Obj>): Buffer {
  const sink = new ByteSink();
  for (const [key, value] of entries) writeEntry(sink, key, value);
  return sink.view;
}
