import { expect } from 'chai';
import { encodingOf } from '../../../src/pdf/fonts/encodings/encodings.ts';
import { readType1 } from '../../../src/pdf/fonts/programs/type1-program.ts';
import { openType1, type1Encoding } from '../../../src/pdf/fonts/type1.ts';
import { compactType1 } from '../../../src/pdf/optimize/fonts/type1-to-cff.ts';
import { type1Program } from '../optimize/type1-program.ts';

const own =
  '/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for dup 65 /alpha put dup 300 /beta put readonly def\n';
const standard = '/Encoding StandardEncoding def\n';

describe('A Type 1 program', () => {
  it('has glyphs by name, and no subroutines where it states none', () => {
    const font = openType1(type1Program());
    expect([...(font?.glyphs().keys() ?? [])]).to.deep.equal(['.notdef', 'A', 'B', 'a']);
    expect(font?.subrs().size).to.equal(0);
    expect(font?.head).to.contain('/BlueValues');
  });

  it('is read with the headers of PFB too, but for what becomes CFF', () => {
    const program = type1Program();
    const header = (kind: number, length: number) => {
      const bytes = Buffer.from([0x80, kind, 0, 0, 0, 0]);
      bytes.writeUInt32LE(length, 2);
      return bytes;
    };
    const mark = program.indexOf('eexec') + 6;
    const parts = [program.subarray(0, mark), program.subarray(mark)] as const;
    const pfb = Buffer.concat([
      header(1, parts[0].length),
      parts[0],
      header(2, parts[1].length),
      parts[1],
      header(3, 0),
    ]);
    expect(readType1(pfb)?.names).to.deep.equal(readType1(program)?.names);
    expect(compactType1(pfb, new Set(['A']), false)).to.equal(null);
  });

  it('has the encoding that is defined last', () => {
    expect([...(type1Encoding(Buffer.from(own)) ?? [])]).to.deep.equal([[65, 'alpha']]);
    expect(type1Encoding(Buffer.from(own + standard))).to.equal(encodingOf('StandardEncoding'));
    expect([...(type1Encoding(Buffer.from(standard + own)) ?? [])]).to.deep.equal([[65, 'alpha']]);
    expect(type1Encoding(Buffer.from('/Encoding 256 array readonly def eexec dup 65 /A put'))).to.equal(null);
    expect(type1Encoding(Buffer.alloc(0))).to.equal(null);
  });
});
