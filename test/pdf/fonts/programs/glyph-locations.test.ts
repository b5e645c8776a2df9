import { expect } from 'chai';
import { glyphLocations } from '../../../../src/pdf/fonts/programs/glyph-locations.ts';

const head = (format: number) => {
  const table = Buffer.alloc(54);
  table.writeInt16BE(format, 50);
  return table;
};

describe('The places of glyphs in a TrueType program', () => {
  it('are halves in the short format, and as they are in the long one', () => {
    const short = glyphLocations(head(0), Buffer.from('000000058001', 'hex'));
    expect([short.count, short.at(0), short.at(1), short.at(2)]).to.deep.equal([2, 0, 10, 0x10002]);
    const long = glyphLocations(head(1), Buffer.from('0000000080000001ffff', 'hex'));
    expect([long.count, long.at(1)]).to.deep.equal([1, 0x80000001]);
  });

  it('are none in an empty table, and end with it', () => {
    const { count, at } = glyphLocations(head(0), Buffer.alloc(0));
    expect(count).to.equal(-1);
    expect(() => at(0)).to.throw(RangeError);
    expect(() => glyphLocations(Buffer.alloc(20), Buffer.alloc(4))).to.throw(RangeError);
  });
});
