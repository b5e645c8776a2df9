import { expect } from 'chai';
import { checkSyntax, elementsOf, textOf } from '../../support/pdf.ts';
import { keys, pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const words = 'with words of several lengths in the cells of a row that may take more than one line'.split(' ');

/** Rows whose texts have one to several lines, each with an amount in cents. */
const rowsOf = (count: number, seed = 1) =>
  Array.from({ length: count }, (_, index) => ({
    item: `Row${index} ${words.slice(0, (index * 7 + seed * 5) % 16).join(' ')}`,
    region: `Region${Math.floor(index / 17)}`,
    amount: ((index * 37 + seed) % 1000) / 100 + 0.1,
  }));
type Row = ReturnType<typeof rowsOf>[number];

const columns = [
  { key: 'item', header: 'Item' },
  { key: 'amount', header: 'Amount', format: 'number:2', footer: 'sum' },
];
const carry = { columns: ['amount'] };
const small = { size: 'A6', margin: '10mm' };

const number = (text: string) => Number(text.replaceAll(/[^\d.-]/g, ''));
const amountIn = (line: string) => number(/-?[\d,]+\.\d\d\s*$/.exec(line)?.[0] ?? 'none');

/** Checks page by page that each table begins, goes on and ends with the right sums. */
function expectCarried(
  pages: readonly string[],
  rows: readonly Row[],
  labels = ['Carried forward', 'Brought forward'],
) {
  const [forward = '', brought = ''] = labels;
  let cents = 0;
  let next = 0;
  let isOpen = false;
  const carried: string[] = [];
  for (const [page, text] of pages.entries()) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const at = lines.findIndex((line) => line.includes(brought));
    expect(at >= 0, `page ${page + 1} begins with the sum: ${text}`).to.equal(isOpen);
    if (at >= 0) {
      expect(amountIn(lines[at] ?? '')).to.equal(cents / 100);
      expect(lines.slice(0, at).filter((line) => /Row\d/.test(line))).to.deep.equal([]);
    }
    for (const [, index] of text.matchAll(/\bRow(\d+)\b/g)) {
      expect(Number(index)).to.equal(next);
      cents += Math.round((rows[next]?.amount ?? 0) * 100);
      next += 1;
    }
    isOpen = next > 0 && next < rows.length;
    const end = lines.findIndex((line) => line.includes(forward));
    expect(end >= 0, `page ${page + 1} ends with the sum: ${text}`).to.equal(isOpen);
    if (end >= 0) {
      expect(amountIn(lines[end] ?? ''), `page ${page + 1}`).to.equal(cents / 100);
      expect(lines.slice(end + 1).filter((line) => /Row\d/.test(line))).to.deep.equal([]);
      carried.push(lines[end] ?? '');
    }
  }
  expect(next).to.equal(rows.length);
  return carried;
}

