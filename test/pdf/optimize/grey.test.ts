import { expect } from 'chai';
import { readCalculator, runCalculator } from '../../../src/pdf/optimize/grey/calculator.ts';
import { greyContent } from '../../../src/pdf/optimize/grey/grey-content.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { Dict } from '../../../src/pdf/objects/objects.ts';
import { fileOf } from '../../editions/pro/tools/redact/channel-files.ts';

const calculated = (text: string, ...inputs: number[]) => {
  const procedure = readCalculator(text);
  return procedure === null ? null : runCalculator(procedure, inputs);
};

describe('Greys', () => {
  it('are calculated as PostScript calculators do', () => {
    expect(calculated('{2 mul exch 1 sub}', 5, 3)).to.deep.equal([6, 4]);
    expect(calculated('{1 2 3 3 1 roll}')).to.deep.equal([3, 1, 2]);
    expect(calculated('{1 2 3 3 -1 roll}')).to.deep.equal([2, 3, 1]);
    expect(calculated('{dup 0.5 gt {pop 1} {0 exch} ifelse}', 0.7)).to.deep.equal([1]);
    expect(calculated('{dup 0.5 gt {pop 1} {0 exch} ifelse}', 0.2)).to.deep.equal([0, 0.2]);
    expect(calculated('{2 copy 1 index 90 sin true {pop} if}', 4, 9)).to.deep.equal([4, 9, 4, 9, 4]);
    expect([calculated('{1'), calculated('1}'), calculated('')]).to.deep.equal([null, null, null]);
    expect(calculated(`${'{dup '.repeat(20)}${'}'.repeat(20)}`, 1), 'procedures that nothing runs').to.deep.equal([
      1, 1,
    ]);
  });

  it('take the place of colours that content sets', () => {
    const file = openPdf(fileOf({ content: '' }));
    const left: string[] = [];
    const greyed = (text: string) =>
      greyContent(Buffer.from(text), { file, resources: new Dict(), left: (reason) => left.push(reason) })
        ?.toString('latin1')
        .replaceAll(/\s+/g, ' ')
        .trim() ?? null;
    expect(greyed('1 0 0 rg 0 1 0 RG')).to.equal('.3008 g .5859 G');
    expect(greyed('0 0 0 1 k 0 0 0 0 K')).to.equal('0 g 1 G');
    expect(greyed('/DeviceRGB cs 0 0 1 sc q /DeviceGray cs .5 sc Q 1 1 1 sc')).to.equal(
      '0 g .1133 g q /DeviceGray cs .5 sc Q 1 g',
    );
    expect([greyed('.2 g 0 G 5 w'), left]).to.deep.equal([null, []]);
    expect([greyed('/Unknown cs 1 0 0 sc'), left]).to.deep.equal([null, ['a colour space whose greys are not known']]);
  });
});
