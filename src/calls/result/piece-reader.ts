/** Reads a stream of pieces by numbers of bytes, in order. */
export class PieceReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #left: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next so many bytes. Rejects where the stream ends before. */
  async *next(bytes: number): AsyncGenerator<Uint8Array> {
    for (let missing = bytes; missing > 0;) {
      if (this.#left.length === 0) {
        const read: IteratorResult<Uint8Array, unknown> = await this.#source.next();
        if (read.done === true) throw new Error('The content of a result is shorter than it was.');
        this.#left = read.value;
      }
      const piece = this.#left.subarray(0, missing);
      this.#left = this.#left.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
}
