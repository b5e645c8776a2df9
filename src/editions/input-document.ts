/** A document of a request, in any form of docs/spec/documents.md. */
export class InputDocument implements Stored {
  /** The file name, if the request states one. */
  readonly name: string | null;
  readonly size: number;
  readonly sha256: string;
  readonly #stored: Stored;

  constructor(stored: Stored, name: string | null = null) {
    this.name = name;
    this.size = stored.size;
    this.sha256 = stored.sha256;
    this.#stored = stored;
  }

  /** The name without its extension, from which the names of results are made; `document` when there is none. */
  get stem(): string {
    const stem = (this.name ?? '')
      .replace(/^.*[/\\]/, '')
      .replace(/\.pdf$/i, '')
      .trim();
    return stem === '' ? 'document' : stem;
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#stored.bytes();
  }
}

/** Bytes of a request, in memory or on disk until the request ends. */
export interface Stored {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in lower-case hex. */
  readonly sha256: string;
  /** All bytes, in a buffer of their own that may be transferred to a thread. Rejects after the request has ended. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}
