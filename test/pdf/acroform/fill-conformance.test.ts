import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { describeFields, type FieldDescription } from '../../../src/pdf/acroform/describe-fields.ts';
import { fillForm, type FillOptions } from '../../../src/pdf/acroform/fill-form.ts';
import type { GivenValue } from '../../../src/pdf/acroform/given-values.ts';
import { failuresOf, modelOf } from '../../../src/pdf/conformance/check.ts';
import { standards, type Standard } from '../../../src/pdf/conformance/standards.ts';
import { Source } from '../../../src/pdf/copy/source.ts';
import { openPdf } from '../../../src/pdf/open.ts';
import { clausesOf, labelled } from '../conformance/corpora.ts';

const fonts = [{ path: fileURLToPath(new URL('../../../fonts', import.meta.url)), source: 'bundled' }] as const;

const fieldsOf = (pdf: Uint8Array): readonly FieldDescription[] => describeFields(new Source(openPdf(pdf)));
const failing = (pdf: Uint8Array, standard: Standard) => failuresOf(modelOf(pdf), standard).map(({ clause, message }) => `${clause}: ${message}`);

/** Something that each kind of field takes. */
function valueFor({ kind, options }: FieldDescription): GivenValue | undefined {
  if (kind === 'text') return 'Ada · Ада · عدا';
  if (kind === 'checkbox') return true;
  return kind === 'button' || kind === 'signature' ? undefined : options.at(-1)?.value;
}

async function filled(pdf: Uint8Array, more: Partial<FillOptions> = {}): Promise<Uint8Array> {
  const values = Object.fromEntries(fieldsOf(pdf).flatMap((field): [string, GivenValue][] => {
    const value = valueFor(field);
    return value === undefined ? [] : [[field.name, value]];
  }));
  return (await fillForm({ bytes: pdf, values, strict: true, flatten: false, breakSignatures: false, decrypt: false, fonts, ...more })).pdf;
}

const own = new URL('../../../docs/forms/form.pdf', import.meta.url);
const ua1 = standards.get('PDF/UA-1');

describe('A form that conforms', () => {
  const forms = labelled('verapdf').filter((file) => file.pass && clausesOf(file).length === 0).flatMap((file) => {
    const bytes = readFileSync(file.path);
    return bytes.includes('/AcroForm') && fieldsOf(bytes).some((field) => valueFor(field) !== undefined) ? [{ ...file, bytes }] : [];
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
