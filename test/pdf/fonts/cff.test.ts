import { expect } from 'chai';
import { CffFont, cidsOf } from '../../../src/pdf/fonts/cff.ts';
import { passOver, refuse } from '../../../src/pdf/fonts/fault.ts';
import { compactType1 } from '../../../src/pdf/optimize/fonts/type1-to-cff.ts';
import { type1Program } from '../optimize/type1-program.ts';

const cff = compactType1(type1Program(), new Set(['A', 'B', 'a']), false) ?? Buffer.alloc(0);

describe('A CFF program', () => {
  it('has glyphs with names, or with CIDs', () => {
    const font = new CffFont(cff, refuse);
    expect(font.isKeyed).to.equal(false);
    expect(font.names(font.charStrings.count)).to.deep.equal(['.notdef', 'A', 'B', 'a']);
    expect(cidsOf(cff)).to.equal(null);
  });

  it('has no object before the first of an INDEX, and none behind the last', () => {
    const { charStrings } = new CffFont(cff, refuse);
    expect([-1, charStrings.count].map((index) => charStrings.item(index))).to.deep.equal([undefined, undefined]);
    expect(charStrings.item(0)?.at(-1), 'endchar').to.equal(14);
  });

  it('has numbers of every kind in its dictionaries', () => {
    const font = new CffFont(cff, refuse);
    const real = Buffer.from([0x1e, 0xe2, 0xa2, 0x5c, 0x3f]); // -2.25E-3
    const operands = Buffer.concat([
      Buffer.from([0x8b, 0xef, 0xfa, 0x7c, 0xfe, 0x7c, 0x1c, 0xd8, 0xf0, 0x1d, 0xff, 0xfe, 0x79, 0x60]),
      real,
    ]);
    const dict = font.dict(Buffer.concat([operands, Buffer.from([12, 7])]));
    expect(dict.get(1207)).to.deep.equal([0, 100, 1000, -1000, -10_000, -100_000, -0.00225]);
  });

  it('is refused, or read as far as it goes, where objects end before they begin or a number breaks off', () => {
    const font = new CffFont(cff, refuse);
    const index = Buffer.from([0, 2, 1, 1, 9, 3, 0, 0]);
    expect(() => new CffFont(Buffer.concat([cff.subarray(0, 4), index]), refuse)).to.throw(RangeError);
    expect(() => font.dict(Buffer.from([0xf7]))).to.throw(RangeError);
    expect(() => font.dict(Buffer.from([0x1e, 0x12]))).to.throw(RangeError);
    const lenient = new CffFont(cff, passOver);
    expect(lenient.dict(Buffer.from([0x8b, 14, 0x1e, 0x12])).get(14)).to.deep.equal([0]);
  });
});
