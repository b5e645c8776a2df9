import { passOver } from '../fault.ts';
import { tablePlaces } from '../sfnt.ts';

/** What a TrueType or OpenType program says of its characters (OpenType specification, `cmap`). */
export interface TrueTypeCharacters {
  /** By glyph, from a Unicode table; of several characters of a glyph the lowest. */
  readonly byGlyph: ReadonlyMap<number, string>;
  /** Glyphs by the code of a simple symbolic font: from the tables (3, 0), without its high byte, and (1, 0). */
  readonly byCode: ReadonlyMap<number, number>;
}

/** Codes that are read of one table. */
const maxCodes = 100_000;

/** Never fails: what cannot be read is not there. */
export function trueTypeCharacters(program: Buffer): TrueTypeCharacters {
  const byGlyph = new Map<number, string>();
  const byCode = new Map<number, number>();
  try {
    for (const { platform, encoding, at } of subtables(program)) {
      const unicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
      for (const [code, glyph] of pairsOf(program, at)) {
        if (glyph === 0) continue;
        if (unicode && !byGlyph.has(glyph) && isCharacter(code)) byGlyph.set(glyph, String.fromCodePoint(code));
        else if (platform === 3 && encoding === 0) byCode.set(code & 0xff, glyph);
        else if (platform === 1 && encoding === 0 && !byCode.has(code)) byCode.set(code, glyph);
      }
    }
  } catch (error) {
    // Reading past the end of the program: what was found so far stands.
    if (!(error instanceof RangeError)) throw error;
  }
  return { byGlyph, byCode };
}

const isCharacter = (code: number): boolean => code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xf900);

interface Subtable {
  readonly platform: number;
  readonly encoding: number;
  readonly at: number;
}

function subtables(program: Buffer): Subtable[] {
  const start = tablePlaces(program, passOver).get('cmap')?.offset;
  if (start === undefined) return [];
  return Array.from({ length: Math.min(32, program.readUInt16BE(start + 2)) }, (_, each) => {
    const at = start + 4 + 8 * each;
    return {
      platform: program.readUInt16BE(at),
      encoding: program.readUInt16BE(at + 2),
      at: start + program.readUInt32BE(at + 4),
    };
  });
}

function* pairsOf(program: Buffer, at: number): Generator<readonly [code: number, glyph: number]> {
  const format = program.readUInt16BE(at);
  if (format === 0) for (let code = 0; code < 256; code += 1) yield [code, program[at + 6 + code] ?? 0];
  else if (format === 4) yield* segments(program, at);
  else if (format === 6) {
    const first = program.readUInt16BE(at + 6);
    const count = program.readUInt16BE(at + 8);
    for (let index = 0; index < count; index += 1) yield [first + index, program.readUInt16BE(at + 10 + 2 * index)];
  } else if (format === 12) {
    let left = maxCodes;
    const groups = program.readUInt32BE(at + 12);
    for (let group = 0; group < groups && left > 0; group += 1) {
      const entry = at + 16 + 12 * group;
      const [first, last, glyph] = [
        program.readUInt32BE(entry),
        program.readUInt32BE(entry + 4),
        program.readUInt32BE(entry + 8),
      ];
      for (let code = first; code <= last && left > 0; code += 1, left -= 1) yield [code, glyph + code - first];
    }
  }
}

function* segments(program: Buffer, at: number): Generator<readonly [code: number, glyph: number]> {
  const count = program.readUInt16BE(at + 6) / 2;
  let left = maxCodes;
  for (let index = 0; index < count; index += 1) {
    const last = program.readUInt16BE(at + 14 + 2 * index);
    const first = program.readUInt16BE(at + 16 + 2 * (count + index));
    const delta = program.readUInt16BE(at + 16 + 2 * (2 * count + index));
    const place = at + 16 + 2 * (3 * count + index);
    const offset = program.readUInt16BE(place);
    for (let code = first; code <= last && code < 0xffff && left > 0; code += 1, left -= 1) {
      if (offset === 0) yield [code, (code + delta) & 0xffff];
      else {
        const glyph = program.readUInt16BE(place + offset + 2 * (code - first));
        yield [code, glyph === 0 ? 0 : (glyph + delta) & 0xffff];
      }
    }
  }
}
