/** A document that a request brought, in whichever form of docs/spec/documents.md. */
export class InputDocument implements Stored {
  /** The file name, where the request gave one. */
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

  /** The name without its extension, for the name of what is made of it; `document` where there is none. */
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

/** Bytes that a request brought, in memory or on disk until the request is over. */
export interface Stored {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in lower-case hex. */
  readonly sha256: string;
  /** All of it, in memory of its own: it may be transferred to a thread. Rejects once the request is over. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}
