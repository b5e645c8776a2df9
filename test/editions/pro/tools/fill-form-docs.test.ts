import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { checkSyntax, textOf } from '../../../support/pdf.ts';
import { startFilling, type Filling } from './fill-service.ts';

const docs = new URL('../../../../docs/', import.meta.url);
const form = readFileSync(new URL('forms/form.pdf', docs));
const examples = [...readFileSync(new URL('forms.md', docs), 'utf8').matchAll(/```json\n([^]*?)```/g)].map(
  ([, json = '']) => JSON.parse(json) as object,
);

describe('The page about forms', () => {
  let filling: Filling;
  before(async () => {
    filling = await startFilling();
  });
  after(() => filling.service.stop());

  it('has a list, a filling, mistakes and a flattening as its examples', () => {
    expect(examples.map((example) => Object.keys(example).join())).to.deep.equal([
      'export',
      'fields',
      'fields',
      'fields,flatten',
    ]);
  });

  it('lists the fields of its form', async () => {
    expect((await filling.fields(form, examples[0])).map(({ name, kind }) => `${name} ${kind}`)).to.deep.equal([
      'name text',
      'organisation text',
      'country combo',
      'size radio',
      'languages list',
      'notes text',
      'newsletter checkbox',
      'signature signature',
    ]);
  });

  it('fills its form with the values that it shows', async () => {
    const { pdf, report } = await filling.filled(form, examples[1]!);
    expect(report.warnings).to.deep.equal([]);
    await checkSyntax(pdf);
    expect(await filling.values(pdf)).to.deep.include({
      name: '山田 花子',
      country: 'JP',
      size: 'M',
      languages: ['ja', 'ar'],
      newsletter: 'yes',
    });
  });

  it('is told of mistakes as it says', async () => {
    const { slug, errors } = await filling.refused(form, examples[2]!);
    expect(slug).to.equal('field-not-found');
    expect(errors.map(({ pointer }) => pointer)).to.deep.equal(['/fields/nmae', '/fields/country']);
    expect(errors[0]?.message).to.contain("did you mean 'name'?");
  });

  it('flattens', async () => {
    const { pdf } = await filling.filled(form, examples[3]!);
    expect(await textOf(pdf)).to.contain('Наталія Шевченко');
    expect(await filling.fields(pdf)).to.deep.equal([]);
  });
});
