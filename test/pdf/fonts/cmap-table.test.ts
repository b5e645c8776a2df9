import { expect } from 'chai';
import { readCmaps, type Cmap } from '../../../src/pdf/fonts/cmap-table.ts';
import { passOver, refuse, type OnFault } from '../../../src/pdf/fonts/fault.ts';

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeUInt16BE(value, index * 2));
  return bytes;
};
/** The only subtable of a table. */
function cmapOf(subtable: Buffer, onFault: OnFault = refuse): Cmap {
  const [cmap] = readCmaps(Buffer.concat([words(0, 1, 3, 1, 0, 12), subtable]), onFault);
  if (cmap === undefined) throw new Error('no subtable');
  return cmap;
}
const glyphs = (cmap: Cmap, ...codes: readonly number[]) => codes.map((code) => cmap.glyph(code));

/** A to C by a difference, x and y by a list. */
const segments = words(4, 44, 0, 6, 0, 0, 0, 67, 121, 0xffff, 0, 65, 120, 0xffff, 0xffff - 63, 2, 1, 0, 4, 0, 7, 0);

describe('Characters of a font', () => {
  it('are found in segments', () => {
    const cmap = cmapOf(segments);
    expect(glyphs(cmap, 64, 65, 67, 68, 120, 121, 122, 0xffff)).to.deep.equal([0, 1, 3, 0, 9, 0, 0, 0]);
    expect([...cmap.pairs()]).to.deep.equal([
      [65, 1],
      [66, 2],
      [67, 3],
      [120, 9],
      [121, 0],
    ]);
  });

  it('are found in segments out of order: the first that does not end before a character counts', () => {
    const cmap = cmapOf(words(4, 32, 0, 4, 0, 0, 0, 90, 67, 0, 80, 65, 0, 0, 0, 0));
    expect(glyphs(cmap, 80, 90, 65, 91)).to.deep.equal([80, 90, 0, 0]);
  });

  it('are found in lists with a first character, of two bytes or four', () => {
    expect(glyphs(cmapOf(words(6, 14, 0, 65, 2, 5, 6)), 64, 65, 66, 67)).to.deep.equal([0, 5, 6, 0]);
    const long = cmapOf(words(10, 0, 0, 24, 0, 0, 1, 0xf600, 0, 2, 5, 6));
    expect(glyphs(long, 0x1f5ff, 0x1f600, 0x1f601, 0x1f602)).to.deep.equal([0, 5, 6, 0]);
  });

  it('are found in groups, and by bytes', () => {
    const groups = cmapOf(words(12, 0, 0, 40, 0, 0, 0, 2, 0, 65, 0, 67, 0, 1, 1, 0xf600, 1, 0xf601, 0, 8));
    expect(glyphs(groups, 64, 65, 67, 68, 0x1f601, 0x1f602)).to.deep.equal([0, 1, 3, 0, 9, 0]);
    const bytes = Buffer.alloc(256);
    bytes[65] = 4;
    expect(glyphs(cmapOf(Buffer.concat([words(0, 262, 0), bytes])), 65, 66, 256)).to.deep.equal([4, 0, 0]);
  });

  it('are none in a subtable of another format', () => {
    const cmap = cmapOf(words(2, 6, 0));
    expect([cmap.isKnown, cmap.glyph(65), [...cmap.runs()].length]).to.deep.equal([false, 0, 1]);
    expect([...cmap.pairs()]).to.deep.equal([]);
  });

  it('are refused, or found as far as they go, where a subtable or the list of them breaks off', () => {
    const broken = segments.subarray(0, -4);
    expect(() => cmapOf(broken).glyph(120)).to.throw(RangeError);
    expect(glyphs(cmapOf(broken, passOver), 66, 120)).to.deep.equal([2, 0]);
    expect(() => readCmaps(words(0, 2, 3, 1, 0, 12), refuse)).to.throw(RangeError);
    expect(readCmaps(words(0, 2, 3, 1, 0, 12), passOver)).to.have.length(1);
    expect(readCmaps(Buffer.alloc(0), passOver)).to.deep.equal([]);
  });

  it('are 100,000 of a subtable at most where they are listed', () => {
    const cmap = cmapOf(words(12, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0xffff, 0xffff, 0, 1));
    expect([...cmap.pairs()]).to.have.length(100_000);
  });
});
