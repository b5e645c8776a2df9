import { printedFrame } from './printed.ts';
import { Lexer } from '../objects/lexer.ts';
import { Dict, Ref, type Obj } from '../objects/objects.ts';
import { Parser } from '../objects/parser.ts';

/** Chromium nests nothing deeper. */
const depth = 100;

/** The objects of a printed file, each parsed when it is requested. Streams are read as their dictionaries. */
export class ParsedPrint {
  readonly #frame: ReturnType<typeof printedFrame>;

  constructor(pdf: Uint8Array) {
    this.#frame = printedFrame(pdf);
  }

  /** The number of the catalog. */
  get root(): number {
    return this.#frame.root;
  }

  get(number: number): Obj {
    const { bytes, offsetOf } = this.#frame;
    const offset = bytes.indexOf('obj', offsetOf(number)) + 'obj'.length;
    return new Parser(new Lexer(bytes, offset), { depth, references: true }).object();
  }

  resolve(obj: Obj): Obj {
    return obj instanceof Ref ? this.get(obj.num) : obj;
  }

  /** The dictionary that `obj` is or refers to; an empty one where there is none. */
  dict(obj: Obj): Dict {
    const value = this.resolve(obj);
    return value instanceof Dict ? value : new Dict();
  }

  /** The array that `obj` is or refers to; `null` where there is none. */
  array(obj: Obj): Obj[] | null {
    const value = this.resolve(obj);
    return Array.isArray(value) ? value : null;
  }

  get catalog(): Dict {
    return this.dict(this.get(this.root));
  }

  /** The Info dictionary (ISO 32000-2, 14.3.3). */
  get info(): Dict {
    const { info } = this.#frame;
    return info === null ? new Dict() : this.dict(this.get(info));
  }

  /** The numbers of the pages, in order (ISO 32000-2, 7.7.3). */
  pages(): number[] {
    const walk = (node: Obj): number[] => {
      const kids = this.array(this.dict(node).get('Kids')) ?? [];
      return kids.length > 0
        ? kids.flatMap(walk)
        : node instanceof Ref && !this.dict(node).has('Count')
          ? [node.num]
          : [];
    };
    return walk(this.catalog.get('Pages'));
  }
}
