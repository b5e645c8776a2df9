import { classOf, regular } from '../../objects/characters.ts';
import { isAt, type Lexer } from '../../objects/lexer.ts';
import { Name, type Obj } from '../../objects/objects.ts';
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
  const { bytes } = lexer;
  lexer.skipSpace();
  if (!isAt(bytes, lexer.position, '<<')) return null;
  lexer.position += 2;
  let isElement = false;
  let type: string | null = null;
  let parent = 0;
  let page = 0;
  let kids: Kids | null = null;
  let attributes: Obj = null;
  for (;;) {
    lexer.skipSpace();
    const at = lexer.position;
    if (isAt(bytes, at, '>>')) break;
    const key = entryAt(bytes, at);
    lexer.position = at + lengths[key];
    if (key === entry.type && !isElement) {
      if (!passName(lexer, '/StructElem')) return null;
      isElement = true;
    } else if (key === entry.s && type === null) {
      const value = lexer.next();
      if (!(value instanceof Name)) return null;
      type = value.value;
    } else if (key === entry.p && parent === 0) {
      parent = parser.reference();
      if (parent === 0) return null;
    } else if (key === entry.pg && page === 0) {
      page = parser.reference();
      if (page === 0) return null;
    } else if (key === entry.k && kids === null) {
      kids = reader.kids(parser);
      if (kids === null) return null;
    } else if (key === entry.a && attributes === null) {
      attributes = reader.attributes(parser);
      if (attributes === null) return null;
    } else if (key !== entry.other || !readOther(parser, reader, type !== null)) return null;
  }
  lexer.position += 2;
  return isElement && type !== null ? { type, parent, page, kids, attributes } : null;
}

/** The entries that `readElement` reads itself. */
const entry = { other: 0, type: 1, s: 2, p: 3, pg: 4, k: 5, a: 6 } as const;
type Entry = (typeof entry)[keyof typeof entry];
/** The numbers of bytes of their keys with the slash; that of another entry is not passed. */
const lengths = [0, 5, 2, 2, 3, 2, 2] as const;

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
  return first === 0x54 && isAt(bytes, at, '/Type') && endsName(bytes, at + 5) ? entry.type : entry.other;
}

/** True where a name that has begun ends. */
const endsName = (bytes: Buffer, at: number): boolean => classOf[bytes[at] ?? 32] !== regular;

/** Moves past a name; false where another stands, or the same with escapes. */
function passName(lexer: Lexer, name: string): boolean {
  lexer.skipSpace();
  const after = lexer.position + name.length;
  if (!isAt(lexer.bytes, lexer.position, name) || !endsName(lexer.bytes, after)) return false;
  lexer.position = after;
  return true;
}

function readOther<Kids>(parser: Parser, reader: EntryReader<Kids>, hasType: boolean): boolean {
  const key = parser.lexer.next();
  return key instanceof Name && !known.has(key.value) && reader.other(key.value, parser, hasType);
}

/** Entries that come a second time, or with escapes in their keys, where they get past the others. */
const known: ReadonlySet<string> = new Set(['Type', 'S', 'P', 'Pg', 'K', 'A']);
