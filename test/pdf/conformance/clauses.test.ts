import { expect } from 'chai';
import { failuresOf, modelOf } from '../../../src/pdf/conformance/check.ts';
import { standards } from '../../../src/pdf/xmp/standards.ts';
import { conforming } from '../../support/conforming.ts';
import { faults } from './faults.ts';

const columns = ['PDF/A-1a', 'PDF/A-2b', 'PDF/A-4', 'PDF/UA-1'] as const;

const broken = (pdf: Uint8Array, name: string) =>
  [...new Set(failuresOf(modelOf(pdf), standards.get(name)!).map(({ clause }) => clause))].sort();

describe('A document that conforms', () => {
  for (const name of [...columns, 'PDF/A-1b', 'PDF/A-2a', 'PDF/A-2u', 'PDF/A-3a', 'PDF/A-3b', 'PDF/A-3u']) {
    it(`breaks no clause of ${name}`, () => {
      expect(broken(conforming([name]), name)).to.deep.equal([]);
    });
  }

  for (const { where, otherwise, clauses } of faults) {
    it(`breaks the clauses about it where it ${where}, and no other`, () => {
      for (const [index, name] of columns.entries()) {
        const expected = clauses[index]!.split(' ')
          .filter((clause) => clause !== '')
          .sort();
        expect(broken(conforming([name], otherwise), name), name).to.deep.equal(expected);
      }
    });
  }
});
