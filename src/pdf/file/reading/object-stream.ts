import type { IndirectReader } from '../../objects/indirect.ts';
import type { Meter } from '../../objects/limits.ts';
import { Ref, type Obj } from '../../objects/objects.ts';
import type { Parser } from '../../objects/parser.ts';
import type { ReadPacked } from '../pdf-file.ts';

/** An object stream: the number of its object, and the offset of the first object in its content (First). */
export interface ObjectStreamHead {
  readonly num: number;
  readonly first: number;
}

/**
 * The content of an object stream (ISO 32000-2, 7.5.7), whose objects are parsed one at a time. Extends is ignored,
 * because the cross-reference names the stream of each object itself.
 */
export class ObjectStream {
  readonly numbers: readonly number[];
  readonly #num: number;
  readonly #offsets: readonly number[];
  readonly #bytes: Buffer;
  /** One for all objects: its lexer knows the names that they share. */
  readonly #parser: Parser;
  readonly #meter: Meter;

  constructor({ num: own, first }: ObjectStreamHead, content: Buffer, reader: IndirectReader, meter: Meter) {
    this.#num = own;
    this.#bytes = content;
    this.#parser = reader.parser(0, content);
    this.#meter = meter;
    const { lexer } = this.#parser;
    const numbers: number[] = [];
    const offsets: number[] = [];
    while (lexer.position < first) {
      const num = lexer.digits() ?? lexer.next();
      const offset = lexer.digits() ?? lexer.next();
      if (typeof num !== 'number' || typeof offset !== 'number' || lexer.position > first + 1) break;
      numbers.push(num);
      offsets.push(first + offset);
      meter.objects(numbers.length);
    }
    this.numbers = numbers;
    this.#offsets = offsets;
  }

  /** The bytes of its content. */
  get size(): number {
    return this.#bytes.length;
  }

  /** Object `num`, which should be at `index`; null when it is not here. */
  get(num: number, index: number): Obj {
    const value = this.scan(num, index, (parser) => parser.object());
    return value instanceof Ref && value.num === num ? null : value;
  }

  /** What `read` makes of an object, with the parser before it; null when the object is not here. */
  scan<T>(num: number, index: number, read: ReadPacked<T>): T | null {
    const place = this.numbers[index] === num ? index : this.numbers.lastIndexOf(num);
    const offset = this.#offsets[place];
    if (offset === undefined || offset < 0 || offset > this.#bytes.length) return null;
    const { lexer } = this.#parser;
    lexer.position = offset;
    const value = read(this.#parser, place, this.#num);
    this.#meter.parsed(lexer.position - offset);
    return value;
  }
}
