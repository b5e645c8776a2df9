import { expect } from 'chai';
import { readCorpus } from '../../support/corpora.ts';
import { clausesOf, labelled } from '../conformance/labelled.ts';
import { failing, fieldsOf, filled, valueFor } from './filled.ts';

describe('A form of the corpora that conforms', () => {
  const forms = labelled('verapdf')
    .filter((file) => file.pass && clausesOf(file).length === 0)
    .flatMap((file) => {
      const bytes = readCorpus(file.path);
      return bytes.includes('/AcroForm') && fieldsOf(bytes).some((field) => valueFor(field) !== undefined)
        ? [{ ...file, bytes }]
        : [];
    });

  it('is of PDF/UA and of PDF/A', () => {
    expect([...new Set(forms.map(({ standard }) => standard.name.slice(0, 5)))]).to.have.members(['PDF/U', 'PDF/A']);
    expect(forms.length).to.be.at.least(9);
  });

  for (const { name, bytes, standard } of forms) {
    it(`conforms filled in, and flattened: ${standard.name} ${name}`, async () => {
      const pdf = await filled(bytes);
      expect(pdf.length).not.to.equal(bytes.length);
      expect(failing(pdf, standard)).to.deep.equal([]);
      expect(failing(await filled(bytes, { flatten: true }), standard)).to.deep.equal([]);
    });
  }
});
