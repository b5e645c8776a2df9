import { PdfString } from '../objects/objects.ts';

/** Hands out names: the requested one, or one with `#2`, `#3`... where that is taken (docs/spec/tools.md). */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** The number that a name was last given, so that a thousand clashes of one name cost a thousand steps. */
  readonly #last = new Map<string, number>();
  readonly #mark: string;

  constructor(mark = '#') {
    this.#mark = mark;
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  claim(name: string): string {
    let given = name;
    for (let number = this.#last.get(name) ?? 1; this.#taken.has(given); given = `${name}${this.#mark}${number}`) {
      number += 1;
      this.#last.set(name, number);
    }
    this.#taken.add(given);
    return given;
  }

  /** As `claim`, for the bytes of a string: what is appended is in the string's own encoding (ISO 32000-2, 7.9.2.2). */
  claimString(name: PdfString): PdfString {
    const wide = name.bytes[0] === 0xfe && name.bytes[1] === 0xff;
    const id = name.bytes.toString('latin1');
    if (!wide) return this.#same(name, this.claim(id), id);
    const text = name.text;
    const given = this.claim(text);
    return given === text
      ? name
      : new PdfString(Buffer.concat([name.bytes, Buffer.from(given.slice(text.length), 'utf16le').swap16()]), name.hex);
  }

  #same(name: PdfString, given: string, id: string): PdfString {
    return given === id ? name : new PdfString(Buffer.from(given, 'latin1'), name.hex);
  }
}
