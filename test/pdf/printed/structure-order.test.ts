import { expect } from 'chai';
import fc from 'fast-check';
import { inTreeOrder } from '../../../src/pdf/printed/structure-order.ts';

/** A printed file of which the elements have these numbers: the table, its row, two cells, and text in each. */
function printed([table, row, one, other, first, second]: readonly number[]): [number, string][] {
  const bodies: [number, string][] = [
    [1, `<</Type /StructTreeRoot\n/K ${table} 0 R\n/ParentTree 2 0 R>>`],
    [2, `<</Nums [0 [${first} 0 R ${second} 0 R]]>>`],
    [table!, `<</Type /StructElem\n/S /Table\n/P 1 0 R\n/K [${row} 0 R]>>`],
    [row!, `<</Type /StructElem\n/S /TR\n/P ${table} 0 R\n/K [${one} 0 R ${other} 0 R]>>`],
    [one!, `<</Type /StructElem\n/S /TD\n/Alt (see 14 0 R \\(or 15 0 R\\))\n/P ${row} 0 R\n/K [0 ${first} 0 R]>>`],
    [other!, `<</Type /StructElem\n/S /TD\n/P ${row} 0 R\n/K [<</Type /MCR\n/Pg 3 0 R\n/MCID 1>> ${second} 0 R]>>`],
    [first!, `<</Type /StructElem\n/S /Span\n/P ${one} 0 R\n/K 2>>`],
    [second!, `<</Type /StructElem\n/S /Span\n/P ${other} 0 R\n/K 3>>`],
    [20, `<</Title (One)\n/SE ${row} 0 R>>`],
  ];
  return bodies.sort(([a], [b]) => a - b);
}

describe('Structure elements of a print', () => {
  it('are numbered as their tree has them, whatever numbers they came with, and so is all that leads to them', () => {
    const expected = printed([10, 11, 12, 14, 13, 15]);
    fc.assert(
      fc.property(fc.shuffledSubarray([10, 11, 12, 13, 14, 15], { minLength: 6 }), (numbers) => {
        expect(inTreeOrder(printed(numbers))).to.deep.equal(expected);
      }),
    );
  });

  it('stay what they are where there are none', () => {
    const bodies: [number, string][] = [
      [1, '<</Type /Catalog>>'],
      [2, '<</Type /StructTreeRoot>>'],
    ];
    expect(inTreeOrder(bodies)).to.equal(bodies);
  });
});
