import { pageContent } from '../../content/run-page.ts';
import { openPdf } from '../../file/open.ts';
import type { PdfFile, PdfPage } from '../../file/pdf-file.ts';
import { toShown } from '../../geometry/shown-page.ts';
import { mapRect, multiply, type Matrix } from '../../geometry/matrix.ts';
import { newFlateStream, newStream } from '../../objects/new-stream.ts';
import { Dict, Name, type Obj, Ref, Stream } from '../../objects/objects.ts';
import type { ObjectSink } from '../../typeset/embedded-font.ts';
import type { MarkObject } from './mark.ts';

/** Entries that lead out of the resources of a page. */
const foreign: ReadonlySet<string> = new Set(['Parent', 'StructParent', 'StructParents', 'OC', 'Metadata']);

/** Pages of a document as form XObjects (ISO 32000-2, 8.10) of another. Objects that they share stay shared. */
export class EmbeddedPages {
  readonly #file: PdfFile;
  readonly #pages: readonly PdfPage[];
  readonly #sink: ObjectSink;
  readonly #copies = new Map<number, Ref>();
  readonly #objects = new Map<number, MarkObject>();

  constructor(bytes: Uint8Array, sink: ObjectSink) {
    this.#file = openPdf(bytes);
    this.#pages = this.#file.pages();
    this.#sink = sink;
  }

  /** The page of this index, upright as it is shown. */
  objectOf(index: number): MarkObject {
    const known = this.#objects.get(index);
    if (known !== undefined) return known;
    const page = this.#pages[index];
    if (page === undefined) throw new Error(`The document has no page of index ${index}.`);
    const [x0, y0, x1, y1] = page.cropBox;
    const shown = toShown(page);
    const { x1: width, y1: height } = mapRect(shown, { x0, y0, x1, y1 });
    const matrix: Matrix = multiply(shown, [1, 0, 0, -1, 0, height]);
    const ref = this.#sink.reserve();
    const content = new Dict([
      ['Type', new Name('XObject')],
      ['Subtype', new Name('Form')],
      ['BBox', [...page.cropBox]],
      ['Matrix', [...matrix]],
      ['Resources', this.#copy(page.resources)],
    ]);
    const group = this.#file.dict(page.dict.get('Group'));
    if (group !== null) content.set('Group', this.#copy(group));
    this.#sink.set(ref, newFlateStream(content, pageContent(this.#file, page)));
    const object = { ref, width, height };
    this.#objects.set(index, object);
    return object;
  }

  #copy(obj: Obj): Obj {
    if (obj instanceof Ref) return this.#copyOf(obj);
    if (Array.isArray(obj)) return obj.map((value) => this.#copy(value));
    if (obj instanceof Dict)
      return new Dict(
        obj
          .entries()
          .filter(([key]) => !foreign.has(key))
          .map(([key, value]): [string, Obj] => [key, this.#copy(value)]),
      );
    if (!(obj instanceof Stream)) return obj;
    const { bytes, filters } = obj.decoded();
    const dict = this.#copy(obj.dict) as Dict;
    if (filters.length === 0) {
      dict.delete('DecodeParms');
      return newFlateStream(dict, bytes);
    }
    return newStream(dict, obj.raw);
  }

  #copyOf(ref: Ref): Ref {
    const known = this.#copies.get(ref.num);
    if (known !== undefined) return known;
    const copy = this.#sink.reserve();
    this.#copies.set(ref.num, copy);
    this.#sink.set(copy, this.#copy(this.#file.get(ref)));
    return copy;
  }
}
