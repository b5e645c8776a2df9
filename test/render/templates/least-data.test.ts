import { expect } from 'chai';
import { wordBoxesOf } from '../../support/figures.ts';
import { textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const least = { currency: 'EUR', seller: { name: 'Seller' }, buyer: { name: 'Buyer' } };
const line = { description: 'Bolt', price: 3 };

describe('A built-in template with few of its fields', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const render = (name: string, data: object, lang = 'en') =>
    service.render({ document: { lang }, operations: [{ op: 'add_template', name, data: { ...least, ...data } }] });
  const textIn = async (name: string, data: object, lang?: string) =>
    (await textOf(pdfOf(await render(name, data, lang)))).replaceAll(/\s+/g, ' ');

  it('accepts a quotation without a number in a whole sentence, in each language', async () => {
    const sentences = {
      en: 'We accept this quotation and order from Seller as set out above.',
      de: 'Wir nehmen dieses Angebot an und beauftragen Seller wie oben beschrieben.',
      fr: 'Nous acceptons ce devis et passons commande à Seller',
      ja: '本見積書の内容を承諾し、Sellerに発注します。',
    };
    for (const [lang, sentence] of Object.entries(sentences))
      expect(await textIn('quote', { lines: [line] }, lang)).to.contain(sentence);
    for (const lang of ['ar', 'he']) expect(await textIn('quote', { lines: [line] }, lang)).not.to.match(/[{}]/);
    expect(await textIn('quote', { lines: [line], number: 'Q-7' })).to.contain('We accept quotation Q-7 and order');
  });

  it('writes nothing for a placeholder of a label whose value is missing', async () => {
    const source = '<p>A{{t "greeting" name=name}}B</p>';
    const data = { labels: { greeting: '<{name}|{other}>' } };
    const answer = await service.render({ operations: [{ op: 'add_template', source, data }] });
    expect(await textOf(pdfOf(answer))).to.contain('A<|{other}>B');
  });

  it('has a column of units only where a line has one, and room before it', async () => {
    for (const name of ['invoice', 'quote']) {
      expect(await textIn(name, { lines: [line] })).to.contain('Quantity Unit price');
      expect(await textIn(name, { lines: [line, { ...line, unit: 'kg' }] })).to.contain('Quantity Unit Unit price');
    }
    const boxes = await wordBoxesOf(pdfOf(await render('invoice', { lines: [{ ...line, unit: 'kg' }] })), 1);
    const boxOf = (text: string) => boxes.find((box) => box.text === text);
    expect((boxOf('Unit')?.left ?? 0) - (boxOf('Quantity')?.right ?? 0)).to.be.greaterThan(6);
  });

  it('refuses a share above 1, which was meant as a percentage', async () => {
    const lines = [line, { ...line, vat: 19, discount: 0.5 }, { ...line, vat: 1, discount: '10' }];
    for (const name of ['invoice', 'quote']) {
      const answer = await render(name, { lines });
      expect(answer.status).to.equal(422);
      expect(answer.json().errors).to.deep.equal([
        {
          pointer: '/operations/0/data/lines/1/vat',
          message: '`vat` must be a share such as 0.19 for 19 %, not 19',
        },
        {
          pointer: '/operations/0/data/lines/2/discount',
          message: "`discount` must be a share such as 0.19 for 19 %, not '10'",
        },
      ]);
    }
    expect(await textIn('invoice', { lines: [{ ...line, vat: '0.07' }] })).to.contain('VAT 7% on €3.00');
  });
});
