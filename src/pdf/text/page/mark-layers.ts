import { randomBytes } from 'node:crypto';
import { newFlateStream } from '../../objects/new-stream.ts';
import { openPdf } from '../../file/open.ts';
import { rewritten, type Rewritten, unusedNumbers } from '../../pdfium/rewritten.ts';
import { Dict, Name, type Obj, Ref, Stream } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { AppError } from '../../../problems.ts';
import { type IsOff, layersOff } from './layers.ts';

/** A document in which content of layers that are off is marked content, with a number at `key` in its properties. */
export interface LayersMarked extends Rewritten {
  readonly key: string;
}

/**
 * Marks content of layers that are off. PDFium does not report which layers are off, nor the layer of a form or an
 * annotation, but it reports properties of marked content. `null` where no layer is off, or the document can not be
 * read this way. The key is random, so that no document contains it.
 */
export function withLayersMarked(pdf: Uint8Array, password: string | undefined): LayersMarked | null {
  try {
    const file = openPdf(pdf, { password });
    const isOff = layersOff(file);
    if (!isOff) return null;
    const key = `Off${randomBytes(12).toString('hex')}`;
    return { ...rewritten(file, new Marker(file, isOff, key)), key };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Marks objects for writing. Marked objects are copies, because objects of the file are shared. */
class Marker {
  readonly #file: PdfFile;
  readonly #isOff: IsOff;
  readonly #key: string;
  readonly #added: [number, Obj][] = [];
  readonly #number: () => number;

  constructor(file: PdfFile, isOff: IsOff, key: string) {
    this.#file = file;
    this.#isOff = isOff;
    this.#key = key;
    this.#number = unusedNumbers(file);
  }

  /** New objects; to be read after the others went through `changed`. */
  get added(): readonly (readonly [number, Obj])[] {
    return this.#added;
  }

  changed(num: number, obj: Obj): Obj {
    if (obj instanceof Stream) return this.#stream(obj);
    return obj instanceof Dict && this.#isOff(new Ref(num)) ? this.#marked(obj) : this.#value(obj);
  }

  #marked(dict: Dict): Dict {
    return dict.copy().set(this.#key, 1);
  }

  /** Membership dictionaries may be direct objects in the Properties of a resource dictionary. */
  #value(obj: Obj): Obj {
    if (Array.isArray(obj)) return obj.map((item) => this.#value(item));
    if (!(obj instanceof Dict)) return obj;
    if (this.#isOff(obj)) return this.#marked(obj);
    const copy = new Dict(obj.entries().map(([name, value]) => [name, this.#value(value)] as const));
    return copy.has('Rect') && copy.has('AP') && this.#isOff(copy.get('OC')) ? this.#annotation(copy) : copy;
  }

  #stream(stream: Stream): Stream {
    const dict = this.#value(stream.dict) as Dict;
    const own = new Stream(dict, stream.stored, stream.origin);
    if (!this.#isOff(dict.get('OC'))) return own;
    if (this.#file.name(dict.get('Subtype')) === 'Form') return this.#wrapped(stream);
    return this.#file.name(dict.get('Subtype')) === 'Image' ? emptyForm() : own;
  }

  /** A form whose whole content is marked. */
  #wrapped(form: Stream): Stream {
    const { bytes, filters } = form.decoded();
    if (filters.length > 0) return form;
    return newFlateStream(
      form.dict.copy(),
      Buffer.concat([Buffer.from(`/OC << /${this.#key} 1 >> BDC\n`), bytes, Buffer.from('\nEMC')]),
    );
  }

  /**
   * An annotation whose normal appearances are wrapped, each on its own, because others may share them (ISO 32000-2,
   * 12.5.5).
   */
  #annotation(annotation: Dict): Dict {
    const appearances = this.#file.dict(annotation.get('AP'))?.copy();
    const normal = appearances && this.#file.resolve(appearances.get('N'));
    if (!appearances || !normal) return annotation;
    const wrap = (obj: Obj): Obj => {
      const form = this.#file.stream(obj);
      return form ? this.#add(this.#wrapped(form)) : obj;
    };
    const wrapped =
      normal instanceof Dict
        ? new Dict(normal.entries().map(([state, form]) => [state, wrap(form)] as const))
        : wrap(appearances.get('N'));
    return annotation.set('AP', appearances.set('N', wrapped));
  }

  #add(obj: Obj): Ref {
    const num = this.#number();
    this.#added.push([num, obj]);
    return new Ref(num);
  }
}

const emptyForm = (): Stream =>
  newFlateStream(
    new Dict([
      ['Type', new Name('XObject')],
      ['Subtype', new Name('Form')],
      ['BBox', [0, 0, 0, 0]],
    ]),
    Buffer.alloc(0),
  );
