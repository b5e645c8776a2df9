import { expect } from 'chai';
import { inOneGo } from '../support/in-one-go.ts';
import { checkSyntax, elementsOf, infoOf, structureOf, textOf } from '../support/pdf.ts';
import { keys, pdfOf, type Json, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const columns = [
  { key: 'item', header: 'Item' },
  { key: 'amount', header: 'Amount', footer: 'sum' },
];
/** Rows of groups of these sizes. */
const rowsOf = (sizes: readonly number[]) =>
  sizes.flatMap((size, group) =>
    Array.from({ length: size }, (_, index) => ({ region: `Region${group}`, item: `Row${group}-${index}`, amount: 1 })),
  );
const table = (sizes: readonly number[], more: object = {}) => ({
  op: 'add_table',
  columns,
  rows: rowsOf(sizes),
  groupBy: 'region',
  ...more,
});

/** The lines of a page without those of the table's head. */
const linesOf = (page: string) =>
  page
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))
    .filter((line) => line !== '' && line !== 'Item Amount');

describe('Tables with groups', function () {
  this.timeout(120_000);
  let service: Service;
  let inSmallParts: Service;
  before(async () => {
    service = await sharedService();
    inSmallParts = await sharedService({}, { partSize: 3000 });
  });
  afterEach(() => expect(inSmallParts.warnings.splice(0)).to.deep.equal([]));

  async function printed(
    operations: readonly object[],
    { document = {}, output = {}, by = service }: { document?: object; output?: object; by?: Service } = {},
  ): Promise<Buffer> {
    const pdf = pdfOf(await by.render({ operations, document: { size: 'A5', ...document }, output }));
    await checkSyntax(pdf);
    return pdf;
  }
  async function pagesOf(pdf: Uint8Array): Promise<string[][]> {
    const count = Number((await infoOf(pdf)).Pages);
    return Promise.all(Array.from({ length: count }, async (_, index) => linesOf(await textOf(pdf, index + 1))));
  }

  /** Every row stands under the header of its group, and nothing stands alone. */
  function expectUnderHeaders(pages: readonly string[][], sizes: readonly number[]): void {
    const found: string[] = [];
    for (const lines of pages) {
      let group = '';
      for (const [index, line] of lines.entries()) {
        if (/^Region\d+$/.test(line)) {
          group = line;
          expect(lines[index + 1], `below the header ${line}`).to.match(/^Row/);
        } else if (line.startsWith('Row')) {
          const [, own = '', row = ''] = /^Row(\d+)-(\d+) 1$/.exec(line) ?? [];
          expect(group, line).to.equal(`Region${own}`);
          found.push(`${own}-${row}`);
        } else {
          const isTotal = line.startsWith('Total ');
          expect(line).to.match(/^(?:Region\d+|Total) \d+$/);
          const above = lines.slice(0, index).findLast((one) => !/^Region\d+ \d/.test(one));
          expect(above, `above ${line}`).to.match(/^Row/);
          if (!isTotal) expect(group).to.equal(line.split(' ')[0]);
          const size = sizes[Number(group.slice('Region'.length))] ?? 0;
          const rows = lines.slice(lines.lastIndexOf(group), index).filter((one) => one.startsWith('Row')).length;
          expect(rows, `rows with ${line}`).to.be.at.least(Math.min(2, size));
        }
      }
    }
    expect(found).to.deep.equal(rowsOf(sizes).map(({ item }) => item.slice('Row'.length)));
  }

  it('have the header of a group again on every page on which it continues', async () => {
    const sizes = [50, 3, 1, 70, 2];
    const pdf = await printed([table(sizes, { caption: 'Sales', zebra: true })]);
    const pages = await pagesOf(pdf);
    expect(pages.length).to.be.greaterThan(4);
    expect(pages[0]?.shift()).to.equal('Sales');
    expectUnderHeaders(pages, sizes);
    expect(pages.flat().filter((line) => line === 'Region0').length).to.be.greaterThan(1);
  });

  it('read that header once, in one table with the cells of all rows', async () => {
    const pdf = await printed([table([55, 5], { rowHeaders: true })], {
      document: { title: 'Sales', lang: 'en' },
      output: { conformance: ['PDF/A-3a', 'PDF/UA-1'] },
    });
    const structure = await structureOf(pdf);
    expect(structure.match(/"Region0"/g)).to.have.length(2);
    expect(structure.match(/"Item"/g)).to.have.length(1);
    const elements = await elementsOf(pdf);
    expect(elements.match(/^ *Table\b/gm)).to.have.length(1);
    expect(elements.match(/^ *TR\b/gm)).to.have.length(1 + 2 + 60 + 2 + 1);
    expect(elements.match(/^ *TH\b/gm)).to.have.length(2 + 2 + 60);
    const answer = await service.request('POST', '/api/v1/compliance-check', {
      key: keys.enterprise,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: { data: pdf.toString('base64') } }),
    });
    expect((answer.json().results as Json[]).map(({ compliant }: Json) => compliant)).to.deep.equal([true, true]);
  });

  it('leave no header, row or total alone, wherever the page ends', async () => {
    for (const size of [14, 15, 16, 17, 18, 19, 33, 34, 35, 36, 37, 38, 39, 56, 57, 58, 59]) {
      const sizes = [2, size];
      expectUnderHeaders(await pagesOf(await printed([table(sizes)])), sizes);
    }
  });

  it('leave no row alone with the total without groups either', async () => {
    for (const size of [20, 21, 22, 23, 43, 44, 45, 46, 64, 65, 66, 67, 68]) {
      const pages = await pagesOf(await printed([table([size], { groupBy: undefined })]));
      for (const lines of pages)
        if (lines.some((line) => line.startsWith('Total'))) expect(lines.length, `of ${size}`).to.be.at.least(3);
    }
  });

  it('begin a page with each group after the first where they are to', async () => {
    const sizes = [3, 40, 1, 2];
    const grouping = { groupBy: { key: 'region', newPage: true } };
    const pages = await pagesOf(
      await printed([{ op: 'add_text', text: 'Row' }, table(sizes, grouping)], { document: { style: 'house' } }),
    );
    expect(pages[0]?.slice(0, 2)).to.deep.equal(['Row', 'Region0']);
    expect(pages.slice(1).map(([first]) => first)).to.deep.equal(['Region1', 'Region1', 'Region2', 'Region3']);
    for (const lines of pages) expect(new Set(lines.filter((line) => /^Region\d+$/.test(line))).size).to.equal(1);
  });

  for (const newPage of [false, true])
    it(`are printed in parts as in one go${newPage ? ', each group on its page' : ''}`, async () => {
      const sizes = [30, 2, 61, 5, 44, 1, 70, 12];
      const operations = [table(sizes, { groupBy: { key: 'region', newPage }, zebra: true })];
      const parts = await printed(operations, { by: inSmallParts });
      const whole = await printed(operations, { by: inSmallParts, document: inOneGo });
      expect(await pagesOf(parts)).to.deep.equal(await pagesOf(whole));
      if (!newPage) expectUnderHeaders(await pagesOf(parts), sizes);
      const texts = async (pdf: Uint8Array) => (await structureOf(pdf)).match(/"[^"]*"/g);
      expect(await texts(parts)).to.deep.equal(await texts(whole));
      const kinds = async (pdf: Uint8Array) => (await elementsOf(pdf)).match(/^ *(?:Table|TR|TH|TD)\b/gm);
      expect(await kinds(parts)).to.deep.equal(await kinds(whole));
    });

  it('of 5,000 rows have every row under the header of its group', async () => {
    const sizes = Array.from({ length: 67 }, (_, index) => 1 + ((index * 37) % 150));
    expectUnderHeaders(await pagesOf(await printed([table(sizes)], { document: { size: 'A4' } })), sizes);
  });
});
