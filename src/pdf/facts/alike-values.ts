import { isAt, type Lexer } from '../objects/lexer.ts';
import type { Obj } from '../objects/objects.ts';
import type { Parser } from '../objects/parser.ts';
import { endOfContainer } from './end-of-container.ts';

/** Longer ones are unlikely to come again. */
const maxLength = 2000;
/** Values that are compared with the bytes first: comparing takes a fraction of the time of finding the end. */
const maxRecent = 8;

/** A value that came a short time ago. */
interface Recent {
  readonly written: Buffer;
  readonly value: Obj;
  /** The one that came after it. The cells of rows, for example, alternate between the same values. */
  next: Recent | null;
}

/**
 * Reads dictionaries and arrays that come again and again in a document: those that are written the same become one
 * object.
 */
export class AlikeValues {
  readonly #known = new Map<string, Obj>();
  readonly #recent: Recent[] = [];
  #last: Recent | null = null;
  readonly #accepts: (value: Obj) => boolean;

  /** `accepts` decides which values may share one object. */
  constructor(accepts: (value: Obj) => boolean) {
    this.#accepts = accepts;
  }

  /** The one that the parser stands before; null for another, and where `accepts` refuses it. */
  at(parser: Parser): Obj {
    const { lexer } = parser;
    lexer.skipSpace();
    const start = lexer.position;
    const { next } = this.#last ?? { next: null };
    if (next !== null && isAt(lexer.bytes, start, next.written)) return this.#take(next, lexer);
    for (const recent of this.#recent)
      if (recent !== next && isAt(lexer.bytes, start, recent.written)) return this.#take(recent, lexer);
    const end = endOfContainer(lexer.bytes, start, start + maxLength);
    if (end < 0) return null;
    const text = lexer.bytes.toString('latin1', start, end);
    const known = this.#known.get(text);
    const written = lexer.bytes.subarray(start, end);
    if (known !== undefined) return this.#take(this.#remember(written, known), lexer);
    const value = parser.object();
    if (lexer.position !== end || !this.#accepts(value)) return null;
    this.#known.set(text, value);
    lexer.position = start;
    return this.#take(this.#remember(written, value), lexer);
  }

  /** Moves past a value that stands here. */
  #take(recent: Recent, lexer: Lexer): Obj {
    lexer.position += recent.written.length;
    if (this.#last !== null) this.#last.next = recent;
    this.#last = recent;
    return recent.value;
  }

  #remember(written: Buffer, value: Obj): Recent {
    const recent = { written, value, next: null };
    this.#recent.unshift(recent);
    if (this.#recent.length > maxRecent) this.#recent.pop();
    return recent;
  }
}
