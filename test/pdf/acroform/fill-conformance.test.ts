import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { standards } from '../../../src/pdf/xmp/standards.ts';
import { conformingForm } from '../../support/conforming.ts';
import { failing, fieldsOf, filled } from './filled.ts';

const own = new URL('../../../docs/forms/form.pdf', import.meta.url);
const ua1 = standards.get('PDF/UA-1');

describe('A form that conforms', () => {
  for (const name of ['PDF/UA-1', 'PDF/A-2a', 'PDF/A-2u', 'PDF/A-3b']) {
    it(`conforms filled in, and flattened: ${name}`, async () => {
      const standard = standards.get(name)!;
      const bytes = conformingForm([name]);
      expect(failing(bytes, standard)).to.deep.equal([]);
      const pdf = await filled(bytes);
      expect(fieldsOf(pdf).map(({ value }) => value)).to.deep.equal(['Ada · Ада · عدا']);
      expect(failing(pdf, standard)).to.deep.equal([]);
      expect(failing(await filled(bytes, { flatten: true }), standard)).to.deep.equal([]);
    });
  }

  it('made here is no worse by PDF/UA-1 filled in, and flattened', async () => {
    if (ua1 === undefined) throw new Error('PDF/UA-1 is not known');
    const bytes = readFileSync(own);
    const before = failing(bytes, ua1);
    expect(before.filter((failure) => !failure.startsWith('5:'))).to.deep.equal([]);
    expect(fieldsOf(bytes).length).to.be.above(6);
    expect(failing(await filled(bytes), ua1)).to.deep.equal(before);
    expect(failing(await filled(bytes, { flatten: true }), ua1)).to.deep.equal(before);
  });
});
