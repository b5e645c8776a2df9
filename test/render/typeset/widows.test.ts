import { expect } from 'chai';
import { textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    item: `Row${index}`,
    kind: `Kind${Math.floor(index / 5)}`,
    amount: 1,
  }));
const plain = ['item', 'amount'];
const totalled = ['item', { key: 'amount', footer: 'sum' }];

describe('Rows of a table', function () {
  this.timeout(60_000);
  let service: Service;
  before(async () => (service = await sharedService()));

  const pagesOf = async (operations: readonly object[]) => {
    const pdf = pdfOf(await service.render({ document: { size: 'A6', margin: '10mm', lang: 'en' }, operations }));
    return (await textOf(pdf)).split('\f').slice(0, -1);
  };
  const rowsOn = (page: string) => [...page.matchAll(/Row\d+/g)].length;

  /** Heights above the table, so that pages end near its first and its last rows. */
  const heights = ['36mm', '39mm', '42mm', '96mm', '99mm', '108mm'];

  for (const [name, columns, groupBy] of [
    ['without a total', plain, undefined],
    ['with a total', totalled, undefined],
    ['in groups', totalled, 'kind'],
  ] as const)
    it(`are at least two together on a page, wherever that ends, ${name}`, async () => {
      const counts = new Set<string>();
      for (const height of heights) {
        const table = {
          op: 'add_table',
          columns,
          rows: rowsOf(groupBy === undefined ? 13 : 10),
          ...(groupBy && { groupBy }),
        };
        const pages = await pagesOf([{ op: 'add_spacer', height }, table]);
        const rows = pages.map(rowsOn).filter((count) => count > 0);
        expect(Math.min(...rows), `${height}: ${rows.join()}`).to.be.greaterThan(1);
        for (const page of pages) if (/Total|Kind/.test(page)) expect(rowsOn(page), page).to.be.greaterThan(1);
        counts.add(rows.join());
      }
      expect(counts.size).to.be.greaterThan(1);
    });

  it('of Markdown are, too', async () => {
    const markdown = `|a|b|\n|-|-|\n${rowsOf(13)
      .map(({ item }) => `|${item}|1|`)
      .join('\n')}`;
    for (const height of heights) {
      const pages = await pagesOf([
        { op: 'add_spacer', height },
        { op: 'add_markdown', markdown },
      ]);
      const rows = pages.map(rowsOn).filter((count) => count > 0);
      expect(Math.min(...rows), `${height}: ${rows.join()}`).to.be.greaterThan(1);
    }
  });
});
