import { passOver, unlessBroken } from '../fault.ts';
import { tablePlaces } from '../sfnt.ts';
import { CffFont } from '../cff.ts';
import { encodingOf, type Encoding } from '../encodings/encodings.ts';

/** The encoding of a CFF program with names (Adobe technical note 5176): null where it has none, or cannot be read. */
export function cffEncoding(program: Buffer): Encoding | null {
  return unlessBroken(() => {
    if (program.toString('latin1', 0, 4) !== 'OTTO') return read(program);
    // As far as the file goes, whatever length is stated.
    const table = tablePlaces(program, passOver).get('CFF ');
    return table === undefined ? null : read(program.subarray(table.offset));
  });
}

/** Operator of the Top DICT. */
const encodingOperator = 16;

function read(cff: Buffer): Encoding | null {
  const font = new CffFont(cff, passOver);
  if (font.isKeyed) return null;
  const names = font.names(font.charStrings.count);
  const at = font.top.get(encodingOperator)?.[0] ?? 0;
  if (at === 0) return encodingOf('StandardEncoding');
  if (at === 1) return encodingOf('Expert');
  return new Map([...codesOf(cff, at)].map(([code, glyph]) => [code, names[glyph] ?? '.notdef']));
}

function* codesOf(cff: Buffer, at: number): Generator<readonly [code: number, glyph: number]> {
  const format = cff.readUInt8(at) & 0x7f;
  const count = cff.readUInt8(at + 1);
  let glyph = 1;
  for (let each = 0; each < count; each += 1) {
    if (format === 0) yield [cff.readUInt8(at + 2 + each), glyph++];
    else {
      const first = cff.readUInt8(at + 2 + 2 * each);
      const more = cff.readUInt8(at + 3 + 2 * each);
      for (let code = first; code <= first + more; code += 1) yield [code, glyph++];
    }
  }
}
