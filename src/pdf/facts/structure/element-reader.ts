import { Keyword } from '../../objects/lexer.ts';
import { isName, Name, type Obj } from '../../objects/objects.ts';
import type { Parser } from '../../objects/parser.ts';

/** The entries of a structure element that every reader needs. `Kids` is what it makes of K. */
export interface ReadElement<Kids> {
  /** S. */
  readonly type: string;
  /** Object number of P; 0 for none. */
  readonly parent: number;
  /** Object number of Pg; 0 for none. */
  readonly page: number;
  /** Null where there is no K. */
  readonly kids: Kids | null;
  /** A; null for none. */
  readonly attributes: Obj;
}

/** How a reader takes the entries in which readers differ. Each stands before a value, and moves past it. */
export interface EntryReader<Kids> {
  /** K; null refuses the element. */
  kids(parser: Parser): Kids | null;
  /** A; null refuses the element. */
  attributes(parser: Parser): Obj;
  /** Any other entry; false refuses the element. `hasType` is false where S has not come yet. */
  other(key: string, parser: Parser, hasType: boolean): boolean;
}

/**
 * Reads a structure element (ISO 32000-2, 14.7.2) as nearly all are written: Type and S are names, P and Pg references,
 * and no entry comes twice. A document has hundreds of thousands, so they are not read as objects. Null for anything
 * else, and where the reader refuses an entry.
 */
export function readElement<Kids>(parser: Parser, reader: EntryReader<Kids>): ReadElement<Kids> | null {
  const { lexer } = parser;
  if (!isWord(lexer.next(), '<<')) return null;
  let isElement = false;
  let type: string | null = null;
  let parent = 0;
  let page = 0;
  let kids: Kids | null = null;
  let attributes: Obj = null;
  for (let key = lexer.next(); !isWord(key, '>>'); key = lexer.next()) {
    if (!(key instanceof Name)) return null;
    if (key.value === 'Type' && !isElement) {
      const value = lexer.next();
      if (!(value instanceof Name) || !isName(value, 'StructElem')) return null;
      isElement = true;
    } else if (key.value === 'S' && type === null) {
      const value = lexer.next();
      if (!(value instanceof Name)) return null;
      type = value.value;
    } else if (key.value === 'P' && parent === 0) {
      parent = parser.reference();
      if (parent === 0) return null;
    } else if (key.value === 'Pg' && page === 0) {
      page = parser.reference();
      if (page === 0) return null;
    } else if (key.value === 'K' && kids === null) {
      kids = reader.kids(parser);
      if (kids === null) return null;
    } else if (key.value === 'A' && attributes === null) {
      attributes = reader.attributes(parser);
      if (attributes === null) return null;
    } else if (known.has(key.value) || !reader.other(key.value, parser, type !== null)) return null;
  }
  return isElement && type !== null ? { type, parent, page, kids, attributes } : null;
}

/** Entries that come a second time where they get past the others. */
const known: ReadonlySet<string> = new Set(['Type', 'S', 'P', 'Pg', 'K', 'A']);

function isWord(token: unknown, word: string): boolean {
  return token instanceof Keyword && token.value === word;
}
