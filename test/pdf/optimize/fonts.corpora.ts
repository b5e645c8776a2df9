import { expect } from 'chai';
import fc from 'fast-check';
import { readCff } from '../../../src/pdf/fonts/programs/cff-program.ts';
import { readTrueType } from '../../../src/pdf/fonts/programs/true-type-program.ts';
import { readType1 } from '../../../src/pdf/fonts/programs/type1-program.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { blankCff } from '../../../src/pdf/optimize/fonts/cff.ts';
import { subsetTrueType } from '../../../src/pdf/optimize/fonts/true-type.ts';
import { compactType1 } from '../../../src/pdf/optimize/fonts/type1-to-cff.ts';
import { Dict } from '../../../src/pdf/objects/objects.ts';
import { readCorpus } from '../../support/corpora.ts';

/** Programs of a corpus file, by what refers to them. */
function programs(name: string, key: string): Buffer[] {
  const file = openPdf(readCorpus(name));
  return file.numbers().flatMap((num) => {
    const obj = file.get(num);
    const stream = obj instanceof Dict ? file.stream(obj.get(key)) : null;
    return stream === null ? [] : [stream.decode()];
  });
}

describe('A font of the corpora with only what is shown', () => {
  it('is smaller without instructions, and has the same widths', () => {
    const [hinted = Buffer.alloc(0)] = programs('pdfjs/issue20930.pdf', 'FontFile2');
    const options = { glyphs: new Set([36, 37, 70]), simple: false };
    const [whole, plain] = [
      subsetTrueType(hinted, { ...options, dropHints: false }),
      subsetTrueType(hinted, { ...options, dropHints: true }),
    ];
    expect(plain?.length).to.be.below((whole?.length ?? 0) / 2);
    expect(plain === null ? null : readTrueType(plain)?.width(70)).to.equal(readTrueType(hinted)?.width(70));
  });

  it('is CFF with the same widths and names where it was Type 1', () => {
    const types = programs('pdfjs/issue15012.pdf', 'FontFile');
    expect(types).to.have.length(12);
    for (const type1 of types) {
      const before = readType1(type1);
      const names = new Set(before?.names ?? []);
      const made = compactType1(type1, names, false);
      const after = made === null ? null : readCff(made);
      expect(made?.length).to.be.below(type1.length);
      expect(new Set(after?.names)).to.deep.equal(names);
      for (const name of names)
        expect(after?.width(after.byName(name) ?? -1), name).to.be.closeTo(
          before?.width(before.byName(name) ?? -1) ?? -1,
          0.001,
        );
    }
  });

  it('has of a Type 1 program only the glyphs that were asked for', () => {
    const [type1] = programs('pdfjs/issue2462.pdf', 'FontFile');
    const made = compactType1(type1 ?? Buffer.alloc(0), new Set(['A', 'nothing']), true);
    expect(made === null ? null : readCff(made)?.names).to.deep.equal(['.notdef', 'A']);
  });

  it('is nothing, and no failure, where a Type 1 program is broken', () => {
    const type1 =
      programs('pdfjs/issue15012.pdf', 'FontFile').sort((one, other) => one.length - other.length)[0] ??
      Buffer.alloc(0);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(type1.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (changes) => {
          const broken = Buffer.from(type1);
          for (const [at, value] of changes) broken[at] = value;
          expect(compactType1(broken, new Set(['A', 'a', 'minus']), false)).to.satisfy(
            (made: unknown) => made === null || made instanceof Buffer,
          );
        },
      ),
      { numRuns: 300 },
    );
    expect(compactType1(Buffer.from('no font at all'), new Set(['A']), false)).to.equal(null);
  });

  it('is CFF in which the others paint nothing, at the same length', () => {
    const made =
      compactType1(
        programs('pdfjs/issue2462.pdf', 'FontFile')[0] ?? Buffer.alloc(0),
        new Set(['A', 'B', 'C']),
        false,
      ) ?? Buffer.alloc(0);
    const blank = blankCff(made, new Set([1]));
    expect(blank?.length).to.equal(made.length);
    expect(blank === null ? null : readCff(blank)?.width(1)).to.equal(readCff(made)?.width(1));
    expect(blankCff(made, new Set([1, 2, 3])), 'nothing to gain').to.equal(null);
    expect(blankCff(made.subarray(0, 40), new Set([1]))).to.equal(null);
  });
});
