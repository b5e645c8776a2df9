import { expect } from 'chai';
import { decimalOf } from '../../src/render/templates/decimal.ts';
import { numberReader } from '../../src/render/content/table/localized-number.ts';
import { textOf } from '../support/pdf.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const amount = { key: 'amount', header: 'Amount', footer: 'sum' };
const columns = [{ key: 'item', header: 'Item' }, amount];
const rowsOf = (...amounts: readonly unknown[]) => amounts.map((one, index) => ({ item: `Item${index}`, amount: one }));

describe('Mistakes in tables', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const answer = (table: object, document: object = {}) =>
    service.render({ operations: [{ op: 'add_table', ...table }], document });
  async function pointersOf(table: object, document: object = {}): Promise<string[]> {
    const answered = await answer(table, document);
    const problem = answered.json();
    expect([answered.status, problem.type]).to.deep.equal([400, 'https://colophon.dev/problems/invalid-request']);
    return (problem.errors as { pointer: string }[]).map(({ pointer }) => pointer);
  }
  const printed = async (table: object, document: object = {}) =>
    (await textOf(pdfOf(await answer(table, document)))).replace(/[\u00a0\u202f]/g, ' ').replace(/ +/g, ' ');

  it('are cells under a total that are not numbers, each with its pointer', async () => {
    expect(
      await pointersOf({ columns, rows: rowsOf('1,234.50', '12.5 EUR', 4, '1.234,50', null, '', true) }),
    ).to.deep.equal(['/operations/0/rows/1/amount', '/operations/0/rows/3/amount', '/operations/0/rows/6/amount']);
    expect(
      await pointersOf({
        columns,
        rows: [
          ['a', '1,234.50'],
          ['b', { text: '12 %' }],
          ['c', { html: '<b>3</b>' }],
        ],
      }),
    ).to.deep.equal(['/operations/0/rows/1/1/text', '/operations/0/rows/2/1/html']);
    expect(await pointersOf({ columns, rows: [['a', 1], [{ text: 'x', colspan: 2 }], ['b', 'y']] })).to.deep.equal([
      '/operations/0/rows/2/1',
    ]);
    expect(await pointersOf({ columns, csv: 'item,amount\na,12\nb,12 EUR\n' })).to.deep.equal(['/operations/0/csv']);
    for (const footer of ['avg', 'min', 'max'])
      expect(await pointersOf({ columns: [{ ...amount, footer }], rows: [{ amount: 'x' }] })).to.deep.equal([
        '/operations/0/rows/0/amount',
      ]);
    expect(
      await printed({
        columns: [{ ...amount, footer: 'count' }],
        rows: [{ amount: 'x' }, { amount: '' }, { amount: 'y' }],
      }),
    ).to.match(/y\s+2/);
  });

  it('are texts that are one number to a program and another to a reader', async () => {
    expect(await pointersOf({ columns, rows: rowsOf('1.234') }, { lang: 'de' })).to.deep.equal([
      '/operations/0/rows/0/amount',
    ]);
    expect(await printed({ columns, rows: rowsOf('1.234', '0.5') }, { lang: 'en' })).to.match(/\s1\.734\s/);
  });

  it(
    'are not numbers as the language writes them: they are summed up, and written in the ' + 'format of the column',
    async () => {
      const euro = [columns[0], { ...amount, format: 'currency:EUR' }];
      expect(await printed({ columns: euro, rows: rowsOf('1,234.50', '0.5', 10) }))
        .to.contain('€1,234.50')
        .and.to.contain('€1,245.00');
      expect(await printed({ columns: euro, rows: rowsOf('1.234,50', '0,5', 10) }, { lang: 'de' }))
        .to.contain('1.234,50 €')
        .and.to.contain('1.245,00 €');
      expect(await printed({ columns: euro, rows: rowsOf('1.234,50'), lang: 'de' })).to.contain('1.234,50 €');
      expect(await printed({ columns: euro, csv: 'item;amount\na;1 234,50\nb;1,25\n' }, { lang: 'fr' })).to.contain(
        '1 235,75 €',
      );
    },
  );

  it('are not in sums of many decimals: these are exact', async () => {
    const rows = Array.from({ length: 1000 }, () => ({ item: 'x', amount: 0.1 }));
    expect(await printed({ columns, rows: [...rows, { item: 'y', amount: '9007199254740993.01' }] })).to.contain(
      '9007199254741093.01',
    );
  });

  it('are rows whose keys are those of no column, and groups by a field that no row has', async () => {
    expect(
      await pointersOf({ columns, rows: [{ item: 'a' }, { itme: 'b' }, {}, { amount: 1, note: 'x' }] }),
    ).to.deep.equal(['/operations/0/rows/1']);
    expect(await pointersOf({ columns, rows: rowsOf(1), groupBy: 'regoin' })).to.deep.equal(['/operations/0/groupBy']);
    expect(await pointersOf({ columns, rows: [['a', 1]], groupBy: 'region' })).to.deep.equal(['/operations/0/groupBy']);
    expect(await pointersOf({ columns, csv: 'item,amount\na,1\n', groupBy: 'region' })).to.deep.equal([
      '/operations/0/groupBy',
    ]);
    expect(
      await printed({ columns, rows: [{ item: 'a', region: 'North' }, { item: 'b' }], groupBy: 'region' }),
    ).to.contain('North');
    expect(await printed({ columns, csv: 'item,amount,region\na,1,North\n', groupBy: 'region' })).to.contain('North');
  });

  it('are refused in jobs and sessions, and in templates', async () => {
    const table = { op: 'add_table', columns, rows: rowsOf('n/a') };
    const job = await service.request('POST', '/api/v1/jobs', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'render', input: { operations: [table] } }),
    });
    expect(job.status).to.equal(400);
    const source = '{{table columns=columns rows=rows}}';
    const filled = await service.render({
      operations: [{ op: 'add_template', source, data: { columns, rows: rowsOf('12 EUR') } }],
    });
    expect(filled.json()).to.deep.include({ status: 422, type: 'https://colophon.dev/problems/template-error' });
    expect(filled.json().detail).to.contain('12 EUR');
  });
});

