import { expect } from 'chai';
import { elementsOf, pointersOf } from '../../../support/rendering.ts';

const seen = (table: object) => elementsOf([{ op: 'add_table', ...table }]);
/** The headers of a table: their texts, and the classes of those that are aligned. */
const headers = (table: object) =>
  seen(table)
    .filter(({ attributes }) => attributes.scope === 'col')
    .map(({ text, attributes }) => (attributes.class === undefined ? text : `${text} (${attributes.class})`));
const cells = (table: object) =>
  seen(table)
    .filter(({ tag }) => tag === 'td')
    .map(({ text }) => text);
const pointers = (table: object) =>
  pointersOf({ operations: [{ op: 'add_table', ...table }] }).map((pointer) => pointer.slice('/operations/0'.length));
const footer = (table: object) =>
  seen(table)
    .filter(({ tag, parents }) => tag === 'td' && parents.includes('tfoot'))
    .map(({ text }) => text);

describe('A table without columns', () => {
  it('has those of the first line of its CSV, as that has them', () => {
    const csv = 'Item,Price,net weight\nBolt,4.50,3\n"Nut, small",3,12';
    expect(headers({ csv })).to.deep.equal(['Item', 'Price (align-right)', 'net weight (align-right)']);
    expect(cells({ csv })).to.deep.equal(['Bolt', '4.50', '3', 'Nut, small', '3', '12']);
    expect(headers({ csv: 'item;price\nBolt;4,50' })).to.deep.equal(['item', 'price (align-right)']);
    expect(headers({ csv: '\uFEFFa\tb\n1;2\tx' })).to.deep.equal(['a', 'b']);
    expect(headers({ csv: 'a,b,a\n1,x,y' })).to.deep.equal(['a (align-right)', 'b', 'a']);
    expect(cells({ csv: 'a,b,a\n1,x,y' })).to.deep.equal(['1', 'x', 'y']);
    expect(headers({ csv: 'a,b' })).to.deep.equal(['a', 'b']);
  });

  it('has years and other whole numbers among the keys of its rows after the names', () => {
    const rows = [
      { item: 'Bolt', 2026: 2, 2025: 1 },
      { item: 'Nut', 2027: 3, '007': 'x' },
    ];
    expect(headers({ rows })).to.deep.equal([
      'Item',
      '007',
      '2025 (align-right)',
      '2026 (align-right)',
      '2027 (align-right)',
    ]);
    expect(cells({ rows })).to.deep.equal(['Bolt', '', '1', '2', '', 'Nut', 'x', '', '', '3']);
  });

  it('has all of its headers as words where one is a name of a program, and words as people write them', () => {
    const csv = 'e-mail,lastName,first name,customerID,VAT-ID,price EUR,pH value\na,b,c,d,e,f,g';
    expect(headers({ csv })).to.deep.equal([
      'E-mail',
      'Last name',
      'First name',
      'Customer ID',
      'VAT-ID',
      'Price EUR',
      'pH value',
    ]);
    expect(headers({ csv: 'e-mail,first name\na,b' })).to.deep.equal(['e-mail', 'first name']);
    expect(headers({ rows: [{ 'e-mail': 'a', 'unit-price': 'b', 'first name': 'c' }] })).to.deep.equal([
      'E-mail',
      'Unit price',
      'First name',
    ]);
  });

  it('has the keys of its rows in order of first appearance, as words', () => {
    const rows = [
      { unitPrice: 4.5, name: 'Bolt' },
      { name: 'Nut', customerID: 'K7', unit_price_net: 3, SKU: 'x' },
    ];
    expect(headers({ rows })).to.deep.equal([
      'Unit price (align-right)',
      'Name',
      'Customer ID',
      'Unit price net (align-right)',
      'SKU',
    ]);
    expect(cells({ rows })).to.deep.equal(['4.5', 'Bolt', '', '', '', '', 'Nut', 'K7', '3', 'x']);
    expect(headers({ csv: 'name,unit_price\nx,1' })).to.deep.equal(['Name', 'Unit price (align-right)']);
    expect(headers({ rows: [{ 'Net weight, kg': 1, 'E-Mail': 'x', 'due-date': 'y' }] })).to.deep.equal([
      'Net weight, kg (align-right)',
      'E-Mail',
      'Due date',
    ]);
  });

  it('aligns texts that are numbers, and changes none of them', () => {
    const values = ['1,234.50', '-3', '€ 12.00', '12.5 %', '1.234,50 EUR', '(4.20)', '', '–', 'n/a', '0', '0.5'];
    const rows = values.map((value) => ({ amount: value }));
    expect(headers({ rows })).to.deep.equal(['Amount (align-right)']);
    expect(cells({ rows })).to.deep.equal(values);
    for (const text of ['007', '2026-03-01', '01.03.2026', '3 pieces', 'v2', '1-2', '+49 30 123456', '12:30'])
      expect(headers({ rows: [{ a: '1' }, { a: text }] }), text).to.deep.equal(['A']);
    expect(headers({ rows: [{ a: '' }, { a: null }] })).to.deep.equal(['A']);
  });

  it('does not repeat the field by which it is grouped', () => {
    const rows = [
      { region: 'North', item: 'a' },
      { region: 'South', item: 'b' },
    ];
    expect(headers({ rows, groupBy: 'region' })).to.deep.equal(['Item']);
    expect(headers({ csv: 'region,item\nNorth,a', groupBy: { key: 'region' } })).to.deep.equal(['item']);
  });

  it('is refused where nothing names them', () => {
    expect(pointers({ rows: [['a', 1]] })).to.deep.equal(['/columns']);
    expect(pointers({ rows: [{ a: 1 }, ['a']] })).to.deep.equal(['/columns']);
    expect(pointers({ rows: [] })).to.deep.equal(['/columns']);
    for (const csv of ['', '\n', '"a']) expect(pointers({ csv }), csv).to.deep.equal(['/csv']);
    expect(pointers({ csv: 'a,b\n1,2', groupBy: 'c' })).to.deep.equal(['/groupBy']);
    expect(pointers({ rows: [{ a: 1 }], groupBy: { key: 'c' } })).to.deep.equal(['/groupBy']);
    expect(
      pointers({ rows: [Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`k${i}`, 1]))] }),
    ).to.deep.equal(['/rows']);
  });
});

