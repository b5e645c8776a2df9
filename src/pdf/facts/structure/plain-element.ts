import { ByteSink } from '../../objects/byte-sink.ts';
import { Keyword } from '../../objects/lexer.ts';
import { Dict, isName, Name, type Obj, PdfString, Ref } from '../../objects/objects.ts';
import type { Parser } from '../../objects/parser.ts';
import { writeEntry } from '../../objects/serialize.ts';
import { AlikeValues } from '../alike-values.ts';

/**
 * A structure element (ISO 32000-2, 14.7.2) as nearly all are: only parent, page and kids are references, all else
 * stands in it. A document has hundreds of thousands that differ in little more, so they are not read as objects.
 */
export interface PlainElement {
  /** S. */
  readonly type: string;
  /** ID. */
  readonly id: PdfString | null;
  /** The object number of Pg; 0 for none. */
  readonly page: number;
  /** K: a number, a reference, or an array of them; null for none. */
  readonly kids: Obj;
  /** A, the same object for all elements of a document where it is written the same. */
  readonly attributes: Obj;
  /** Entries that are copied as they are, written after S; null for none. */
  readonly others: Buffer | null;
}

/** Reads the plain elements of one document. */
export class PlainElements {
  readonly #attributes = new AlikeValues(areAttributes);

  /** The element that the parser stands before, or null where that is anything else. */
  read(parser: Parser): PlainElement | null {
    const { lexer } = parser;
    if (!isWord(lexer.next(), '<<')) return null;
    let [isElement, hasParent] = [false, false];
    let type: string | null = null;
    let id: PdfString | null = null;
    let page = 0;
    let kids: Obj = null;
    let attributes: Obj = null;
    let others: Map<string, Obj> | null = null;
    for (let key = lexer.next(); !isWord(key, '>>'); key = lexer.next()) {
      if (!(key instanceof Name)) return null;
      switch (key.value) {
        case 'Type':
          if (isElement || !isName(parser.object(), 'StructElem')) return null;
          isElement = true;
          break;
        case 'S':
          if (type !== null || others !== null) return null;
          type = nameOf(parser.object());
          if (type === null) return null;
          break;
        case 'P':
          if (hasParent || parser.reference() === 0) return null;
          hasParent = true;
          break;
        case 'Pg':
          if (page !== 0) return null;
          page = parser.reference();
          if (page === 0) return null;
          break;
        case 'K':
          if (kids !== null) return null;
          kids = parser.object();
          if (!areKids(kids)) return null;
          break;
        case 'A':
          if (attributes !== null) return null;
          attributes = this.#attributes.at(parser);
          if (attributes === null) return null;
          break;
        case 'ID':
          if (id !== null) return null;
          id = stringOf(parser.object());
          if (id === null) return null;
          break;
        default:
          others ??= new Map();
          if (key.value === 'C' || others.has(key.value) || !take(others, key.value, parser.object())) return null;
      }
    }
    return isElement && type !== null
      ? { type, id, page, kids, attributes, others: others === null ? null : written(others) }
      : null;
  }
}

function take(others: Map<string, Obj>, key: string, value: Obj): boolean {
  others.set(key, value);
  return isSimple(value);
}

function nameOf(value: Obj): string | null {
  return value instanceof Name ? value.value : null;
}

function stringOf(value: Obj): PdfString | null {
  return value instanceof PdfString ? value : null;
}

function isWord(token: unknown, word: string): boolean {
  return token instanceof Keyword && token.value === word;
}

function areKids(value: Obj): boolean {
  if (Array.isArray(value)) return value.every((kid) => typeof kid === 'number' || kid instanceof Ref);
  return typeof value === 'number' || value instanceof Ref;
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
