import { expect } from 'chai';
import fc from 'fast-check';
import { AppError } from '../../../../src/problems.ts';
import { composed, elementsOf, pageOf, pointersOf, slugOf, type Seen } from '../../../support/rendering.ts';

const seen = (table: object) => elementsOf([{ op: 'add_table', ...table }]);
const rowsOf = (elements: Seen[], part: string) =>
  elements.filter(({ tag, parents }) => tag === 'tr' && parents.includes(part));
/** The texts of the cells, row by row, in one part of the table. */
function grid(table: object, part = 'tbody'): string[][] {
  const elements = seen(table);
  const rows: string[][] = [];
  for (const { tag, text, parents } of elements) {
    if (!parents.includes(part)) continue;
    if (tag === 'tr') rows.push([]);
    if (tag === 'td' || tag === 'th') rows.at(-1)?.push(text);
  }
  return rows;
}
const pointers = (table: object) =>
  pointersOf({ operations: [{ op: 'add_table', ...table }] }).map((pointer) => pointer.slice('/operations/0'.length));

describe('add_table', () => {
  const columns = ['Item', { key: 'price', header: 'Price', format: 'currency:EUR', footer: 'sum' }];

  it('has headers with a scope, a caption and its rows', () => {
    const elements = seen({ columns, rows: [['Bolt', 2]], caption: 'Parts', rowHeaders: true });
    expect(elements.filter(({ tag }) => tag === 'th').map(({ attributes }) => attributes.scope)).to.deep.equal([
      'col',
      'col',
      'row',
    ]);
    expect(elements.find(({ tag }) => tag === 'caption')?.text).to.equal('Parts');
  });

  it('says in its class how it is set', () => {
    const classOf = (table: object) =>
      seen({ columns: ['a'], rows: [], ...table }).find(({ tag }) => tag === 'table')?.attributes.class;
    expect(classOf({})).to.equal('table');
    expect(classOf({ zebra: true, splitRows: true, repeatHeader: false })).to.equal(
      'table zebra split-rows no-repeat-header',
    );
  });

  it('takes rows as arrays, as objects and as CSV', () => {
    const expected = [
      ['Bolt', '€2.00'],
      ['Nut', ''],
    ];
    expect(
      grid({
        columns,
        rows: [
          ['Bolt', 2],
          ['Nut', null],
        ],
      }),
    ).to.deep.equal(expected);
    expect(grid({ columns, rows: [{ Item: 'Bolt', price: 2, other: 1 }, { Item: 'Nut' }] })).to.deep.equal(expected);
    expect(grid({ columns, csv: 'price,Item\n2,Bolt\n,Nut\n' })).to.deep.equal(expected);
  });

  it('takes CSV with fields over several lines', () => {
    expect(grid({ columns: ['a', 'b'], csv: '\uFEFFa,b\r\n"1\r\n""2""",3\r\n' })).to.deep.equal([['1\n"2"', '3']]);
  });

  it('takes CSV that is divided by semicolons or tabs', () => {
    for (const csv of ['a;b\r\n"1;2";3,5\r\n', 'b\ta\n3,5\t1;2'])
      expect(grid({ columns: ['a', 'b'], csv }), csv).to.deep.equal([['1;2', '3,5']]);
    expect(grid({ columns: ['a;b'], csv: 'a;b\n1;2' })).to.deep.equal([['1;2']]);
    expect(pointers({ columns: ['a', 'c'], csv: 'a;b\n1;2' })).to.deep.equal(['/columns/1']);
  });

  it('sets decimal points below each other with what stands behind them unseen', () => {
    const set = (lang: string, values: readonly unknown[], more: object = {}) => {
      const html = pageOf(
        composed([
          {
            op: 'add_table',
            lang,
            columns: [{ key: 'n', align: 'decimal', ...more }],
            rows: values.map((value) => [value]),
          },
        ]),
      );
      return [...html.matchAll(/<td class="align-right nowrap">(.*?)<\/td>/g)].map(([, cell = '']) =>
        cell.replaceAll(/<span class="unseen">(.*?)<\/span>/g, '[$1]').replaceAll('\u00a0', ' '),
      );
    };
    expect(set('en', [1, -22.25, 1234.5, 'n/a', null, '(3.1)', '(4)'])).to.deep.equal([
      '1[.25)]',
      '-22.25[)]',
      '1234.5[5)]',
      'n/a[.25)]',
      '',
      '(3.1)[5]',
      '(4)[.25]',
    ]);
    expect(set('en', ['12.5 %', '7', '1,000.75'])).to.deep.equal(['12.5 %[5]', '7[.75 %]', '1,000.75[ %]']);
    expect(set('de', [1.5, -1000, 0.125], { format: 'number' })).to.deep.equal(['1,5[25]', '-1.000[,125]', '0,125']);
    expect(set('de', [1.5, 22], { format: 'currency:EUR' })).to.deep.equal(['1,50 €', '22,00 €']);
    expect(set('de', [1.5, 22])).to.deep.equal(['1.5', '22[.5]']);
    expect(set('he', [1.5, -22])).to.deep.equal(['1.5', '[.5]\u200e-22']);
    expect(set('ar', [0.125, 0.5], { format: 'percent' }).map((cell) => cell.replaceAll('\u200e', ''))).to.deep.equal([
      '12.5%',
      '[.5]50%',
    ]);
  });

  it('writes values as the language has them, in the format of the column', () => {
    const formats = ['number:2', 'percent:1', 'currency:USD', 'date:long', 'integer', 'datetime:short'];
    const table = {
      columns: formats.map((format) => ({ key: format, format })),
      rows: [
        [1234.5, 0.125, 3, '2026-03-01', 2.6, '2026-03-01T13:05:00Z'],
        ['n/a', '0.5', '-1', 'soon', true, null],
      ],
      lang: 'de',
    };
    expect(grid(table).map((row) => row.map((cell) => cell.replaceAll('\u00a0', ' ')))).to.deep.equal([
      ['1.234,50', '12,5 %', '3,00 $', '1. März 2026', '3', '01.03.26, 13:05'],
      ['n/a', '50,0 %', '-1,00 $', 'soon', 'true', ''],
    ]);
  });

  it('sets numbers flush right unless told otherwise', () => {
    const aligns = seen({
      columns: ['a', 'b', { key: 'c', align: 'center' }, { key: 'd', format: 'number' }],
      rows: [
        ['x', 1, 2, '3'],
        ['y', null, 3, '4'],
      ],
    })
      .filter(({ tag }) => tag === 'th')
      .map(({ attributes }) => attributes.class);
    expect(aligns).to.deep.equal([undefined, 'align-right', 'align-center', 'align-right']);
  });

  it('sums, averages, counts and finds least and greatest in its footer', () => {
    const footers = ['Total', 'sum', 'avg', 'count', 'min', 'max'].map((footer) => ({ key: footer, footer }));
    expect(
      grid(
        {
          columns: footers,
          rows: [
            ['a', 0.1, 1, 'x', 3, '3'],
            ['b', 0.2, 2, '', -1, 4],
            ['c', ' ', null, 'y', '2', null],
          ],
        },
        'tfoot',
      ),
    ).to.deep.equal([['Total', '0.3', '1.5', '2', '-1', '4']]);
  });

  it('groups rows under a header, with a subtotal where columns have one', () => {
    const table = {
      columns,
      groupBy: 'region',
      rows: [
        { Item: 'a', price: 1, region: 'N' },
        { Item: 'b', price: 2, region: 'S' },
        { Item: 'c', price: 3, region: 'N' },
      ],
    };
    expect(grid(table)).to.deep.equal([
      ['N'],
      ['a', '€1.00'],
      ['c', '€3.00'],
      ['N', '€4.00'],
      ['S'],
      ['b', '€2.00'],
      ['S', '€2.00'],
    ]);
    expect(rowsOf(seen(table), 'tbody').map(({ attributes }) => attributes.class)).to.deep.equal([
      'group',
      undefined,
      'stays',
      'subtotal',
      'group',
      undefined,
      'subtotal',
    ]);
    expect(grid(table, 'tfoot')).to.deep.equal([['Total', '€6.00']]);
  });

  it('has cells that span, with the format of the column they begin in', () => {
    const table = {
      columns: ['a', 'b', { key: 'c', format: 'number:1' }],
      rows: [
        [{ text: 'x', colspan: 2, align: 'center', background: '#eee' }, 1],
        [{ text: 'tall', rowspan: 2 }, 2, 3],
        [4, 5],
      ],
    };
    expect(grid(table)).to.deep.equal([
      ['x', '1.0'],
      ['tall', '2', '3.0'],
      ['4', '5.0'],
    ]);
    expect(seen(table).find(({ text, tag }) => tag === 'td' && text === 'x')?.attributes).to.deep.equal({
      colspan: '2',
      class: 'align-center',
      style: 'background:#eee',
    });
  });

  it('has HTML in cells that ask for it, which can not leave them', () => {
    const elements = seen({
      columns: ['a', 'b'],
      rows: [[{ html: '<b>x</b></td></tr></table><script>1</script>' }, '<i>']],
    });
    expect(elements.filter(({ tag }) => tag === 'td')).to.have.length(2);
    expect(elements.map(({ tag }) => tag))
      .to.include('b')
      .and.not.include('script')
      .and.not.include('i');
  });

  it('has small lines in cells, with their numbers as a text', () => {
    const lines = (values: unknown) =>
      seen({ columns: ['a', 'b'], rows: [['x', { sparkline: values }]], lang: 'de' })
        .filter(({ tag }) => tag === 'svg')
        .map(({ attributes }) => attributes['aria-label']);
    expect(lines([1, 2.5, -1000])).to.deep.equal(['1; 2,5; -1.000']);
    expect(lines([7])).to.deep.equal(['7']);
    expect(lines(Array.from({ length: 100 }, (_, index) => index))[0]).to.match(/^0; 1; .*; 19; …; 80; .*; 99$/);
    for (const wrong of [[], 'x', ['1'], [null], Array.from({ length: 1001 }, () => 1)])
      expect(pointers({ columns: ['a'], rows: [[{ sparkline: wrong }]] })).to.deep.equal(['/rows/0/0/sparkline']);
    expect(pointers({ columns: ['a'], rows: [[{ sparkline: [1], text: 'x' }]] })).to.deep.equal(['/rows/0/0']);
  });

  it('refuses rows that do not fill its columns, at the row', () => {
    expect(
      pointers({
        columns: ['a', 'b'],
        rows: [[1, 2], [1], [1, 2, 3], [{ text: 'x', colspan: 2 }], [{ text: 'x', colspan: 3 }]],
      }),
    ).to.deep.equal(['/rows/1', '/rows/2', '/rows/4']);
    expect(pointers({ columns: ['a', 'b'], rows: [[{ text: 'x', rowspan: 2 }, 2], [3], [4]] })).to.deep.equal([
      '/rows/2',
    ]);
    expect(
      pointers({ columns: ['a', 'b'], rows: [[1, { text: 'x', rowspan: 2 }], [{ text: 'y', colspan: 2 }]] }),
    ).to.deep.equal(['/rows/1']);
    expect(pointers({ columns: ['a'], rows: [[{ text: 'x', rowspan: 2 }]] })).to.deep.equal(['/rows/0/0/rowspan']);
  });

  it('refuses CSV that can not be read or lacks a column', () => {
    expect(pointers({ columns: ['a', 'b'], csv: 'a\n1' })).to.deep.equal(['/columns/1']);
    expect(pointers({ columns: ['a'], csv: '"a' })).to.deep.equal(['/csv']);
    expect(pointers({ columns: ['a'], csv: '' })).to.deep.equal(['/csv']);
    for (const csv of ['a\n"1', 'a,b\n1'])
      expect(
        slugOf(() => seen({ columns: ['a'], csv })),
        csv,
      ).to.equal('invalid-request');
  });

  it('lays millions of spanning cells out', () => {
    const rows = Array.from({ length: 4990 }, (_, index) =>
      Array.from({ length: 1000 }, () => (index % 500 === 0 ? { text: '', rowspan: 1 } : 1)),
    );
    expect(pointers({ columns: Array.from({ length: 1000 }, (_, index) => `c${index}`), rows })).to.deep.equal([]);
    const few = Array.from({ length: 4999 }, () => [{ text: 'x', colspan: 1000 }]);
    expect(pointers({ columns: Array.from({ length: 1000 }, (_, index) => `c${index}`), rows: few })).to.deep.equal([]);
  });

  it('has no more than five million cells', () => {
    const rows = Array.from({ length: 200_000 }, () => [{ text: 'x', colspan: 1000 }]);
    expect(
      slugOf(() =>
        composed([{ op: 'add_table', columns: Array.from({ length: 1000 }, (_, index) => `c${index}`), rows }]),
      ),
    ).to.equal('limit-exceeded');
  });

  it('breaks no number and no header, however narrow its columns are', () => {
    const elements = seen({
      columns: Array.from({ length: 40 }, (_, index) => `Column${index}`),
      rows: [Array.from({ length: 40 }, (_, index) => (index === 0 ? 'wordywordywordy' : 1234567))],
    });
    const cells = elements.filter(({ tag }) => tag === 'td');
    expect(cells.map(({ attributes }) => attributes.class?.includes('nowrap') ?? false)).to.deep.equal([
      false,
      ...Array.from({ length: 39 }, () => true),
    ]);
    expect(elements.filter(({ attributes }) => attributes.class === 'turned')).to.have.length(40);
  });

  it('is refused where no type is small enough for its columns, with advice at the columns', () => {
    const table = {
      columns: Array.from({ length: 300 }, (_, index) => `Column ${index}`),
      rows: [Array.from({ length: 300 }, () => 1234)],
    };
    expect(() => composed([{ op: 'add_table', ...table }]))
      .to.throw(
        AppError,
        /^The table is too wide: the table's 300 columns need about \d+ pt in the smallest type, the page has 481 pt .*A3/,
      )
      .with.deep.property('errors')
      .that.has.nested.property('[0].pointer', '/operations/0/columns');
    expect(
      composed([{ op: 'add_table', ...table }], { document: { size: { width: 3000, height: 800 } } }).warnings.map(
        ({ code }) => code,
      ),
    ).to.deep.equal(['table-too-wide']);
  });

  it('turns its headers before it breaks words, breaks long words first of all, and tells of the type', () => {
    const classes = (table: object) => seen(table).find(({ tag }) => tag === 'table')?.attributes.class;
    const columns = (count: number) => Array.from({ length: count }, (_, index) => `Column${index}`);
    const row = (count: number) => Array.from({ length: count }, () => 12345);
    expect(classes({ columns: columns(5), rows: [row(5)] })).to.equal('table');
    expect(classes({ columns: columns(12), rows: [row(12)] })).to.equal('table fit');
    expect(classes({ columns: columns(20), rows: [row(20)] })).to.equal('table fit turned-headers');
    expect(classes({ columns: ['Name', ...columns(30)], rows: [['Wordywordywordywordy', ...row(30)]] })).to.equal(
      'table fit turned-headers breaks-words',
    );
    expect(classes({ columns: ['Key', 'Note'], rows: [['f'.repeat(500), 'short']] })).to.equal('table');
    expect(
      seen({ columns: ['Key', 'Note'], rows: [['f'.repeat(500), 'short']] })
        .filter(({ tag }) => tag === 'td')
        .map(({ attributes }) => attributes.class),
    ).to.deep.equal(['anywhere', 'nowrap']);
  });

  it('warns of type below 6 pt, although its headers are not turned', () => {
    const warnings = (count: number, more: object = {}) => {
      const csv = [0, 1].map(() => Array.from({ length: count }, (_, index) => `Column${index}`).join(',')).join('\n');
      return composed([{ op: 'add_table', csv, ...more }]).warnings.map(({ message }) => message);
    };
    expect(warnings(12)).to.deep.equal([]);
    expect(warnings(5, { fontSize: 5 })).to.deep.equal([]);
    const [message, ...others] = warnings(16);
    expect(message).to.match(/^The table's 16 columns hardly fit the width of the page: the type is 5\.\d pt\. Turn/);
    expect(others).to.deep.equal([]);
  });

  it('shows every text as it was sent, whatever it is', () => {
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll(/[\r\0]/g, ''));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (rows) => {
        expect(grid({ columns: ['a', 'b'], rows })).to.deep.equal(rows);
      }),
      { numRuns: 50 },
    );
  });
});