describe('Sums that are carried from page to page', function () {
  this.timeout(60_000);
  let service: Service;
  let inSmallParts: Service;
  before(async () => {
    service = await sharedService();
    inSmallParts = await sharedService({}, { partSize: 3000 });
  });

  const pagesOf = async (
    operations: readonly object[],
    { by = service, ...more }: { by?: Service; [field: string]: unknown } = {},
  ) => {
    const answer = await by.render({ document: small, operations, ...more });
    const pdf = pdfOf(answer);
    await checkSyntax(pdf);
    return { pdf, pages: (await textOf(pdf)).split('\f').slice(0, -1) };
  };

  for (const seed of [1, 2, 3])
    it(`end and begin the pages of a table (${seed})`, async () => {
      const rows = rowsOf(40 + 9 * seed, seed);
      const intro = { op: 'add_text', text: 'Before the table. '.repeat(seed * 25) };
      const { pages } = await pagesOf([intro, { op: 'add_table', columns, rows, carry, caption: 'List' }]);
      expect(expectCarried(pages, rows).length).to.be.greaterThan(2);
    });

  it('continue through groups, whose headers and subtotals stay where they are', async () => {
    const rows = rowsOf(60);
    const { pages } = await pagesOf([{ op: 'add_table', columns, rows, carry, groupBy: 'region' }]);
    expectCarried(pages, rows);
    const grouped = { op: 'add_table', columns, rows, carry, groupBy: { key: 'region', newPage: true } };
    const { pages: apart } = await pagesOf([grouped]);
    expectCarried(apart, rows);
    const first = apart.findIndex((text) => text.includes('Row17 '));
    expect(apart[first]).to.match(/Brought forward[^]*Region1[^]*Row17 /);
    expect(apart[first]).not.to.match(/Row16 /);
  });

  it('are those of one print where a long table is printed in parts', async () => {
    const rows = rowsOf(260);
    const operations = [{ op: 'add_table', columns, rows, carry }];
    const { pages } = await pagesOf(operations, { by: inSmallParts });
    expectCarried(pages, rows);
    expect(pages).to.deep.equal((await pagesOf(operations)).pages);
  });

  it('begin anew with each table', async () => {
    const rows = rowsOf(30);
    const { pages } = await pagesOf([
      { op: 'add_table', columns, rows, carry },
      { op: 'add_text', text: 'Between the tables.' },
      { op: 'add_table', columns, rows, carry: { ...carry, forward: 'Sum so far', brought: 'Sum before' } },
    ]);
    const at = pages.findIndex((text) => text.includes('Between'));
    const second = pages.slice(at).map((text) => text.replace(/^[^]*Between the tables\./, ''));
    expectCarried(second, rows, ['Sum so far', 'Sum before']);
  });

  it('are exact, and written as their column and in the language of the document', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ item: `Posten ${index}`, amount: '1000,10' }));
    const german = { ...small, lang: 'de' };
    const { pages } = await pagesOf(
      [{ op: 'add_table', columns: ['item', { key: 'amount', format: 'currency:EUR' }], rows, carry }],
      { document: german },
    );
    const count = [...(pages[0] ?? '').matchAll(/Posten \d+/g)].length;
    const sum = new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }).format(1000.1 * count);
    expect(pages[0]?.replaceAll('\u00a0', ' ')).to.match(
      new RegExp(`Übertrag auf die nächste Seite\\s+${sum.replaceAll('\u00a0', ' ').replaceAll('.', '\\.')}`),
    );
  });

  const htmlOf = (rows: readonly Row[], attributes: string) =>
    `<table ${attributes}><thead><tr><th>Item</th><th>Amount</th></tr></thead><tbody>` +
    rows
      .map(
        ({ item, amount }) =>
          `<tr><td>${item}</td><td>$ ${(amount * 1000).toLocaleString('en', { minimumFractionDigits: 2 })}</td></tr>`,
      )
      .join('') +
    '</tbody></table>';
  const thousands = (rows: readonly Row[]) => rows.map((row) => ({ ...row, amount: row.amount * 1000 }));

  it('are those of tables in HTML with data-carry, also of complete documents', async () => {
    const rows = rowsOf(50);
    const { pages } = await pagesOf([{ op: 'add_html', html: htmlOf(rows, 'data-carry="Amount"') }]);
    const [line = ''] = expectCarried(pages, thousands(rows));
    expect(line).to.match(/Carried forward\s+\$ [\d,]+\.\d\d/);
    const html =
      '<!doctype html><style>@page{size:A6;margin:10mm}td{border:1px solid}</style><h1>Complete</h1>' +
      htmlOf(rows, 'data-carry="2" data-carry-forward="so far" data-carry-brought="before"');
    const { pages: complete } = await pagesOf([{ op: 'add_html', html }], { document: {} });
    expectCarried(complete, thousands(rows), ['so far', 'before']);
  });

  it('stand above the footnotes of their page', async () => {
    const rows = rowsOf(60).map((row, index) => ({ ...row, item: index % 9 === 4 ? `${row.item}[^1]` : row.item }));
    const noted = rows.map(({ item, amount }, index) => [
      { text: item, footnotes: [{ text: `Note of Row ${index}. ${'It has some words. '.repeat(index % 5)}` }] },
      amount,
    ]);
    const text = { op: 'add_text', text: 'Before the table[^1].', footnotes: [{ text: 'A note before the table.' }] };
    const { pages } = await pagesOf([text, { op: 'add_table', columns, rows: noted, carry }]);
    expectCarried(pages, rows);
    for (const page of pages) {
      const called = [...page.matchAll(/\bRow(\d+)\b/g)].filter(([, index]) => Number(index) % 9 === 4);
      const notes = [...page.matchAll(/Note of Row (\d+)/g)];
      expect(notes.map(([, index]) => index)).to.deep.equal(called.map(([, index]) => index));
      if (notes.length > 0) expect(page.indexOf('forward')).to.be.lessThan(page.indexOf('Note of'));
    }
  });

  it('are rows of the table in the structure of an accessible document', async () => {
    const rows = rowsOf(40);
    const { pdf } = await pagesOf([{ op: 'add_table', columns, rows, carry }], {
      document: { ...small, title: 'Report', lang: 'en' },
      output: { conformance: ['PDF/UA-1', 'PDF/A-3a'] },
    });
    expect(await elementsOf(pdf)).to.match(/Table/);
    const check = await service.request('POST', '/api/v1/compliance-check', {
      key: keys.enterprise,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: { data: pdf.toString('base64') } }),
    });
    const { results } = check.json() as { results: { compliant: boolean }[] };
    expect(results.map(({ compliant }) => compliant)).to.deep.equal([true, true]);
  });

  it('are rows of the structure in groups, too', async () => {
    const { pdf, pages } = await pagesOf([{ op: 'add_table', columns, rows: rowsOf(40), carry, groupBy: 'region' }], {
      document: { ...small, lang: 'en' },
    });
    const rowsBefore = 1 + 40 + 3 + 3 + 1;
    const elements = await elementsOf(pdf);
    expect([...elements.matchAll(/\bTR\b/g)].length).to.equal(rowsBefore + 2 * (pages.length - 1));
  });

  it('leave a table on one page, and one without rows, as they are', async () => {
    for (const rows of [rowsOf(3), []]) {
      const { pages } = await pagesOf([
        { op: 'add_text', text: 'Before' },
        { op: 'add_table', columns, rows, carry },
      ]);
      expect(pages.length).to.equal(1);
      expect(pages[0]).not.to.match(/Carried|Brought/);
    }
  });

  it('are refused for columns that are not there, are first, or are no numbers', async () => {
    const refused = async (table: object) => {
      const answer = await service.render({ operations: [{ op: 'add_table', ...table }] });
      const { errors } = answer.json() as { errors?: { pointer: string }[] };
      return [answer.status, errors?.[0]?.pointer];
    };
    const rows = rowsOf(2);
    const of = (...names: string[]) => ({ columns, rows, carry: { columns: names } });
    expect(await refused(of('total'))).to.deep.equal([400, '/operations/0/carry/columns/0']);
    expect(await refused(of('amount', 'item'))).to.deep.equal([400, '/operations/0/carry/columns/1']);
    expect(await refused({ rows, carry: { columns: ['price'] } })).to.deep.equal([
      400,
      '/operations/0/carry/columns/0',
    ]);
    const texts = { columns: ['item', 'amount'], rows: [['a', 'many']], carry };
    expect(await refused(texts)).to.deep.equal([400, '/operations/0/rows/0/1']);
  });

  it('are left out with a warning where a column of HTML is unknown or has other texts', async () => {
    const rows = rowsOf(40);
    for (const [html, words] of [
      [htmlOf(rows, 'data-carry="Price"'), "no column 'Price'"],
      [htmlOf(rows, 'data-carry="Amount"').replace('$ 110', 'none'), "'Amount' of a table has texts"],
    ] as const) {
      const answer = await service.render(
        { document: small, operations: [{ op: 'add_html', html }] },
        { headers: { accept: 'application/json' } },
      );
      const { warnings } = (answer.json() as { report: { warnings: { code: string; message: string }[] } }).report;
      expect(warnings.map(({ code }) => code)).to.include('carry-ignored');
      expect(warnings.map(({ message }) => message).join()).to.include(words);
    }
  });
});
