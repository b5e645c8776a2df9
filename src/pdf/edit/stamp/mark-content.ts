import { newFlateStream } from '../../objects/new-stream.ts';
import { Dict, type Obj, type PdfArray, type Ref } from '../../objects/objects.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import type { MarkLook } from './mark.ts';

/** A mark that is an object, and its place in the user space of its page. */
export interface PlacedMark extends Pick<MarkLook, 'layer' | 'subtype'> {
  readonly ref: Ref;
  readonly matrix: Matrix;
}

/** To millionths, because scales are small. */
const written = (values: readonly number[]) => values.map((value) => String(Math.round(value * 1e6) / 1e6)).join(' ');

/** Operators before and after the content of a page: at first its brackets (`bracketsFor`). */
export interface Around {
  before: string;
  after: string;
}

/**
 * Names of forms in the resources of a page, and the operators that draw them as artifacts (ISO 32000-2, 14.8.2.2), so
 * that they are no content of its structure.
 */
export class MarkWriter {
  readonly #objects: Dict;
  #count = 0;

  /** `objects` are the XObjects that the page has. */
  constructor(objects: Dict | null) {
    this.#objects = objects?.copy() ?? new Dict();
  }

  /** Draws a mark over or under the content of the page. */
  draw(around: Around, { ref, matrix, layer, subtype }: PlacedMark): void {
    const operators =
      `/Artifact <</Type /Pagination /Subtype /${subtype}>> BDC\n` +
      `q\n${written(matrix)} cm\n/${this.#nameOf(ref)} Do\nQ\nEMC\n`;
    if (layer === 'under') around.before = operators + around.before;
    else around.after += operators;
  }

  /** The XObjects of the page, with those that were drawn. */
  get objects(): Dict {
    return this.#objects;
  }

  #nameOf(ref: Ref): string {
    do this.#count += 1;
    while (this.#objects.has(`ColophonMark${this.#count}`));
    const name = `ColophonMark${this.#count}`;
    this.#objects.set(name, ref);
    return name;
  }
}

/** The value of Contents with operators around the streams that are there. */
export function contentsAround(
  streams: readonly Obj[],
  { before, after }: Around,
  add: (stream: Obj) => Ref,
): PdfArray {
  const stream = (text: string) => {
    const made = newFlateStream(new Dict(), Buffer.from(text, 'latin1'));
    made.dict.set('Length', made.stored.length);
    return add(made);
  };
  return [stream(before), ...streams, stream(after)];
}
