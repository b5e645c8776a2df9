import { expect } from 'chai';
import { PDFDocument } from 'pdf-lib';
import { newStream } from '../../../../src/pdf/objects/new-stream.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { Dict, Name, Ref, type Obj } from '../../../../src/pdf/objects/objects.ts';
import { writePdf } from '../../../../src/pdf/file/writing/write.ts';
import { contentOf, open, smallPdf } from '../../raw/small-pdf.ts';

const file = open(smallPdf().text);
const objects = file.numbers().map((num) => [num, file.get(num)] as const);
const trailer = new Dict([['Root', new Ref(1)]]);
const write = (compress: boolean, more: readonly (readonly [number, Obj])[] = []) =>
  writePdf({ objects: [...objects, ...more], trailer, version: '1.4', compress });

describe('writePdf', () => {
  for (const compress of [false, true]) {
    const form = compress ? 'object streams' : 'a classic table';

    it(`writes a file that is read as it was, with ${form}`, async () => {
      const bytes = write(compress);
      const again = openPdf(bytes);
      expect(again.repaired).to.equal(null);
      expect(again.version).to.equal(compress ? '1.5' : '1.4');
      expect(contentOf(again)).to.equal(contentOf(file));
      expect(again.sections.map(({ kind }) => kind)).to.deep.equal([compress ? 'stream' : 'table']);
      for (const num of [1, 2, 3, 5]) expect(again.get(num)).to.deep.equal(file.get(num));
      expect((await PDFDocument.load(bytes, { throwOnInvalidObject: true })).getPageCount()).to.equal(1);
    });

    it(`writes equal bytes for equal input, with ${form}`, () => {
      expect(Buffer.from(write(compress)).equals(Buffer.from(write(compress)))).to.equal(true);
      expect(Buffer.from(write(compress)).equals(Buffer.from(write(compress, [[6, 1]])))).to.equal(false);
    });

    it(`leaves gaps in the numbers, small and huge, with ${form}`, () => {
      for (const num of [9, 4_000_000]) {
        const bytes = write(compress, [[num, new Name('Last')]]);
        expect(bytes.length).to.be.below(2000);
        const again = openPdf(bytes);
        expect(again.repaired).to.equal(null);
        expect(again.get(num)).to.deep.equal(new Name('Last'));
        expect(again.get(num - 1)).to.equal(null);
      }
    });

    it(`writes thousands of objects, with ${form}`, () => {
      const more = Array.from({ length: 3000 }, (_, index) => [index + 6, index] as const);
      const again = openPdf(write(compress, more));
      expect(more.every(([num, value]) => again.get(num) === value)).to.equal(true);
    });
  }

  it('copies streams as they are, with a Length that is right', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const again = openPdf(
      write(false, [
        [
          6,
          newStream(
            new Dict([
              ['Length', new Ref(99)],
              ['X', 1],
            ]),
            bytes,
          ),
        ],
      ]),
    );
    const stream = again.stream(new Ref(6));
    expect(stream?.stored.equals(bytes)).to.equal(true);
    expect([...(stream?.dict.entries() ?? [])]).to.deep.equal([
      ['Length', 256],
      ['X', 1],
    ]);
  });

  it('takes the identifier that it is given, and the entries of a trailer that are not its own', () => {
    const given = new Dict([
      ['Root', new Ref(1)],
      ['Info', new Ref(5)],
      ['Prev', 7],
      ['W', [1, 1, 1]],
      ['Size', 1],
    ]);
    const again = openPdf(
      writePdf({ objects, trailer: given, version: '2.0', compress: false, id: [Buffer.from('a'), Buffer.from('b')] }),
    );
    expect(again.array(again.trailer.get('ID'))?.map((half) => again.string(half)?.text)).to.deep.equal(['a', 'b']);
    expect([again.trailer.get('Prev'), again.trailer.get('W'), again.trailer.get('Size'), again.version]).to.deep.equal(
      [null, null, 6, '2.0'],
    );
  });
});
