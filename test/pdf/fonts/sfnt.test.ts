import { expect } from 'chai';
import { passOver, refuse } from '../../../src/pdf/fonts/fault.ts';
import { fontFile, tablePlaces, tablesOf } from '../../../src/pdf/fonts/sfnt.ts';

const file = fontFile([
  ['head', Buffer.alloc(54, 1)],
  ['maxp', Buffer.from([0, 0, 0, 0, 0, 7])],
]);

describe('The table directory of a font', () => {
  it('leads to the tables', () => {
    expect(tablesOf(file, refuse).get('maxp')?.readUInt16BE(4)).to.equal(7);
    expect(tablesOf(file, refuse).get('head')).to.have.length(54);
  });

  it('is that of the first font of a collection', () => {
    const head = Buffer.alloc(16);
    head.write('ttcf', 'latin1');
    head.writeUInt32BE(16, 12);
    expect([...tablePlaces(Buffer.concat([head, file]), refuse).keys()]).to.deep.equal(['head', 'maxp']);
  });

  it('has the first of several tables with one tag', () => {
    const twice = Buffer.from(file);
    twice.write('head', 28, 'latin1');
    expect([...tablesOf(twice, refuse)].map(([tag, { length }]) => [tag, length])).to.deep.equal([['head', 54]]);
  });

  it('is refused, or read as far as it goes, where it breaks off', () => {
    const broken = file.subarray(0, 40);
    expect(() => tablePlaces(broken, refuse)).to.throw(RangeError);
    expect([...tablePlaces(broken, passOver).keys()]).to.deep.equal(['head']);
    expect([...tablesOf(broken, passOver).values()].map(({ length }) => length)).to.deep.equal([0]);
    expect(tablePlaces(Buffer.alloc(3), passOver).size).to.equal(0);
    expect(() => tablePlaces(Buffer.alloc(3), refuse)).to.throw(RangeError);
  });
});
