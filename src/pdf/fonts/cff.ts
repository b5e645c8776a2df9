import { cffStandardStrings } from './encodings/encodings.ts';
import { refuse, type OnFault } from './fault.ts';
import { shortNumber } from './programs/charstring-operand.ts';

/** Objects of a program by number: glyphs, subroutines, strings. */
export interface CffObjects {
  readonly count: number;
  item(index: number): Buffer | undefined;
}

/** An INDEX (Adobe technical note 5176, 5): where its objects lie in the program, and where it ends itself. */
export class CffIndex implements CffObjects {
  readonly count: number;
  readonly end: number;
  readonly #cff: Buffer;
  readonly #offsets: Uint32Array;

  /**
   * Faults are objects that lie beyond the program, or end before they begin.
   * @throws RangeError where it breaks off
   */
  constructor(cff: Buffer, at: number, onFault: OnFault) {
    this.#cff = cff;
    this.count = cff.readUInt16BE(at);
    const size = this.count === 0 ? 0 : cff.readUInt8(at + 2);
    if (this.count > 0 && (size < 1 || size > 4)) throw new RangeError('not an INDEX');
    const data = at + 2 + (this.count + 1) * size;
    const offset = (each: number) => data + cff.readUIntBE(at + 3 + each * size, size);
    this.#offsets = Uint32Array.from({ length: this.count === 0 ? 0 : this.count + 1 }, (_, each) => offset(each));
    this.end = this.#offsets.at(-1) ?? at + 2;
    if (this.end > cff.length || this.#offsets.some((start, each) => start > (this.#offsets[each + 1] ?? start)))
      onFault('objects of an INDEX overlap');
  }

  place(index: number): readonly [start: number, end: number] {
    return [this.#offsets[index] ?? 0, this.#offsets[index + 1] ?? 0];
  }

  item(index: number): Buffer | undefined {
    return index >= 0 && index < this.count ? this.#cff.subarray(...this.place(index)) : undefined;
  }
}

/** Operands by operator of a DICT (4); operators of two bytes are 1200 and on. */
export type CffDict = ReadonlyMap<number, readonly number[]>;

/** Operators of a Top DICT (9). */
const op = { charset: 15, charStrings: 17, ros: 1230 } as const;

/** Strings that CFF knows (appendix A). */
const standardStrings = 391;

/**
 * The parts of a CFF program (Adobe technical note 5176), of which each is read when it is wanted.
 * @throws RangeError where the program breaks off
 */
export class CffFont {
  readonly cff: Buffer;
  readonly tops: CffIndex;
  readonly top: CffDict;
  readonly #onFault: OnFault;

  constructor(cff: Buffer, onFault: OnFault) {
    this.cff = cff;
    this.#onFault = onFault;
    this.tops = this.index(this.index(cff.readUInt8(2)).end);
    const first = this.tops.item(0);
    if (first === undefined) throw new RangeError('no Top DICT');
    this.top = this.dict(first);
  }

  index(at: number): CffIndex {
    return new CffIndex(this.cff, at, this.#onFault);
  }

  dict(bytes: Buffer): CffDict {
    return cffDict(bytes, this.#onFault);
  }

  /** The index that an entry of the Top DICT leads to. */
  indexOf(operator: number): CffIndex {
    return this.index(this.top.get(operator)?.[0] ?? 0);
  }

  get strings(): CffIndex {
    return this.index(this.tops.end);
  }

  get charStrings(): CffIndex {
    return this.indexOf(op.charStrings);
  }

  get globals(): CffIndex {
    return this.index(this.strings.end);
  }

  /** Whether glyphs have CIDs, and no names. */
  get isKeyed(): boolean {
    return this.top.has(op.ros);
  }

  /** SIDs of the glyphs, or CIDs. */
  charset(glyphs: number): number[] {
    return cffCharset(this.cff, this.top.get(op.charset)?.[0] ?? 0, glyphs);
  }

  /** Names of the glyphs of a program that is not keyed. */
  names(glyphs: number): string[] {
    const [standard, own] = [cffStandardStrings(), this.strings];
    return this.charset(glyphs).map(
      (sid) => standard[sid] ?? own.item(sid - standardStrings)?.toString('latin1') ?? '.notdef',
    );
  }
}

/**
 * CIDs of the glyphs of a program; null where it has none, and the numbers of its glyphs stand for them (ISO 32000-2,
 * 9.7.4.2). @throws RangeError where it breaks off
 */
export function cidsOf(cff: Buffer): readonly number[] | null {
  const font = new CffFont(cff, refuse);
  return font.isKeyed ? font.charset(font.charStrings.count) : null;
}

/** A fault is a last operator or operand that breaks off. @throws RangeError for one of several bytes */
function cffDict(bytes: Buffer, onFault: OnFault): CffDict {
  const entries = new Map<number, readonly number[]>();
  let operands: number[] = [];
  const byteAt = (at: number) => {
    if (at >= bytes.length) onFault('a DICT breaks off');
    return bytes[at] ?? 0;
  };
  for (let at = 0; at < bytes.length;) {
    const first = byteAt(at);
    if (first <= 21) {
      entries.set(first === 12 ? 1200 + byteAt(at + 1) : first, operands);
      operands = [];
      at += first === 12 ? 2 : 1;
      continue;
    }
    const [value, length] = first === 30 ? realAt(bytes, at, onFault) : integerAt(bytes, at, byteAt);
    operands.push(value);
    at += length;
  }
  return entries;
}

type Operand = readonly [value: number, length: number];

function integerAt(bytes: Buffer, at: number, byteAt: (at: number) => number): Operand {
  const first = byteAt(at);
  if (first === 28) return [bytes.readInt16BE(at + 1), 3];
  if (first === 29) return [bytes.readInt32BE(at + 1), 5];
  return first <= 246 ? [shortNumber(first, 0), 1] : [shortNumber(first, byteAt(at + 1)), 2];
}

/** A real number, of digits of four bits (table 5). */
function realAt(bytes: Buffer, start: number, onFault: OnFault): Operand {
  const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', ' ', '-'];
  let text = '';
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0xff;
    for (const nibble of [byte >> 4, byte & 15]) {
      if (nibble === 15) return [Number(text.trim()) || 0, at + 1 - start];
      text += digits[nibble] ?? '';
    }
  }
  onFault('a number of a DICT breaks off');
  return [Number(text.trim()) || 0, bytes.length - start];
}

/**
 * SIDs or CIDs of the glyphs (13), by where the charset is; the predefined ones begin as the standard strings do.
 * @throws RangeError where it ends early
 */
function cffCharset(cff: Buffer, at: number, glyphs: number): number[] {
  if (at <= 2) return Array.from({ length: glyphs }, (_, glyph) => glyph);
  const format = cff.readUInt8(at);
  const ids = [0];
  let place = at + 1;
  while (ids.length < glyphs) {
    const id = cff.readUInt16BE(place);
    const more = format === 0 ? 0 : format === 1 ? cff.readUInt8(place + 2) : cff.readUInt16BE(place + 2);
    place += format === 0 ? 2 : format === 1 ? 3 : 4;
    for (let each = 0; each <= more && ids.length < glyphs; each += 1) ids.push(id + each);
  }
  return ids;
}
