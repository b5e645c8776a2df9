import { ByteSink } from '../../objects/byte-sink.ts';
import { Dict, Name, type Obj, type PdfArray, PdfString, Ref } from '../../objects/objects.ts';
import type { Parser } from '../../objects/parser.ts';
import { writeEntry } from '../../objects/serialize.ts';
import { AlikeValues } from '../alike-values.ts';
import { contentItem, maxNum } from './element-items.ts';
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
function areAttributes(value: Obj): boolean {
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
