import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { readCff } from '../../../src/pdf/fonts/programs/cff-program.ts';
import { outlineLengths, readTrueType } from '../../../src/pdf/fonts/programs/true-type-program.ts';
import { readType1 } from '../../../src/pdf/fonts/programs/type1-program.ts';
import { blankCff } from '../../../src/pdf/optimize/fonts/cff.ts';
import { subsetTrueType } from '../../../src/pdf/optimize/fonts/true-type.ts';
import { compactType1 } from '../../../src/pdf/optimize/fonts/type1-to-cff.ts';
import { type1Program } from './type1-program.ts';

const arimo = readFileSync(new URL('../../../fonts/arimo/Arimo-Regular.ttf', import.meta.url));

describe('A font with only what is shown', () => {
  const whole = readTrueType(arimo);
  const unicode = whole?.cmaps.find(({ platform, encoding }) => platform === 3 && encoding === 1);
  const glyphOf = (character: string) => unicode?.glyph(character.codePointAt(0) ?? 0) ?? 0;

  it('keeps glyphs under their numbers, with their widths and characters, and the parts of accented ones', () => {
    const glyphs = new Set(['A', 'b', 'é'].map(glyphOf));
    const made = subsetTrueType(arimo, { glyphs, simple: true, dropHints: false });
    const subset = made === null ? null : readTrueType(made);
    const [before, after] = [outlineLengths(arimo), outlineLengths(made ?? arimo)];
    const own = subset?.cmaps.find(({ platform, encoding }) => platform === 3 && encoding === 1);
    expect(made?.length).to.be.below(arimo.length / 20);
    for (const character of ['A', 'b', 'é']) {
      const glyph = glyphOf(character);
      expect([after?.(glyph), subset?.width(glyph), own?.glyph(character.codePointAt(0) ?? 0)]).to.deep.equal([
        before?.(glyph),
        whole?.width(glyph),
        glyph,
      ]);
    }
    expect([after?.(glyphOf('e')), after?.(glyphOf('Q'))], 'the e of é stays, a Q does not').to.deep.equal([
      before?.(glyphOf('e')),
      0,
    ]);
    expect(own?.glyph('Q'.codePointAt(0) ?? 0)).to.equal(0);
  });

  it('is smaller without instructions, and has the same widths', () => {
    const hinted = readFileSync(new URL('../../../fonts/source-serif-4/SourceSerif4-Regular.ttf', import.meta.url));
    const options = { glyphs: new Set([36, 37, 70]), simple: false };
    const [whole, plain] = [
      subsetTrueType(hinted, { ...options, dropHints: false }),
      subsetTrueType(hinted, { ...options, dropHints: true }),
    ];
    expect(plain?.length).to.be.below(whole?.length ?? 0);
    expect(plain === null ? null : readTrueType(plain)?.width(70)).to.equal(readTrueType(hinted)?.width(70));
  });

  it('is nothing, and no failure, where the program is broken', () => {
    const small = subsetTrueType(arimo, { glyphs: new Set([glyphOf('A')]), simple: true, dropHints: false }) ?? arimo;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(small.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        fc.nat(small.length),
        (changes, length) => {
          const broken = Buffer.from(small.subarray(0, length));
          for (const [at, value] of changes) if (at < broken.length) broken[at] = value;
          expect(subsetTrueType(broken, { glyphs: new Set([1, 36]), simple: true, dropHints: true })).to.satisfy(
            (made: unknown) => made === null || made instanceof Buffer,
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is CFF with the same widths and names where it was Type 1', () => {
    const type1 = type1Program();
    const before = readType1(type1);
    expect(before?.names).to.have.members(['.notdef', 'A', 'B', 'a']);
    const made = compactType1(type1, new Set(before?.names), false);
    const after = made === null ? null : readCff(made);
    expect(after?.names).to.have.members(['.notdef', 'A', 'B', 'a']);
    expect(['A', 'B', 'a'].map((name) => after?.width(after.byName(name) ?? -1))).to.deep.equal([600, 550, 300]);
  });

  it('has of a Type 1 program only the glyphs that were asked for', () => {
    const made = compactType1(type1Program(), new Set(['A', 'nothing']), true);
    expect(made === null ? null : readCff(made)?.names).to.deep.equal(['.notdef', 'A']);
  });

  it('is nothing, and no failure, where a Type 1 program is broken', () => {
    const type1 = type1Program();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(type1.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (changes) => {
          const broken = Buffer.from(type1);
          for (const [at, value] of changes) broken[at] = value;
          expect(compactType1(broken, new Set(['A', 'a', 'B']), false)).to.satisfy(
            (made: unknown) => made === null || made instanceof Buffer,
          );
        },
      ),
      { numRuns: 300 },
    );
    expect(compactType1(Buffer.from('no font at all'), new Set(['A']), false)).to.equal(null);
  });

  it('is CFF in which the others paint nothing, at the same length', () => {
    const made = compactType1(type1Program(), new Set(['A', 'B', 'a']), false) ?? Buffer.alloc(0);
    const blank = blankCff(made, new Set([1]));
    expect(blank?.length).to.equal(made.length);
    expect(blank === null ? null : readCff(blank)?.width(1)).to.equal(readCff(made)?.width(1));
    expect(blankCff(made, new Set([1, 2, 3])), 'nothing to gain').to.equal(null);
    expect(blankCff(made.subarray(0, 40), new Set([1]))).to.equal(null);
  });
});
