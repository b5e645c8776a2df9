import { expect } from 'chai';
import { infoOf, textOf, wordsOf } from '../support/pdf.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const html = (text: string) => ({ op: 'add_html', html: text });

describe('A document of a single page', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const print = async (operations: readonly object[]) =>
    pdfOf(await service.render({ document: { singlePage: true }, operations }));

  it('is one page whatever breaks its HTML and its operations have', async () => {
    const bodies: readonly (readonly object[])[] = [
      [html('<!doctype html><p>first<p style="break-before:page">last')],
      [
        html(
          '<!doctype html><style>h1{break-after:page}</style><script>document.write("<h1>first</h1>")</script><p>last',
        ),
      ],
      [
        html(
          '<style>.n{page:wide}@page wide{size:A3}</style><p class="n">first' +
            '<p style="page-break-before:always!important">last',
        ),
      ],
      [
        { op: 'add_text', text: 'first' },
        { op: 'add_page_break' },
        {
          op: 'add_table',
          rows: [
            { a: 1, g: 'x' },
            { a: 2, g: 'last' },
          ],
          groupBy: { key: 'g', newPage: true },
        },
      ],
    ];
    for (const operations of bodies) {
      const pdf = await print(operations);
      expect((await infoOf(pdf)).Pages, JSON.stringify(operations)).to.equal('1');
      expect(await textOf(pdf)).to.match(/first[^]*last/);
    }
  });

  it('still breaks columns', async () => {
    const words = await wordsOf(
      await print([html('<div style="columns:2"><p>left<p style="break-before:column">right</div>')]),
      1,
    );
    const [left, right] = ['left', 'right'].map((text) => words.find((word) => word.text === text));
    expect(right?.x).to.be.greaterThan((left?.x ?? 0) + 100);
    expect(right?.y).to.be.lessThan((left?.y ?? 0) + 20);
  });

  it('warns of a page of its own, which has no effect there', async () => {
    const answer = await service.render(
      {
        document: { singlePage: true },
        operations: [
          { op: 'add_text', text: 'first' },
          { op: 'add_page', size: 'A3' },
          { op: 'add_page' },
          { op: 'add_text', text: 'last' },
        ],
      },
      { headers: { accept: 'application/json' } },
    );
    const found = answer
      .json()
      .report.warnings.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer]);
    expect(found).to.deep.equal([['page-ignored', '/operations/1']]);
  });
});
