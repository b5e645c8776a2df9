import type { ObjectLocation } from '../../object-location.ts';
import { newLexemes, scanLexemes, type Lexemes } from './lexemes.ts';

/** Scans the tokens of each content stream once, without the data of its inline images. */
export class ContentLexemes {
  readonly #found: (Lexemes & { readonly place: ObjectLocation })[];
  readonly #done = new WeakSet<Buffer>();
  #images: { readonly start: number; readonly end: number }[] = [];

  constructor(found: (Lexemes & { readonly place: ObjectLocation })[]) {
    this.#found = found;
  }

  image(bytes: Buffer, start: number, data: Buffer): void {
    const from = data.byteOffset - bytes.byteOffset;
    if (data.length > 0 && from >= start) this.#images.push({ start: from, end: from + data.length });
  }

  finish(bytes: Buffer, place: ObjectLocation): void {
    const images = this.#images;
    this.#images = [];
    if (this.#done.has(bytes)) return;
    this.#done.add(bytes);
    const lexemes = newLexemes();
    let at = 0;
    for (const { start, end } of [...images, { start: bytes.length, end: bytes.length }]) {
      scanLexemes(bytes, { start: at, end: start }, lexemes, null);
      at = end;
    }
    this.#found.push({ ...lexemes, place });
  }
}
