import { classOf, space } from '../../objects/characters.ts';
import { isAt, type Lexer } from '../../objects/lexer.ts';
import { Name, type Obj } from '../../objects/objects.ts';
import type { Parser } from '../../objects/parser.ts';
import { digitAt, endsInteger, endsName, isReference, referenceLength } from './token-bytes.ts';

/** Reads the entries that each walk of the tree reads in its own way. The parser is before a value, and moves past it. */
export interface EntryReader {
  /** A; null refuses the element. */
  attributes(parser: Parser): Obj;
  /** K in any but the usual form, as `kids` of the scanner; null refuses the element. */
  kids(parser: Parser): readonly number[] | null;
  /** Any other entry; false refuses the element. `hasType` is false where S has not come yet. */
  other(key: string, parser: Parser, hasType: boolean): boolean;
}

/** More digits might not fit into 31 bits. */
const maxDigits = 9;

/**
 * Reads structure elements (ISO 32000-2, 14.7.2) as nearly all are written: Type and S are names, P and Pg references,
 * K integers and references, and no entry comes twice. A document has hundreds of thousands, so they are read from the
 * bytes, and never become objects: the entries of the element that was read last are in the fields.
 */
export class ElementScanner {
  /** S. */
  type = '';
  /** Object number of P; 0 for none. */
  parent = 0;
  /** Object number of Pg; 0 for none. */
  page = 0;
  /** A; null for none. */
  attributes: Obj = null;
  /** K: the identifiers of marked content as they are, object numbers negated. Only the first `kidCount` are valid. */
  kids = new Int32Array(64);
  kidCount = 0;
  /** K is one kid without an array. */
  isAlone = false;
  readonly #reader: EntryReader;
  /** Offset after what was read last. */
  #end = 0;

  constructor(reader: EntryReader) {
    this.#reader = reader;
  }

