import { pageContent } from '../../content/run-page.ts';
import { openPdf } from '../../file/open.ts';
import type { Box, PdfFile, PdfPage } from '../../file/pdf-file.ts';
import { calibratedRgb } from '../../images/picture-objects.ts';
import { newFlateStream, newStream } from '../../objects/new-stream.ts';
import { Dict, Name, type Obj, Ref, Stream } from '../../objects/objects.ts';
import { conformingSheet } from '../../printed/conform/conforming-sheet.ts';
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

  readonly #calibrated: boolean;

  /** With `calibrated` fonts conform to PDF/A, and colours are device-independent (ISO 32000-2, 8.6.5.6). */
  constructor(bytes: Uint8Array, sink: ObjectSink, calibrated: boolean) {
    this.#calibrated = calibrated;
    this.#file = openPdf(calibrated ? conformingSheet(bytes) : bytes);
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
      ['Resources', this.#resources(page.resources)],
    ]);
    this.#sink.set(ref, newFlateStream(content, pageContent(this.#file, page)));
    const object = { ref, width: right - left, height: top - bottom };
    this.#objects.set(index, object);
    return object;
  }

  #resources(own: Dict): Dict {
    const copy = this.#copy(own) as Dict;
    if (!this.#calibrated) return copy;
    const spaces = this.#file.dict(own.get('ColorSpace')) ?? new Dict();
    return copy.set('ColorSpace', (this.#copy(spaces) as Dict).set('DefaultRGB', calibratedRgb));
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
    const dict = this.#copy(obj.dict) as Dict;
    const resources = this.#file.dict(obj.dict.get('Resources'));
    if (resources !== null) dict.set('Resources', this.#resources(resources));
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
