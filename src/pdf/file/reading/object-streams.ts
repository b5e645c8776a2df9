import type { IndirectReader } from '../../objects/indirect.ts';
import type { Meter } from '../../objects/limits.ts';
import { Stream } from '../../objects/objects.ts';
import type { Inflated, PdfFile } from '../pdf-file.ts';
import { ObjectStream } from './object-stream.ts';

/** The object streams of a file, each opened at its first use. */
export class ObjectStreams {
  readonly #file: PdfFile;
  readonly #reader: IndirectReader;
  readonly #meter: Meter;
  #inflated: Inflated | null = null;
  readonly #known = new Map<number, ObjectStream | null>();

  constructor(file: PdfFile, reader: IndirectReader, meter: Meter) {
    this.#file = file;
    this.#reader = reader;
    this.#meter = meter;
  }

  /** The stream of that number where it is open. */
  opened(num: number): ObjectStream | null | undefined {
    return this.#known.get(num);
  }

  /** `null` where there is none. Object streams are objects at offsets (ISO 32000-2, 7.5.7), never in one another. */
  open(num: number): ObjectStream | null {
    const known = this.#known.get(num);
    if (known !== undefined) return known;
    const file = this.#file;
    const stream = file.where(num)?.kind === 'offset' ? file.get(num) : null;
    if (stream === null) return null; // it may be the one that is being read: its Length may be in it
    const first = stream instanceof Stream ? file.number(stream.dict.get('First')) : null;
    const container =
      stream instanceof Stream && first !== null
        ? new ObjectStream({ num, first }, this.#contentOf(num, stream), this.#reader, this.#meter)
        : null;
    this.#known.set(num, container);
    return container;
  }

  /** See `PdfFile`. */
  inflateWith(inflated: Inflated): void {
    this.#inflated = inflated;
  }

  #contentOf(num: number, stream: Stream): Buffer {
    const inflated = this.#inflated?.(num) ?? null;
    if (inflated === null) return stream.decode();
    stream.origin.count?.(inflated.length);
    return inflated;
  }

  /** Forgets what is open. */
  clear(): void {
    this.#known.clear();
  }
}
