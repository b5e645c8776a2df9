import { ByteSink } from '../../objects/byte-sink.ts';
import { Dict, fitted, Name, type Obj, PdfString, Ref } from '../../objects/objects.ts';
import type { Parser } from '../../objects/parser.ts';
import { writeEntry } from '../../objects/serialize.ts';
import { AlikeValues } from '../alike-values.ts';
import { readElement, type EntryReader } from './element-reader.ts';
import { noKid, plainKid } from './plain-kid.ts';

/**
 * A structure element (ISO 32000-2, 14.7.2) in the usual form: only parent, page and kids are references, and
 * everything else is direct. A document has hundreds of thousands that differ in little more, so they are not read as
 * objects.
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
export class PlainElements implements EntryReader<Obj> {
  readonly #attributes = new AlikeValues(areAttributes);
  /** Of the element that is being read. */
  #id: PdfString | null = null;
  #others: Map<string, Obj> | null = null;

  /** The element that the parser stands before, or null where that is anything else. */
  read(parser: Parser): PlainElement | null {
    this.#begin();
    const element = readElement(parser, this);
    if (element === null) return null;
    const { type, page, kids, attributes } = element;
    const others = this.#others === null ? null : written(this.#others);
    return { type, id: this.#id, page, kids, attributes, others };
  }

  #begin(): void {
    this.#id = null;
    this.#others = null;
  }

  kids(parser: Parser): Obj {
    const { position } = parser.lexer;
    const usual = usualKids(parser);
    if (usual !== null) return usual;
    parser.lexer.position = position;
    const kids = parser.object();
    return areKids(kids) ? kids : null;
  }

  attributes(parser: Parser): Obj {
    return this.#attributes.at(parser);
  }

  /** Others are written after S, and so they have to come after it. */
  other(key: string, parser: Parser, hasType: boolean): boolean {
    const value = parser.object();
    if (key === 'ID' && this.#id === null && value instanceof PdfString) {
      this.#id = value;
      return true;
    }
    this.#others ??= new Map();
    if (!hasType || key === 'ID' || key === 'C' || this.#others.has(key)) return false;
    this.#others.set(key, value);
    return isSimple(value);
  }
}

/** Identifiers of marked content and references, alone or in an array; null where there is anything else. */
function usualKids(parser: Parser): Obj {
  const { lexer } = parser;
  lexer.skipSpace();
  if (lexer.bytes[lexer.position] !== 0x5b) return kidOf(plainKid(parser));
  lexer.position += 1;
  const kids: Obj[] = [];
  for (;;) {
    lexer.skipSpace();
    if (lexer.bytes[lexer.position] === 0x5d) break;
    const kid = kidOf(plainKid(parser));
    if (kid === null) return null;
    kids.push(kid);
  }
  lexer.position += 1;
  return fitted(kids);
}

function kidOf(kid: number): number | Ref | null {
  if (kid >= 0) return kid;
  return kid === noKid ? null : new Ref(-kid);
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
