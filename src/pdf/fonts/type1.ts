import { isSpace } from '../objects/characters.ts';
import { encodingOf, type Encoding } from './encodings/encodings.ts';

const maxCount = { glyphs: 20_000, subrs: 65_536, clearCharacters: 100_000 };

/** A Type 1 program (Adobe Type 1 Font Format), with its encrypted parts decrypted. */
export class Type1Font {
  /** What stands before the encrypted part. */
  readonly clear: string;
  /** The encrypted part before subroutines and charstrings, decrypted. */
  readonly head: string;
  readonly #plain: Buffer;
  readonly #text: string;
  readonly #subrsAt: number;
  readonly #glyphsAt: number;
  /** Random bytes before a charstring; below 0 where charstrings are not encrypted. */
  readonly #skip: number;

  constructor(clear: string, plain: Buffer) {
    this.clear = clear;
    this.#plain = plain;
    this.#text = plain.toString('latin1');
    this.#glyphsAt = this.#text.indexOf('/CharStrings');
    const subrs = this.#text.indexOf('/Subrs');
    this.#subrsAt = subrs < 0 ? this.#glyphsAt : Math.min(subrs, this.#glyphsAt);
    this.head = this.#text.slice(0, this.#subrsAt);
    const dictionary = this.#text.slice(0, this.#glyphsAt);
    this.#skip = Number(/\/lenIV\s+(-?\d+)/.exec(dictionary)?.[1] ?? 4);
  }

  /** Charstrings by the names of glyphs. */
  glyphs(): Map<string, Buffer> {
    const pattern = /\/([^\s/(){}<>[\]%]+)\s+(\d+)\s+(?:RD|-\||\S+)\s/g;
    return this.#entries(pattern, { from: this.#glyphsAt + 12, to: this.#text.length, count: maxCount.glyphs });
  }

  /** Charstrings of subroutines by number. */
  subrs(): Map<number, Buffer> {
    const range = { from: this.#subrsAt, to: this.#glyphsAt, count: maxCount.subrs };
    const entries = this.#entries(/dup\s+(\d+)\s+(\d+)\s+\S+\s/g, range);
    return new Map([...entries].map(([name, code]) => [Number(name), code]));
  }

  /**
   * Named binary data: the bytes after each match of the pattern, whose second group is their number. The first of a
   * name counts.
   */
  #entries(
    pattern: RegExp,
    { from, to, count }: { readonly from: number; readonly to: number; readonly count: number },
  ): Map<string, Buffer> {
    const entries = new Map<string, Buffer>();
    pattern.lastIndex = from;
    while (entries.size < count) {
      const found = pattern.exec(this.#text);
      if (found === null || found.index >= to) break;
      const [, name = '', length] = found;
      const code = this.#plain.subarray(pattern.lastIndex, pattern.lastIndex + Number(length));
      if (!entries.has(name)) entries.set(name, this.#skip < 0 ? code : decrypted(code, 4330, this.#skip));
      pattern.lastIndex += Number(length);
    }
    return entries;
  }
}

/** A program with the headers of PFB or without; null for bytes that are none. */
export function openType1(bytes: Buffer): Type1Font | null {
  const program = isPfb(bytes) ? withoutHeaders(bytes) : bytes;
  const mark = program.indexOf('eexec');
  if (mark < 0) return null;
  let start = mark + 5;
  while (isSpace(program[start] ?? 0x21)) start += 1;
  const hidden = program.subarray(start);
  const isHex = /^[0-9A-Fa-f\s]{8}/.test(hidden.toString('latin1', 0, 8));
  const binary = isHex ? Buffer.from(hidden.toString('latin1').replace(/\s+/g, ''), 'hex') : hidden;
  const plain = decrypted(binary, 55_665, 4);
  return plain.includes('/CharStrings') ? new Type1Font(program.toString('latin1', 0, mark), plain) : null;
}

/** Whether a program is in segments with headers, as files of it are. */
export const isPfb = (bytes: Buffer): boolean => bytes[0] === 0x80;

/**
 * The Encoding in the clear text of a program (2.2), of several the last, as PostScript defines it anew; null where it
 * has none that is read.
 */
export function type1Encoding(program: Buffer): Encoding | null {
  const end = program.indexOf('eexec');
  const text = program.toString('latin1', 0, Math.min(end < 0 ? program.length : end, maxCount.clearCharacters));
  const start = text.lastIndexOf('/Encoding');
  if (start < 0) return null;
  if (/^\/Encoding\s+StandardEncoding/.test(text.slice(start, start + 40))) return encodingOf('StandardEncoding');
  const names = new Map<number, string>();
  for (const [, code = '', name = ''] of text.slice(start).matchAll(/\bdup\s+(\d{1,3})\s*\/([^\s/(){}<>[\]%]+)\s+put/g))
    if (Number(code) < 256) names.set(Number(code), name);
  return names.size === 0 ? null : names;
}

/** eexec and charstring encryption (7.1): the first `skip` bytes are noise. */
function decrypted(bytes: Buffer, key: number, skip: number): Buffer {
  const plain = Buffer.allocUnsafe(bytes.length);
  let state = key;
  for (let at = 0; at < bytes.length; at += 1) {
    const cipher = bytes[at] ?? 0;
    plain[at] = cipher ^ (state >> 8);
    state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
  }
  return plain.subarray(skip);
}

/** PFB: segments with a header of six bytes each. */
function withoutHeaders(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + 6 <= bytes.length && bytes[at] === 0x80 && bytes[at + 1] !== 3;) {
    const length = bytes.readUInt32LE(at + 2);
    parts.push(bytes.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  return Buffer.concat(parts);
}
