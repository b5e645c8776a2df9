import type { Hash } from 'node:crypto';
import { ByteSink } from '../../objects/byte-sink.ts';

/** Bytes. What is larger is a chunk of its own. */
const maxPending = 64 * 1024;

/** The bytes of a file as it is written: millions of small pieces, and some large ones. */
export class FileSink {
  readonly #copies: boolean;
  readonly #chunks: Buffer[] = [];
  /** What comes after the chunks. */
  readonly #pending = new ByteSink();
  #flushed = 0;

  /** With `copies` nothing that is given is referred to afterwards, as of files that need not stay in memory. */
  constructor(copies: boolean) {
    this.#copies = copies;
  }

  get length(): number {
    return this.#flushed + this.#pending.length;
  }

  /** One byte a character (Latin-1). */
  text(text: string): void {
    this.#pending.text(text);
    this.#flushLong();
  }

  bytes(bytes: Buffer): void {
    if (bytes.length < maxPending) this.#pending.bytes(bytes);
    else {
      this.#flush();
      this.#push(this.#copies ? Buffer.from(bytes) : bytes);
    }
    this.#flushLong();
  }

  /** What writes itself; `write` may only add to the sink that it is given. */
  with(write: (sink: ByteSink) => void): void {
    write(this.#pending);
    this.#flushLong();
  }

  /** Adds all bytes from `offset` on to a hash. */
  hashTo(hash: Hash, offset = 0): void {
    let start = 0;
    for (const chunk of [...this.#chunks, this.#pending.view]) {
      if (start + chunk.length > offset) hash.update(chunk.subarray(Math.max(0, offset - start)));
      start += chunk.length;
    }
  }

  toBuffer(): Buffer {
    return Buffer.concat([...this.#chunks, this.#pending.view], this.length);
  }

  #flushLong(): void {
    if (this.#pending.length > maxPending) this.#flush();
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#push(Buffer.from(this.#pending.view));
    this.#pending.clear();
  }

  #push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#flushed += chunk.length;
  }
}
