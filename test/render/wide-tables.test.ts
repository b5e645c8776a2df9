import { expect } from 'chai';
import { textOf } from '../support/pdf.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

/** Twenty columns of a list of customers: names, addresses, telephone numbers, dates, amounts, and a text at the end. */
const columns: readonly (readonly [header: string, cells: readonly string[]])[] = [
  ['Customer ID', ['C-10000', 'C-10001']],
  ['First name', ['Aoife', 'Lukas']],
  ['Last name', ['Murphy', 'Brandt']],
  ['Company', ['Murphy & Sons Ltd', 'Brandt Maschinenbau GmbH']],
  ['Street', ['12 Patrick Street', 'Hauptstraße 100']],
  ['Postcode', ['T12 W8XY', '80331']],
  ['City', ['Cork', 'München']],
  ['Country', ['Ireland', 'Germany']],
  ['Phone', ['+353 21 555 01', '(089) 5550 123']],
  ['E-mail', ['aoife@example.com', 'lukas@example.com']],
  ['Since', ['2019-04-01', '2021-11-30']],
  ['Segment', ['Retail', 'Wholesale']],
  ['Orders', ['122', '310']],
  ['Revenue', ['77778.79', '62235.90']],
  ['Last order', ['01.09.2026', '02.09.2026']],
  ['Open items', ['2', '9']],
  ['Balance', ['6061.00', '1073.00']],
  ['Sales rep', ['Nora Byrne', 'Nora Byrne']],
  ['Payment terms', ['30 days net', '14 days net']],
  ['Comment', ['Prefers letters', 'Call before each delivery, gate code 4711']],
];
const csv = [columns.map(([header]) => header), ...[0, 1].map((row) => columns.map(([, cells]) => cells[row] ?? ''))]
  .map((cells) => cells.map((cell) => `"${cell}"`).join(';'))
  .join('\n');

describe('A table of twenty columns', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const rendered = (orientation: string, table: object = { csv }) =>
    service.render({ document: { lang: 'en', orientation }, operations: [{ op: 'add_table', ...table }] });
  /** How many lines each row has, by the lines between the first cells of rows. */
  const rows = async (pdf: Uint8Array) =>
    (await textOf(pdf)).split(/\n(?=.*C-1000\d)/).map((row) => row.split('\n').filter((one) => one.trim() !== ''));

  it('has telephone numbers, dates and postcodes on one line where its page has room for them', async () => {
    const answer = await rendered('landscape');
    expect(answer.headers.get('document-warnings')).to.equal('0');
    const [, first = [], second = []] = await rows(pdfOf(answer));
    for (const value of ['C-10000', 'T12 W8XY', '+353 21 555 01', '2019-04-01', '01.09.2026'])
      expect(first.join('\n')).to.contain(value);
    for (const value of ['(089) 5550 123', '2021-11-30', '02.09.2026']) expect(second.join('\n')).to.contain(value);
    expect([first.length, second.length], 'lines of each row').to.deep.equal([2, 5]);
  });

  it('warns of type that is too small on a narrow page', async () => {
    const answer = await service.render(
      { document: { lang: 'en' }, operations: [{ op: 'add_table', csv }] },
      { headers: { accept: 'application/json' } },
    );
    const { warnings } = answer.json().report;
    expect(warnings).to.have.lengthOf(1);
    expect(warnings[0]).to.include({ code: 'table-too-wide' });
    expect(warnings[0].message).to.match(/20 columns .*type is \d\.\d pt.*landscape/);
  });

  it('breaks values of few columns nowhere, and texts only between words', async () => {
    const table = {
      columns: ['Note', 'Account', 'Day'],
      rows: [
        ['A long remark about the payment of this customer, '.repeat(3), 'DE89 3704 0044 0532 0130', '2026-10-06'],
      ],
    };
    const text = await textOf(pdfOf(await rendered('portrait', table)));
    expect(text).to.contain('DE89 3704 0044 0532 0130').and.contain('2026-10-06');
  });
});