describe('The total of a table', () => {
  const rows = [['Bolt', 2, 3]];
  const columns = ['Item', 'n', { header: 'Price', footer: 'sum' }];

  it('has a label in the language of its operation, in its first free cell', () => {
    expect(footer({ columns, rows })).to.deep.equal(['Total', '', '3']);
    expect(footer({ columns, rows, lang: 'de-AT' })).to.deep.equal(['Summe', '', '3']);
    expect(footer({ columns, rows, lang: 'zh-TW' })).to.deep.equal(['合計', '', '3']);
    expect(footer({ columns, rows, lang: 'eo' })).to.deep.equal(['Total', '', '3']);
    expect(footer({ columns, rows, totalLabel: 'In all' })).to.deep.equal(['In all', '', '3']);
    expect(footer({ columns, rows, totalLabel: '' })).to.deep.equal(['', '', '3']);
  });

  it('has none where a footer has a text of its own, or there is no sum', () => {
    const own = ['Item', { header: 'n', footer: 'all of them' }, { header: 'Price', footer: 'sum' }];
    expect(footer({ columns: own, rows })).to.deep.equal(['', 'all of them', '3']);
    expect(footer({ columns: own, rows, totalLabel: 'Sum' })).to.deep.equal(['Sum', 'all of them', '3']);
    const average = ['Item', 'n', { header: 'Price', footer: 'avg' }];
    expect(footer({ columns: average, rows })).to.deep.equal(['', '', '3']);
    expect(footer({ columns: average, rows, totalLabel: 'Mean' })).to.deep.equal(['Mean', '', '3']);
  });

  it('can have none that stands nowhere', () => {
    expect(pointers({ columns: ['a'], rows: [['x']], totalLabel: 'Sum' })).to.deep.equal(['/totalLabel']);
    expect(pointers({ columns: [{ key: 'a', footer: 'sum' }], rows: [[1]], totalLabel: 'Sum' })).to.deep.equal([
      '/totalLabel',
    ]);
  });
});
