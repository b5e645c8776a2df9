import { isAt } from '../objects/lexer.ts';
import type { Obj } from '../objects/objects.ts';
import type { Parser } from '../objects/parser.ts';
import { endOfContainer } from './end-of-container.ts';

/** Longer ones are unlikely to come again. */
const maxLength = 2000;
/** Values that are compared with the bytes first: comparing takes a fraction of the time of finding the end. */
const maxRecent = 8;

/**
 * Reads dictionaries and arrays that come again and again in a document: those that are written the same become one
 * object.
 */
export class AlikeValues {
  readonly #known = new Map<string, Obj>();
  readonly #recent: (readonly [text: string, value: Obj])[] = [];
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
    for (const [text, value] of this.#recent)
      if (isAt(lexer.bytes, start, text)) {
        lexer.position = start + text.length;
        return value;
      }
    const end = endOfContainer(lexer.bytes, start, start + maxLength);
    if (end < 0) return null;
    const text = lexer.bytes.toString('latin1', start, end);
    const known = this.#known.get(text);
    if (known !== undefined) {
      lexer.position = end;
      this.#remember(text, known);
      return known;
    }
    const value = parser.object();
    if (lexer.position !== end || !this.#accepts(value)) return null;
    this.#known.set(text, value);
    this.#remember(text, value);
    return value;
  }

  #remember(text: string, value: Obj): void {
    this.#recent.unshift([text, value]);
    if (this.#recent.length > maxRecent) this.#recent.pop();
  }
}