describe('Numbers as languages write them', () => {
  const read = (lang: string, value: unknown) => {
    const reading = numberReader(lang)(value);
    return typeof reading === 'object' ? Number(reading.units) / 10 ** reading.scale : reading;
  };

  it('are read as Intl writes them, in every language', () => {
    for (const lang of [
      'en',
      'de',
      'de-CH',
      'de-AT',
      'fr',
      'es',
      'pt-BR',
      'pl',
      'ru',
      'hi',
      'en-IN',
      'ar-EG',
      'fa',
      'ja',
      'tr',
      'sv',
      'he',
      'bn',
    ]) {
      for (const number of [0, 7.25, 12.5, 999.75, 1234.5, 98765.25, 1234567.5, -4321.5]) {
        const text = new Intl.NumberFormat(lang, { minimumFractionDigits: 2 }).format(number);
        expect(read(lang, text), `${lang} ${text}`).to.equal(number);
      }
    }
  });

  it('are no number where groups are not those of the language, or anything else stands there', () => {
    for (const [lang, text] of [
      ['en', '1.234,50'],
      ['en', '12,34'],
      ['en', '1,2345'],
      ['en', '1,,234'],
      ['de', '1,234.50'],
      ['de', '1,2,3'],
      ['en', '12 EUR'],
      ['en', ''],
      ['en', '-'],
      ['en', '1 2'],
      ['en', '٣'],
      ['en', '0x10'],
      ['en', 'NaN'],
      ['en', '1,'],
    ] as const)
      expect(read(lang, text), text).to.equal('none');
    expect(read('de', '1.234')).to.equal('ambiguous');
    expect(read('de', '1.23')).to.equal(1.23);
    expect(read('en', '1,234')).to.equal(1234);
    expect(numberReader('en')(Infinity)).to.equal('none');
    expect(numberReader('de')(5)).to.deep.equal(decimalOf(5));
  });
});
