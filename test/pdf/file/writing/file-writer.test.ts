import { expect } from 'chai';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { printedStyle, usualStyle, type FileStyle } from '../../../../src/pdf/file/writing/file-style.ts';
import { FileWriter } from '../../../../src/pdf/file/writing/file-writer.ts';
import { Dict, Ref } from '../../../../src/pdf/objects/objects.ts';

const trailer = { plain: new Dict([['Root', new Ref(1)]]), spaced: '/Root 1 0 R' };
const frame = [
  '<</Type /Catalog /Pages 2 0 R>>',
  '<</Type /Pages /Count 1 /Kids [3 0 R]>>',
  '<</Type /Page /Parent 2 0 R>>',
];
const styles: readonly (readonly [name: string, style: FileStyle])[] = [
  ['usual', usualStyle],
  ['printed', printedStyle],
  ['dense', { ...usualStyle, evenStreams: true, beforeStream: '', maxObjectsPerStream: 100 }],
];

/** A file whose objects from 4 on are their own numbers. */
function written(style: FileStyle, kind: 'table' | 'stream', count: number): Buffer {
  const out = new FileWriter({ style, next: count + 4 }).begin('1.7');
  const objects = Array.from({ length: count }, (_, index) => [index + 4, String(index + 4)] as const);
  for (const [index, text] of frame.entries()) out.body(index + 1, text);
  if (kind === 'stream') out.objectStreams(objects);
  else for (const [number, text] of objects) out.body(number, text);
  return out.end(style.spaced ? trailer.spaced : trailer.plain, kind);
}

describe('The writer of files', () => {
  for (const [name, style] of styles) {
    for (const kind of ['table', 'stream'] as const) {
      it(`writes objects that are found again, in the ${name} style with a ${kind}`, () => {
        for (const count of [0, 1, 99, 1001]) {
          const file = openPdf(written(style, kind, count));
          expect(file.repaired).to.equal(null);
          expect(file.sections.map((section) => section.kind)).to.deep.equal([kind]);
          expect(Array.from({ length: count }, (_, index) => file.get(index + 4))).to.deep.equal(
            Array.from({ length: count }, (_, index) => index + 4),
          );
        }
      });
    }

    it(`has as many objects in a stream as the ${name} style has at most`, () => {
      const count = 3 * style.maxObjectsPerStream + 10;
      const file = openPdf(written(style, 'stream', count));
      const containers = Array.from({ length: count }, (_, index) => file.where(index + 4)).flatMap((place) =>
        place?.kind === 'object-stream' ? [place.container] : [],
      );
      const sizes = [...Map.groupBy(containers, (container) => container).values()].map(({ length }) => length);
      expect(sizes.reduce((sum, size) => sum + size, 0)).to.equal(count);
      expect(sizes).to.have.length(4);
      expect(Math.max(...sizes)).to.be.at.most(style.maxObjectsPerStream);
      expect(Math.max(...sizes) - Math.min(...sizes) <= 1).to.equal(style.evenStreams);
    });
  }

  it('goes on with a file, of which each byte stays', () => {
    const before = written(printedStyle, 'table', 5);
    const out = new FileWriter({ style: printedStyle, next: 9 }).goOn(before);
    out.body(6, '(new)');
    const after = out.end(`/Root 1 0 R /Prev ${before.lastIndexOf('xref\n0 ')}`, 'table');
    expect(after.subarray(0, before.length).equals(before)).to.equal(true);
    const file = openPdf(after);
    expect(file.repaired).to.equal(null);
    expect(file.sections).to.have.length(2);
    expect([...(file.sections[0]?.entries.keys() ?? [])]).to.deep.equal([6]);
    expect(file.string(file.get(6))?.text).to.equal('new');
    expect(file.get(7)).to.equal(7);
  });

  it('lists the first of two objects of a number', () => {
    const out = new FileWriter({ style: printedStyle, next: 5 }).begin('1.7');
    for (const [index, text] of frame.entries()) out.body(index + 1, text);
    out.body(4, '(first)');
    out.body(4, '(second)');
    const file = openPdf(out.end('/Root 1 0 R', 'table'));
    expect(file.string(file.get(4))?.text).to.equal('first');
  });

  it('refers to nothing that it was given, where it is to copy', () => {
    const large = Buffer.alloc(200_000, 'a');
    for (const copies of [true, false]) {
      const out = new FileWriter({ style: printedStyle, next: 2, copies }).begin('1.7');
      large.fill('a');
      out.body(1, large);
      large.fill('b');
      expect(out.end('', 'table').includes('aaaa')).to.equal(copies);
    }
  });
});
