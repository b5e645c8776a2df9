import { isSpace } from '../../objects/characters.ts';
import { type1Width } from './charstring-width.ts';
import type { FontProgram } from './font-program.ts';

/** Glyphs of one program. */
const maxCount = 20_000;

/** Reads a Type 1 program (Adobe Type 1 Font Format), in clear or with the headers of PFB; null where it is none. */
export function readType1(bytes: Buffer): FontProgram | null {
  const program = bytes[0] === 0x80 ? withoutHeaders(bytes) : bytes;
  const mark = program.indexOf('eexec');
  if (mark < 0) return null;
  let start = mark + 5;
  while (isSpace(program[start] ?? 0x21)) start += 1;
  const hidden = program.subarray(start);
  const plain = decrypt(
    isHex(hidden) ? Buffer.from(hidden.toString('latin1').replace(/\s+/g, ''), 'hex') : hidden,
    55_665,
    4,
  );
  const head = plain.toString('latin1');
  const begin = head.indexOf('/CharStrings');
  if (begin < 0) return null;
  const skip = Number(/\/lenIV\s+(-?\d+)/.exec(head.slice(0, begin))?.[1] ?? 4);
  const scale =
    Number(/\/FontMatrix\s*\[\s*([-+.\deE]+)/.exec(program.toString('latin1', 0, mark))?.[1] ?? 0.001) || 0.001;
  const glyphs = new Map<string, Buffer>();
  const entry = /\/([^\s/(){}<>[\]%]+)\s+(\d+)\s+(?:RD|-\||\S+)\s/y;
  for (let at = head.indexOf('/', begin + 1); at >= 0 && glyphs.size < maxCount;) {
    entry.lastIndex = at;
    const found = entry.exec(head);
    if (found === null) {
      at = head.indexOf('/', at + 1);
      continue;
    }
    const length = Number(found[2]);
    const code = plain.subarray(entry.lastIndex, entry.lastIndex + length);
    if (!glyphs.has(found[1] ?? '')) glyphs.set(found[1] ?? '', skip < 0 ? code : decrypt(code, 4330, skip));
    at = head.indexOf('/', entry.lastIndex + length);
  }
  const names = [...glyphs.keys()];
  const numbers = new Map(names.map((name, glyph) => [name, glyph]));
  return {
    kind: 'type1',
    glyphs: names.length,
    names,
    cids: null,
    cmaps: [],
    byCid: () => null,
    byName: (name) => numbers.get(name) ?? null,
    has: (glyph) => glyph >= 0 && glyph < names.length,
    width: (glyph) => {
      const width = type1Width(glyphs.get(names[glyph] ?? '') ?? Buffer.alloc(0));
      return width === null ? null : width * scale * 1000;
    },
  };
}

function isHex(bytes: Buffer): boolean {
  return /^[0-9A-Fa-f\s]{8}/.test(bytes.toString('latin1', 0, 8));
}

/** eexec and charstring encryption (7.1): the first `skip` bytes are noise. */
function decrypt(bytes: Buffer, key: number, skip: number): Buffer {
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
