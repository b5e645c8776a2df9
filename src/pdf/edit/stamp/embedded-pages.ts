import { pageContent } from '../../content/run-page.ts';
import { openPdf } from '../../file/open.ts';
import type { Box, PdfFile, PdfPage } from '../../file/pdf-file.ts';
import { newFlateStream, newStream } from '../../objects/new-stream.ts';
import { Dict, Name, type Obj, Ref, Stream } from '../../objects/objects.ts';
import type { ObjectSink } from '../../typeset/embedded-font.ts';
import type { MarkObject } from './mark.ts';

/** Entries that lead out of the resources of a page. */
const foreign: ReadonlySet<string> = new Set(['Parent', 'StructParent', 'StructParents', 'OC', 'Metadata']);

/** Parts of printed pages as form XObjects (ISO 32000-2, 8.10) of another document. Objects that they share stay shared. */
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

  /** The page of this index: its object has the size of the box, whose lower left corner is the origin. */
  objectOf(index: number, [left, bottom, right, top]: Box): MarkObject {
    const known = this.#objects.get(index);
    if (known !== undefined) return known;
    const page = this.#pages[index];
    if (page === undefined) throw new Error(`The document has no page of index ${index}.`);
    const ref = this.#sink.reserve();
    const content = new Dict([
      ['Type', new Name('XObject')],
      ['Subtype', new Name('Form')],
      ['BBox', [...page.mediaBox]],
      ['Matrix', [1, 0, 0, 1, -left, -bottom]],
      ['Resources', this.#copy(page.resources)],
    ]);
    this.#sink.set(ref, newFlateStream(content, pageContent(this.#file, page)));
    const object = { ref, width: right - left, height: top - bottom };
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
    return obj instanceof Stream ? newStream(this.#copy(obj.dict) as Dict, obj.raw) : obj;
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
