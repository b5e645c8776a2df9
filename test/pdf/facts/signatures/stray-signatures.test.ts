import { expect } from 'chai';
import { straySignatures } from '../../../../src/pdf/facts/signatures/stray-signatures.ts';
import type { PdfSignature } from '../../../../src/pdf/facts/signatures/signatures.ts';
import { Dict } from '../../../../src/pdf/objects/objects.ts';

const strays = (text: string, known: readonly PdfSignature[] = []) =>
  straySignatures(Buffer.from(text, 'latin1'), known);
const known = (byteRange: readonly number[]): PdfSignature => ({
  field: 'a',
  dict: new Dict(),
  subFilter: null,
  byteRange,
  contents: Buffer.alloc(0),
  docMdp: null,
  locks: [],
});

describe('straySignatures', () => {
  it('finds ByteRange wherever it stands, however its name is written', () => {
    for (const name of [
      'ByteRange',
      '#42yteRange',
      'Byte#52ange',
      'B#79#74#65#52#61#6e#67#65',
      'B#79#74#65#52#61#6E#67#65',
    ]) {
      expect(strays(`1 0 obj<</${name}[0 1 2 3]>>endobj`), name).to.deep.equal([9]);
      expect(strays(`<</${name} 7 0 R>>`), name).to.deep.equal([2]);
      expect(strays(`<</${name}%\n[0 1 2 3]>>`), name).to.deep.equal([2]);
    }
  });

  it('leaves out those that are known, and names that only begin so', () => {
    expect(strays('<</ByteRange [0 10\n20 30 ]>> <</ByteRange[0 1 2 3]>>', [known([0, 10, 20, 30])])).to.deep.equal([
      31,
    ]);
    expect(strays('<</ByteRanges[0 1 2 3]/Byterange[0 1 2 3]>> ByteRange')).to.deep.equal([]);
  });
});
