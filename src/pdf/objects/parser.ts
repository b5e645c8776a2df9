import { AppError } from '../../problems.ts';
import { classOf, isDigit, isSpace, regular } from './characters.ts';
import { end, Keyword, type Lexer, type Token } from './lexer.ts';
import { Dict, fitted, Name, Ref, type Obj, type PdfArray } from './objects.ts';

/** How objects are parsed. */
export interface ParserOptions {
  /** Arrays and dictionaries within each other; one more is `limit-exceeded`. */
  readonly depth: number;
  /** `12 0 R` is a reference in a file, and three tokens in a content stream. */
  readonly references: boolean;
}

/** These end an object that was not closed. */
const boundaries: ReadonlySet<string> = new Set([
  'obj',
  'endobj',
  'stream',
  'endstream',
  'xref',
  'trailer',
  'startxref',
]);

/**
 * Makes objects of tokens (ISO 32000-2, 7.3). They nest no deeper than `depth`, so that the call stack cannot overflow.
 */
export class Parser {
  readonly lexer: Lexer;
  readonly #options: ParserOptions;

  constructor(lexer: Lexer, options: ParserOptions) {
    this.lexer = lexer;
    this.#options = options;
  }

  /** The next object, or a keyword that is none, or the end. */
  next(): Obj | Keyword | typeof end {
    return this.#object(this.lexer.next(), 0);
  }

  /** The next object; null where there is none; the position is then before the token that is there instead. */
  object(): Obj {
    const start = this.lexer.position;
    const value = this.next();
    if (value !== end && !(value instanceof Keyword)) return value;
    this.lexer.position = start;
    return null;
  }

  #object(token: Token, depth: number): Obj | Keyword | typeof end {
    if (typeof token === 'number') return this.#options.references ? this.#reference(token) : token;
    if (!(token instanceof Keyword)) return token;
    switch (token.value) {
      case '[':
        return this.#array(this.#deeper(depth));
      case '<<':
        return this.#dict(this.#deeper(depth));
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      default:
        return token;
    }
  }

  #deeper(depth: number): number {
    if (depth >= this.#options.depth)
      throw new AppError(
        'limit-exceeded',
        `The document nests arrays and dictionaries more than ${this.#options.depth} deep.`,
      );
    return depth + 1;
  }

  #array(depth: number): PdfArray {
    const array: PdfArray = [];
    for (;;) {
      const start = this.lexer.position;
      const token = this.lexer.next();
      if (token === end || (token instanceof Keyword && token.value === ']')) return fitted(array);
      if (this.#closes(token, start)) return fitted(array);
      const value = this.#object(token, depth);
      if (value === end) return fitted(array);
      // A word that is no object (`nan`, for example) becomes null, so that later items stay in place.
      if (!(value instanceof Keyword)) array.push(value);
      else if (classOf[value.value.charCodeAt(0)] === regular) array.push(null);
    }
  }

  #dict(depth: number): Dict {
    const dict = new Dict();
    for (;;) {
      const start = this.lexer.position;
      const key = this.lexer.next();
      if (key === end || (key instanceof Keyword && key.value === '>>') || this.#closes(key, start)) return dict.fit();
      if (!(key instanceof Name)) continue;
      const before = this.lexer.position;
      const token = this.lexer.next();
      if (token === end || (token instanceof Keyword && token.value === '>>') || this.#closes(token, before))
        return dict.fit();
      const value = this.#object(token, depth);
      if (value !== end && !(value instanceof Keyword)) dict.set(key.value, value);
    }
  }

  /** Whether a container ends here although it was not closed; if so, goes back before the token. */
  #closes(token: Token, start: number): boolean {
    if (!(token instanceof Keyword) || !(boundaries.has(token.value) || token.value === '>>')) return false;
    this.lexer.position = start;
    return true;
  }

  /** ISO 32000-2, 7.3.10: after an integer, looks ahead for a generation and `R`. */
  #reference(num: number): number | Ref {
    const { bytes, position } = this.lexer;
    if (!Number.isSafeInteger(num) || num < 0 || !isDigit(bytes[position - 1] ?? 0)) return num;
    let at = position;
    while (isSpace(bytes[at] ?? 0x2f)) at += 1;
    const digits = at;
    let gen = 0;
    for (; at - digits < 10 && isDigit(bytes[at] ?? 0); at += 1) gen = gen * 10 + (bytes[at] ?? 0) - 0x30;
    if (at === digits || digits === position) return num;
    const gap = at;
    while (isSpace(bytes[at] ?? 0x2f)) at += 1;
    if (at === gap || bytes[at] !== 0x52 || classOf[bytes[at + 1] ?? 32] === regular) return num;
    this.lexer.position = at + 1;
    return new Ref(num, gen);
  }
}
