import type { OnFault } from './fault.ts';

/** Characters that run on in a subtable, and their glyphs. */
export interface CmapRun {
  readonly first: number;
  readonly last: number;
  /** Of a character from `first` to `last`; 0 where there is none. */
  readonly glyph: (code: number) => number;
}

/** Subtables of one table; characters that are listed of one. */
const maxCount = { subtables: 32, characters: 100_000 };

/** A subtable of `cmap` (OpenType 1.9), which is read when it is wanted. */
export class Cmap {
  readonly platform: number;
  readonly encoding: number;
  /** In bytes from the start of the table. */
  readonly offset: number;
  readonly #bytes: Buffer;
  readonly #onFault: OnFault;
  #layout: Layout | undefined;
  #isSorted: boolean | undefined;

  constructor(table: Buffer, entry: number, onFault: OnFault) {
    this.platform = table.readUInt16BE(entry);
    this.encoding = table.readUInt16BE(entry + 2);
    this.offset = table.readUInt32BE(entry + 4);
    this.#bytes = table.subarray(this.offset);
    this.#onFault = onFault;
  }

  get format(): number {
    return this.#numberAt(0, 2);
  }

  /** Whether the format is one of those that are read: 0, 4, 6, 10 and 12. */
  get isKnown(): boolean {
    return this.#bytes.length >= 6 && this.format in layouts;
  }

  /** The glyph of a character; 0 where there is none. */
  glyph(code: number): number {
    const { count, run } = this.#runs;
    const index = this.#firstUpTo(code);
    if (index === count) return 0;
    const found = run(index);
    return code < found.first || code > found.last ? 0 : found.glyph(code);
  }

  /** In the order of the table. */
  *runs(): Generator<CmapRun> {
    const { count, run } = this.#runs;
    for (let index = 0; index < count; index += 1) yield run(index);
  }

  /** Characters with their glyphs, also those of glyph 0; the first 100,000. */
  *pairs(): Generator<readonly [code: number, glyph: number]> {
    let left = maxCount.characters;
    for (const { first, last, glyph } of this.runs())
      for (let code = first; code <= last && left > 0; code += 1, left -= 1) yield [code, glyph(code)];
  }

  /** Index of the first run that does not end before a character. */
  #firstUpTo(code: number): number {
    const { count, last } = this.#runs;
    this.#isSorted ??= Array.from({ length: Math.max(0, count - 1) }, (_, index) => index).every(
      (index) => last(index) <= last(index + 1),
    );
    let [low, high] = [0, count];
    if (!this.#isSorted) while (low < count && code > last(low)) low += 1;
    while (this.#isSorted && low < high) {
      const middle = (low + high) >> 1;
      if (code <= last(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  get #runs(): Layout {
    return (this.#layout ??= (layouts[this.format] ?? nothing)((at, size) => this.#numberAt(at, size), this.#bytes));
  }

  /** 0 beyond the end. */
  #numberAt(at: number, size: 1 | 2 | 4): number {
    const bytes = this.#bytes;
    if (at + size <= bytes.length)
      return size === 1 ? bytes.readUInt8(at) : size === 2 ? bytes.readUInt16BE(at) : bytes.readUInt32BE(at);
    this.#onFault('a subtable of cmap breaks off');
    return 0;
  }
}

/** The subtables of a table, in their order. Faults are a list of them and subtables that break off. */
export function readCmaps(table: Buffer, onFault: OnFault): Cmap[] {
  const cmaps: Cmap[] = [];
  const count = table.length < 4 ? 1 : Math.min(maxCount.subtables, table.readUInt16BE(2));
  for (let entry = 4; entry < 4 + count * 8; entry += 8) {
    if (entry + 8 > table.length) {
      onFault('the list of subtables breaks off');
      break;
    }
    cmaps.push(new Cmap(table, entry, onFault));
  }
  return cmaps;
}

/** The runs of a subtable, in ascending order where it is sound. */
interface Layout {
  readonly count: number;
  readonly last: (index: number) => number;
  readonly run: (index: number) => CmapRun;
}

type NumberAt = (at: number, size: 1 | 2 | 4) => number;

const nothing = (): Layout => only({ first: 0, last: -1, glyph: () => 0 });

const only = (run: CmapRun): Layout => ({ count: 1, last: () => run.last, run: () => run });

const layouts: Readonly<Record<number, (numberAt: NumberAt, bytes: Buffer) => Layout>> = {
  0: (numberAt) => only({ first: 0, last: 0xff, glyph: (code) => numberAt(6 + code, 1) }),
  4: segments,
  6: (numberAt) => trimmed(numberAt, { at: 6, size: 2 }),
  10: (numberAt) => trimmed(numberAt, { at: 12, size: 4 }),
  12: groups,
};

/** Format 6 and 10: the first character, how many there are, and their glyphs. */
function trimmed(numberAt: NumberAt, { at, size }: { readonly at: number; readonly size: 2 | 4 }): Layout {
  const [first, count] = [numberAt(at, size), numberAt(at + size, size)];
  const glyph = (code: number) => numberAt(at + 2 * size + 2 * (code - first), 2);
  return only({ first, last: first + count - 1, glyph });
}

/** Format 4. The last segment is 0xFFFF, which is no character. */
function segments(numberAt: NumberAt): Layout {
  const count = numberAt(6, 2) >> 1;
  const last = (index: number) => numberAt(14 + 2 * index, 2);
  const word = (array: number, index: number) => numberAt(16 + 2 * (array * count + index), 2);
  const run = (index: number): CmapRun => {
    const [first, delta, offset] = [word(1, index), word(2, index), word(3, index)];
    const glyphs = 16 + 2 * (3 * count + index) + offset;
    const glyph = (code: number) => {
      const own = offset === 0 ? code : numberAt(glyphs + 2 * (code - first), 2);
      return offset !== 0 && own === 0 ? 0 : (own + delta) & 0xffff;
    };
    return { first, last: Math.min(last(index), 0xfffe), glyph };
  };
  return { count, last, run };
}

/** Format 12. */
function groups(numberAt: NumberAt, bytes: Buffer): Layout {
  const count = Math.min(numberAt(12, 4), Math.max(0, Math.floor((bytes.length - 16) / 12)));
  const word = (index: number, at: number) => numberAt(16 + index * 12 + at, 4);
  const last = (index: number) => word(index, 4);
  const run = (index: number): CmapRun => {
    const [first, glyph] = [word(index, 0), word(index, 8)];
    return { first, last: last(index), glyph: (code) => glyph + code - first };
  };
  return { count, last, run };
}
