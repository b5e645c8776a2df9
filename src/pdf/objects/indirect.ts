import { isSpace } from './characters.ts';
import { end, Keyword, Lexer } from './lexer.ts';
import type { Meter } from './limits.ts';
import { Marks } from './marks.ts';
import { Dict, Ref, Stream, type Name, type Obj, type StreamOrigin } from './objects.ts';
import { Parser } from './parser.ts';

/** An object as it is written in the file, `12 0 obj ... endobj` (ISO 32000-2, 7.3.10). */
export interface Indirect {
  readonly num: number;
  readonly gen: number;
  readonly value: Obj;
  /** Offset after the value. */
  readonly end: number;
  /** A stream whose Length is right, so that `end` is certain. */
  readonly measured: boolean;
}

/** Resolves the Length of a stream where that is a reference. */
export type LengthOf = (ref: Ref) => number | null;

/** Reads objects at offsets, with every tolerance for ends that are missing and lengths that are wrong. */
export class IndirectReader {
  readonly bytes: Buffer;
  readonly #meter: Meter;
  readonly #names = new Map<string, Name>();
  readonly #endstreams: Marks;
  readonly #endobjs: Marks;

  constructor(bytes: Buffer, meter: Meter) {
    this.bytes = bytes;
    this.#meter = meter;
    this.#endstreams = new Marks(bytes, 'endstream');
    this.#endobjs = new Marks(bytes, 'endobj');
  }

  /** A parser of file syntax on these bytes, or on others (an object stream's). */
  parser(offset: number, bytes = this.bytes): Parser {
    return new Parser(new Lexer(bytes, offset, this.#names), { depth: this.#meter.limits.depth, references: true });
  }

  /**
   * The object at `offset`, or null when none starts there. A stream belongs to `origin(num, gen)`.
   */
  read(offset: number, lengthOf: LengthOf, origin: (num: number, gen: number) => StreamOrigin): Indirect | null {
    const parser = this.parser(offset);
    try {
      return this.#read(parser, lengthOf, origin);
    } finally {
      this.#meter.parsed(parser.lexer.position - offset);
    }
  }

  #read(parser: Parser, lengthOf: LengthOf, origin: (num: number, gen: number) => StreamOrigin): Indirect | null {
    const { lexer } = parser;
    const num = lexer.next();
    const gen = typeof num === 'number' ? lexer.next() : end;
    const word = typeof gen === 'number' ? lexer.next() : end;
    if (typeof num !== 'number' || typeof gen !== 'number' || !(word instanceof Keyword)) return null;
    if (!word.value.startsWith('obj')) return null;
    // `12 0 objnull`: the word ran on.
    lexer.position -= word.value.length - 3;
    const start = lexer.position;
    const value = parser.next();
    if (value === end || value instanceof Keyword) {
      this.#meter.parsed(lexer.position - start);
      lexer.position = start;
      return { num, gen, value: null, end: start, measured: false };
    }
    const stream = value instanceof Dict ? this.#stream(value, lexer, lengthOf, origin(num, gen)) : null;
    return stream === null ? { num, gen, value, end: lexer.position, measured: false } : { num, gen, ...stream };
  }

  #stream(
    dict: Dict,
    lexer: Lexer,
    lengthOf: LengthOf,
    origin: StreamOrigin,
  ): Pick<Indirect, 'value' | 'end' | 'measured'> | null {
    const before = lexer.position;
    lexer.skipSpace();
    this.#meter.parsed(lexer.position - before);
    if (this.bytes.toString('latin1', lexer.position, lexer.position + 6) !== 'stream') {
      lexer.position = before;
      return null;
    }
    const start = dataStart(this.bytes, lexer.position + 6);
    const written = dict.get('Length');
    const length = written instanceof Ref ? lengthOf(written) : written;
    const stop = typeof length === 'number' ? this.#measured(start, length) : -1;
    const until = stop >= 0 ? stop : this.#search(start);
    return { value: new Stream(dict, this.bytes.subarray(start, until), origin), end: until, measured: stop >= 0 };
  }

  /** Where the data ends by its Length, or -1 when no `endstream` follows there. */
  #measured(start: number, length: number): number {
    if (!Number.isSafeInteger(length) || length < 0 || start + length > this.bytes.length) return -1;
    let at = start + length;
    for (let spaces = 0; spaces < 4 && isSpace(this.bytes[at] ?? 0x2f); spaces += 1) at += 1;
    const word = this.bytes.toString('latin1', at, at + 9);
    return word === 'endstream' || word.startsWith('endobj') ? start + length : -1;
  }

  #search(start: number): number {
    const marks = [this.#endstreams.after(start), this.#endobjs.after(start)].find((offset) => offset >= 0);
    if (marks === undefined) return this.bytes.length;
    const crlf = this.bytes[marks - 1] === 10 && this.bytes[marks - 2] === 13;
    const line = this.bytes[marks - 1] === 10 || this.bytes[marks - 1] === 13;
    return Math.max(start, marks - (crlf ? 2 : line ? 1 : 0));
  }
}

/** ISO 32000-2, 7.3.8.1: after `stream` CRLF or LF; files have a CR alone, or spaces before the line end, too. */
function dataStart(bytes: Buffer, at: number): number {
  let start = at;
  while (bytes[start] === 0x20 || bytes[start] === 9) start += 1;
  if (bytes[start] === 13) return bytes[start + 1] === 10 ? start + 2 : start + 1;
  return bytes[start] === 10 ? start + 1 : at;
}
