import { classOf, hexDigit, isDigit, regular } from '../objects/characters.ts';
import { end, Keyword, Lexer } from '../objects/lexer.ts';
import { defaultLimits } from '../objects/limits.ts';
import { Dict, PdfString, type Obj } from '../objects/objects.ts';
import { Parser } from '../objects/parser.ts';
import { inlineImage } from './inline-image.ts';
import type { Operation } from './operation.ts';
import { operatorNames } from './operator-names.ts';

/**
 * Operands of an operation: operators have fewer (ISO 32000-1, annex C), and a stream without operators is not
 * collected.
 */
const maxOperands = 256;
const brackets: ReadonlySet<string> = new Set([']', '>>', '{', '}', ')', '>']);

/**
 * Reads the operations of a content stream. Frequent tokens are read here: operators, plain numbers, hexadecimal
 * strings and MCIDs. All others are read by the parser of files, which has the same results
 * (test/pdf/content/content-reader.test.ts).
 */
export class ContentReader {
  readonly #bytes: Buffer;
  readonly #lexer: Lexer;
  readonly #parser: Parser;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#lexer = new Lexer(bytes);
    this.#parser = new Parser(this.#lexer, { depth: defaultLimits.depth, references: false });
  }

  /** The next operation; null at the end. @throws AppError `limit-exceeded` where arrays nest too deep */
  next(): Operation | null {
    const lexer = this.#lexer;
    let operands: Obj[] = [];
    let start = -1;
    for (;;) {
      lexer.skipSpace();
      const at = lexer.position;
      const value =
        this.#plainNumber(at) ??
        this.#operator(at) ??
        this.#hexadecimal(at) ??
        this.#markedContent(at) ??
        this.#parser.next();
      if (value === end) return operands.length > 0 ? { operator: '', operands, start, end: this.#bytes.length } : null;
      if (start < 0) start = at;
      if (typeof value === 'string') return this.#operation(value, operands, start);
      if (!(value instanceof Keyword)) {
        operands.push(value);
        if (operands.length > maxOperands) operands = operands.slice(-maxOperands / 2);
      } else if (!brackets.has(value.value)) return this.#operation(value.value, operands, start);
      else if (operands.length === 0) start = -1;
    }
  }

  #operation(operator: string, operands: readonly Obj[], start: number): Operation {
    if (operator !== 'BI') return { operator, operands, start, end: this.#lexer.position };
    const image = inlineImage(this.#parser);
    return { operator, operands, start, end: this.#lexer.position, image };
  }

  /** Reads an operator; null for any other token. */
  #operator(at: number): string | null {
    const bytes = this.#bytes;
    let word = 0;
    for (let length = 0; length <= maxLength; length += 1) {
      const byte = bytes[at + length] ?? 0x20;
      if (classOf[byte] !== regular) {
        const operator = operators.get(word);
        if (operator === undefined) return null;
        this.#lexer.position = at + length;
        return operator;
      }
      word = (word << 8) | byte;
    }
    return null;
  }

  /** Reads a number in its usual form; null for any other token. */
  #plainNumber(start: number): number | null {
    const bytes = this.#bytes;
    const negative = bytes[start] === 0x2d;
    let at = negative ? start + 1 : start;
    let value = 0;
    const whole = at;
    for (; isDigit(bytes[at] ?? 0x20); at += 1) value = value * 10 + (bytes[at] ?? 0) - 0x30;
    let digits = at - whole;
    if (bytes[at] === 0x2e) {
      at += 1;
      const fraction = at;
      for (; isDigit(bytes[at] ?? 0x20); at += 1) value = value * 10 + (bytes[at] ?? 0) - 0x30;
      digits += at - fraction;
      value /= powers[at - fraction] ?? 1;
    }
    if (digits === 0 || digits >= powers.length || classOf[bytes[at] ?? 0x20] === regular) return null;
    this.#lexer.position = at;
    return negative ? -value : value;
  }

  /** Reads a string of pairs of hexadecimal digits; null for any other. */
  #hexadecimal(start: number): PdfString | null {
    const bytes = this.#bytes;
    if (bytes[start] !== 0x3c) return null;
    let stop = start + 1;
    while (hexDigit(bytes[stop] ?? 0) >= 0) stop += 1;
    const digits = stop - start - 1;
    if (bytes[stop] !== 0x3e || digits % 2 === 1) return null;
    const value = Buffer.allocUnsafe(digits >> 1);
    for (let at = 0; at < value.length; at += 1)
      value[at] = (hexDigit(bytes[start + 1 + 2 * at] ?? 0) << 4) | hexDigit(bytes[start + 2 + 2 * at] ?? 0);
    this.#lexer.position = stop + 1;
    return new PdfString(value, true);
  }

  /** Reads `<</MCID 5>>`, the property list of nearly all marked content (ISO 32000-2, 14.7.5.2). */
  #markedContent(start: number): Dict | null {
    const bytes = this.#bytes;
    for (let at = 0; at < identifier.length; at += 1) if (bytes[start + at] !== identifier[at]) return null;
    let at = start + identifier.length;
    const first = at;
    let mcid = 0;
    for (; isDigit(bytes[at] ?? 0); at += 1) mcid = mcid * 10 + (bytes[at] ?? 0) - 0x30;
    if (at === first || at - first > 9) return null;
    if (bytes[at] === 0x20) at += 1;
    if (bytes[at] !== 0x3e || bytes[at + 1] !== 0x3e) return null;
    this.#lexer.position = at + 2;
    const dict = new Dict();
    dict.slots = ['MCID', mcid];
    return dict;
  }
}

const identifier = Buffer.from('<</MCID ');

/** Length of the longest operator, in bytes. */
const maxLength = 3;
const operators: ReadonlyMap<number, string> = new Map(
  operatorNames.map((name) => [
    Array.from(name).reduce((word, character) => (word << 8) | character.charCodeAt(0), 0),
    name,
  ]),
);
/** Powers of ten that are exact. */
const powers: readonly number[] = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