  /**
   * Reads the element that the parser is before. False for anything else, and where the reader refuses an entry; the
   * parser is then after what was read, because that counts as work.
   */
  read(parser: Parser): boolean {
    const { lexer } = parser;
    const { bytes } = lexer;
    lexer.skipSpace();
    let at = lexer.position;
    if (bytes[at] !== opening || bytes[at + 1] !== opening) return false;
    at += 2;
    this.parent = this.page = this.kidCount = 0;
    this.attributes = null;
    this.isAlone = false;
    let seen = 0;
    for (;;) {
      while (classOf[bytes[at] ?? 0x2f] === space) at += 1;
      if (bytes[at] === closing && bytes[at + 1] === closing) break;
      const key = entryAt(bytes, at);
      const bit = 1 << key;
      if ((seen & bit) !== 0 && key !== entry.other) return refused(lexer, at);
      at += lengths[key];
      while (classOf[bytes[at] ?? 0x2f] === space) at += 1;
      this.#end = at;
      if (!this.#readValue(key, parser, seen)) return refused(lexer, this.#end);
      at = this.#end;
      seen |= bit;
    }
    lexer.position = at + 2;
    return (seen & needed) === needed;
  }

  /** Takes so many kids of a list. */
  takeKids(list: Int32Array, first: number, count: number): void {
    if (count > this.kids.length) this.kids = new Int32Array(2 * count);
    const { kids } = this;
    for (let kid = 0; kid < count; kid += 1) kids[kid] = list[first + kid] ?? 0;
    this.kidCount = count;
  }

  #readValue(key: Entry, parser: Parser, seen: number): boolean {
    const { bytes } = parser.lexer;
    if (key === entry.p) return (this.parent = this.#reference(bytes)) > 0;
    if (key === entry.pg) return (this.page = this.#reference(bytes)) > 0;
    if (key === entry.k) return this.#readKids(parser);
    return key === entry.type ? this.#passName(bytes, structElem) : this.#parse(key, parser, seen);
  }

  /** Reads a value with the parser, or with the reader. */
  #parse(key: Entry, parser: Parser, seen: number): boolean {
    const { lexer } = parser;
    lexer.position = this.#end;
    let isRead: boolean;
    if (key === entry.s) {
      const name = lexer.name();
      this.type = name?.value ?? '';
      isRead = name !== null;
    } else if (key === entry.a) {
      this.attributes = this.#reader.attributes(parser);
      isRead = this.attributes !== null;
    } else {
      const name = lexer.next();
      const hasType = (seen & (1 << entry.s)) !== 0;
      isRead = name instanceof Name && !known.has(name.value) && this.#reader.other(name.value, parser, hasType);
    }
    this.#end = lexer.position;
    return isRead;
  }

  #readKids(parser: Parser): boolean {
    const { lexer } = parser;
    const start = this.#end;
    if (lexer.bytes[start] === 0x25) return false; // an array may follow the comment
    this.isAlone = lexer.bytes[start] !== 0x5b;
    if (this.isAlone ? this.#readKid(lexer.bytes) : this.#readArray(lexer.bytes)) return true;
    this.kidCount = 0;
    lexer.position = start;
    const kids = this.#reader.kids(parser);
    if (kids === null) return false;
    for (const kid of kids) this.#addKid(kid);
    this.#end = lexer.position;
    return true;
  }

  #readArray(bytes: Buffer): boolean {
    this.#end += 1;
    for (;;) {
      let at = this.#end;
      while (classOf[bytes[at] ?? 0x2f] === space) at += 1;
      this.#end = at;
      if (bytes[at] === 0x5d) break;
      if (!this.#readKid(bytes)) return false;
    }
    this.#end += 1;
    return true;
  }

  /** An integer, or a reference. False for anything else. */
  #readKid(bytes: Buffer): boolean {
    const start = this.#end;
    const value = this.#digits(bytes);
    if (value > 0 && isReference(bytes, this.#end)) {
      this.#end += referenceLength;
      this.#addKid(-value);
      return true;
    }
    if (this.#end === start || !endsInteger(bytes, this.#end)) return false;
    this.#addKid(value);
    return true;
  }

  #addKid(kid: number): void {
    if (this.kidCount === this.kids.length) {
      const larger = new Int32Array(2 * this.kidCount);
      larger.set(this.kids);
      this.kids = larger;
    }
    this.kids[this.kidCount] = kid;
    this.kidCount += 1;
  }

  /** The number of the object that a reference means, as most are written: `12 0 R`. 0 for anything else. */
  #reference(bytes: Buffer): number {
    const num = this.#digits(bytes);
    if (!isReference(bytes, this.#end)) return 0;
    this.#end += referenceLength;
    return num;
  }

  /** The value of the digits here, which may be none. */
  #digits(bytes: Buffer): number {
    const start = this.#end;
    let at = start;
    let value = 0;
    for (let digit = digitAt(bytes, at); digit >= 0 && at - start < maxDigits; digit = digitAt(bytes, at)) {
      value = value * 10 + digit;
      at += 1;
    }
    this.#end = at;
    return value;
  }

  #passName(bytes: Buffer, name: Buffer): boolean {
    const start = this.#end;
    this.#end += name.length;
    return isAt(bytes, start, name) && endsName(bytes, this.#end);
  }
}

/** `<` and `>` */
const [opening, closing] = [0x3c, 0x3e];

/** The entries that the scanner knows. */
const entry = { type: 0, p: 1, pg: 2, s: 3, k: 4, a: 5, other: 6 } as const;
type Entry = (typeof entry)[keyof typeof entry];
/** The numbers of bytes of their keys with the slash; that of another entry is not passed. */
const lengths = [5, 2, 3, 2, 2, 2, 0] as const;
const needed = (1 << entry.type) | (1 << entry.s);
/** Entries that come a second time, or with escapes in their keys, where they get past the others. */
const known: ReadonlySet<string> = new Set(['Type', 'S', 'P', 'Pg', 'K', 'A']);
const typeKey = Buffer.from('/Type');
const structElem = Buffer.from('/StructElem');

/** Moves the lexer to the end of what was read of an element that is refused. */
function refused(lexer: Lexer, end: number): false {
  lexer.position = Math.max(lexer.position, end);
  return false;
}

/** Which entry has its key here: bytes are compared, because a name of each key would take a fifth of the time. */
function entryAt(bytes: Buffer, at: number): Entry {
  if (bytes[at] !== 0x2f) return entry.other;
  const first = bytes[at + 1];
  if (endsName(bytes, at + 2)) {
    if (first === 0x50) return entry.p;
    if (first === 0x4b) return entry.k;
    if (first === 0x53) return entry.s;
    return first === 0x41 ? entry.a : entry.other;
  }
  if (first === 0x50) return bytes[at + 2] === 0x67 && endsName(bytes, at + 3) ? entry.pg : entry.other;
  return first === 0x54 && isAt(bytes, at, typeKey) && endsName(bytes, at + 5) ? entry.type : entry.other;
}
