import type { Blob, BlobStore } from '../../store/facets/blobs.ts';

/** A text of a result: itself while it is short, else the index of its blob among the parts. */
export type StoredText = string | number;

/** Stores the pieces of a result that are too large for a row, in order. */
export class PartsWriter {
  readonly parts: Blob[] = [];
  readonly #blobs: Pick<BlobStore, 'put'>;
  /** Bytes of the longest text that stays in the row. */
  readonly #maxRowBytes: number;

  constructor(blobs: Pick<BlobStore, 'put'>, maxRowBytes: number) {
    this.#blobs = blobs;
    this.#maxRowBytes = maxRowBytes;
  }

  /** Stores bytes; returns their index among the parts. */
  async part(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<number> {
    return this.parts.push(await this.#blobs.put(content)) - 1;
  }

  /** Stores a text in UTF-8: in the row while it is short. */
  async text(utf8: Uint8Array): Promise<StoredText> {
    return utf8.byteLength <= this.#maxRowBytes ? Buffer.from(utf8).toString() : this.part(utf8);
  }
}

/** Reads what a PartsWriter stored. */
export class PartsReader {
  readonly #blobs: Pick<BlobStore, 'read'>;
  readonly #parts: readonly Blob[];

  constructor(blobs: Pick<BlobStore, 'read'>, parts: readonly Blob[]) {
    this.#blobs = blobs;
    this.#parts = parts;
  }

  part(place: number): Promise<Uint8Array> {
    return this.#blobs.read(this.blob(place));
  }

  blob(place: number): Blob {
    const blob = this.#parts[place];
    if (blob === undefined) throw new Error(`The result has no part ${place}.`);
    return blob;
  }

  async text(stored: StoredText): Promise<Uint8Array> {
    return typeof stored === 'string' ? Buffer.from(stored) : this.part(stored);
  }

  async json(stored: StoredText): Promise<Record<string, unknown>> {
    return JSON.parse(Buffer.from(await this.text(stored)).toString()) as Record<string, unknown>;
  }
}
