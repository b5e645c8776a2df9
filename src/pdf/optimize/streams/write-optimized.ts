import { createHash } from 'node:crypto';
import { newStream } from '../../objects/new-stream.ts';
import { ByteSink } from '../../objects/byte-sink.ts';
import { Dict, Name, PdfString, Stream, type Obj } from '../../objects/objects.ts';
import { serialize, serializeTo, Writable } from '../../objects/serialize.ts';
import { WrittenObjects, xrefData, xrefStreamKeys } from '../../file/xref/write-xref.ts';
import { predictPng } from './predict.ts';

export interface DenseOptions {
  /** Numbered from 1 on without gaps. */
  readonly objects: readonly (readonly [num: number, obj: Obj | Writable])[];
  /** Root, Info and entries of others. */
  readonly trailer: Dict;
  readonly version: string;
  readonly id: readonly [Buffer, Buffer] | null;
  readonly deflate: (bytes: Buffer) => Buffer;
}

/** Objects an object stream holds: readers inflate a whole one to reach a single object. */
const objectsAStream = 1000;

/**
 * A file that is not encrypted, of one revision, as small as its objects get: in object streams (ISO 32000-2, 7.5.7)
 * and with a cross-reference stream (7.5.8).
 */
export function writeDense({ objects, trailer, version, id, deflate }: DenseOptions): Uint8Array {
  const file = new DenseFile(version > '1.5' ? version : '1.5', objects.length, deflate);
  const loose: (readonly [number, Obj | Writable])[] = [];
  for (const entry of objects) {
    if (entry[1] instanceof Stream) file.stream(entry[0], entry[1]);
    else loose.push(entry);
  }
  // Streams of about one size: a short last one would compress less than the others.
  const count = Math.ceil(loose.length / objectsAStream);
  for (let part = 0; part < count; part += 1)
    file.objectStream(
      loose.slice(Math.round((part * loose.length) / count), Math.round(((part + 1) * loose.length) / count)),
    );
  return file.end(trailer, id);
}

class DenseFile {
  readonly #sink = new ByteSink();
  readonly #written = new WrittenObjects();
  readonly #deflate: DenseOptions['deflate'];
  #next: number;

  constructor(version: string, count: number, deflate: DenseOptions['deflate']) {
    this.#deflate = deflate;
    this.#next = count + 1;
    this.#sink.text(`%PDF-${version}\n%\xE2\xE3\xCF\xD3\n`);
  }

  stream(num: number, { dict, raw }: Stream): void {
    this.#written.at(num, this.#sink.length);
    this.#sink.text(`${num} 0 obj\n${serialize(dict.copy().set('Length', raw.length))}stream\n`);
    this.#sink.bytes(raw);
    this.#sink.text('\nendstream\nendobj\n');
  }

  objectStream(objects: readonly (readonly [number, Obj | Writable])[]): void {
    const container = this.#next++;
    const [heads, bodies] = [new ByteSink(), new ByteSink()];
    objects.forEach(([num, obj], index) => {
      heads.text(`${num} ${bodies.length} `);
      if (obj instanceof Writable) obj.write(bodies);
      else serializeTo(bodies, obj);
      bodies.byte(10);
      this.#written.in(num, container, index);
    });
    const bytes = this.#deflate(Buffer.concat([heads.view, bodies.view]));
    this.stream(
      container,
      newStream(
        new Dict([
          ['Type', new Name('ObjStm')],
          ['N', objects.length],
          ['First', heads.length],
          ['Filter', new Name('FlateDecode')],
        ] as [string, Obj][]),
        bytes,
      ),
    );
  }

  end(trailer: Dict, id: DenseOptions['id']): Uint8Array {
    const num = this.#next++;
    const start = this.#sink.length;
    const own = createHash('sha256').update(this.#sink.view).digest().subarray(0, 16);
    const { bytes, widths, index } = xrefData(this.#written.at(num, start), this.#next, start);
    const columns = widths.reduce((sum, width) => sum + width, 0);
    const dict = trailer.copy();
    for (const key of ['Prev', 'XRefStm', 'Encrypt', ...xrefStreamKeys]) dict.delete(key);
    dict
      .set('Type', new Name('XRef'))
      .set('Size', this.#next)
      .set('W', widths)
      .set(
        'ID',
        (id ?? [own, own]).map((half) => new PdfString(half)),
      )
      .set('Filter', new Name('FlateDecode'));
    if (index.length > 2) dict.set('Index', index);
    const plain = this.#deflate(bytes);
    const predicted = this.#deflate(predictPng(bytes, { colors: 1, bits: 8, columns }, 2));
    // Entries of one object stream differ from the one before by one: of rows by their differences hardly anything is
    // left.
    const better = predicted.length + parametersBytes < plain.length;
    if (better)
      dict.set(
        'DecodeParms',
        new Dict([
          ['Columns', columns],
          ['Predictor', 12],
        ]),
      );
    this.stream(num, newStream(dict, better ? predicted : plain));
    this.#sink.text(`startxref\n${start}\n%%EOF\n`);
    return Buffer.from(this.#sink.view);
  }
}

/** `/DecodeParms<</Columns 5/Predictor 12>>` */
const parametersBytes = 39;
