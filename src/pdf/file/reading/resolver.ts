import { Dict, Name, PdfString, Ref, Stream, type Obj, type PdfArray } from '../../objects/objects.ts';

/** References that lead to references; more are a circle. */
const longestChain = 32;

/** Follows references, and returns values of one kind; null for those of another. */
export abstract class Resolver {
  abstract get(ref: Ref): Obj;

  resolve(obj: Obj): Exclude<Obj, Ref> {
    let value = obj;
    for (let hops = 0; value instanceof Ref; hops += 1) value = hops < longestChain ? this.get(value) : null;
    return value;
  }

  dict(obj: Obj): Dict | null {
    const value = this.resolve(obj);
    if (value instanceof Stream) return value.dict;
    return value instanceof Dict ? value : null;
  }

  array(obj: Obj): PdfArray | null {
    const value = this.resolve(obj);
    return Array.isArray(value) ? value : null;
  }

  stream(obj: Obj): Stream | null {
    const value = this.resolve(obj);
    return value instanceof Stream ? value : null;
  }

  name(obj: Obj): string | null {
    const value = this.resolve(obj);
    return value instanceof Name ? value.value : null;
  }

  number(obj: Obj): number | null {
    const value = this.resolve(obj);
    return typeof value === 'number' ? value : null;
  }

  string(obj: Obj): PdfString | null {
    const value = this.resolve(obj);
    return value instanceof PdfString ? value : null;
  }
}
