import { expect } from 'chai';
import { compare } from '../../../../src/editions/pro/tools/compare.ts';
import { smallPdf, textAt } from '../../../pdf/text/small-pdf.ts';
import { bearer } from '../../../support/http.ts';
import type { Json } from '../../../support/service.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

type Row = readonly string[];

const head: Row = ['Item', 'Pieces', 'Amount'];
const row = (index: number): Row => [
  `Part ${String.fromCharCode(65 + index)}x`,
  String(10 + 7 * index),
  `${3 + index}.50`,
];
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => row(from + index));

/** A row of three columns. */
const shown = (cells: Row, y: number) => cells.map((cell, column) => textAt(40 + 120 * column, y, cell)).join(' ');

/**
 * Pages with so many rows each, under a running head, the head of the table on each of them; `above` stands above the
 * table.
 */
function document(
  all: readonly Row[],
  perPage: number,
  {
    above = ['The parts are these, all of them'],
    heads = () => head,
    tagged = false,
  }: {
    readonly above?: readonly string[];
    readonly heads?: (page: number) => Row | null;
    readonly tagged?: boolean;
  } = {},
): Uint8Array {
  const pages: string[] = [];
  const rest = [...all];
  for (let page = 0; rest.length > 0; page += 1) {
    const lines = page === 0 ? above.map((text, index) => textAt(40, 330 - 16 * index, text)) : [];
    const top = 330 - 16 * lines.length;
    const own = heads(page);
    const mark = (content: string) =>
      tagged ? (page === 0 ? `/TH <</MCID 1>> BDC ${content} EMC` : `/Artifact BMC ${content} EMC`) : content;
    const body = rest
      .splice(0, perPage - lines.length)
      .map((cells, index) => shown(cells, top - 16 * (index + (own === null ? 0 : 1))))
      .join('\n');
    const shownHead = own === null ? '' : mark(shown(own, top));
    pages.push(
      [
        tagged ? `/Artifact BMC ${textAt(150, 380, 'Price list')} EMC` : textAt(150, 380, 'Price list'),
        ...lines,
        shownHead,
        tagged ? `/P <</MCID 0>> BDC ${body} EMC` : body,
      ].join('\n'),
    );
  }
  return smallPdf({
    pages: pages.map((content, page) => ({ content, entries: tagged ? `/StructParents ${page}` : '' })),
    ...(tagged && tags(pages.length)),
  });
}

/** An element for the head where it stands first, and one for the rows of each page. */
function tags(pages: number) {
  const elements = [
    '<</Type /StructElem /S /TH /P 101 0 R /Pg 10 0 R /K 1>>',
    ...Array.from(
      { length: pages },
      (_, page) => `<</Type /StructElem /S /P /P 101 0 R /Pg ${10 + 2 * page} 0 R /K 0>>`,
    ),
  ];
  const parents = Array.from(
    { length: pages },
    (_, page) => `${page} [${103 + page} 0 R${page === 0 ? ' 102 0 R' : ''}]`,
  );
  return {
    catalog: '/Lang (en) /MarkInfo <</Marked true>> /StructTreeRoot 100 0 R',
    objects: [
      `<</Type /StructTreeRoot /K 101 0 R /ParentTree <</Nums [${parents.join(' ')}]>>>>`,
      '<</Type /StructElem /S /Document /P 100 0 R /K ' +
        `[${elements.map((_, index) => `${102 + index} 0 R`).join(' ')}]>>`,
      ...elements,
    ],
  };
}

describe('compare of tables that go on over pages', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(compare);
  });
  after(() => service.stop());

  async function told(before: Uint8Array, after: Uint8Array): Promise<(string | null)[][]> {
    const response = await service.send('compare', [before, after], { mode: 'text' }, { authorization: bearer('pro') });
    expect(response.status).to.equal(200);
    const { pages } = await response.json();
    return pages.flatMap(({ changes }: Json) =>
      changes.map((change: Json) => [change.kind, change.before?.text ?? null, change.after?.text ?? null]),
    );
  }

  for (const tagged of [false, true]) {
    describe(tagged ? 'with tags' : 'without tags', () => {
      it('takes heads that are repeated elsewhere, or more often, for no change', async () => {
        expect(await told(document(rows(0, 18), 18, { tagged }), document(rows(0, 18), 7, { tagged }))).to.deep.equal(
          [],
        );
        expect(await told(document(rows(0, 18), 7, { tagged }), document(rows(0, 18), 9, { tagged }))).to.deep.equal(
          [],
        );
      });

      it('tells rows that came or went, and nothing of what flows on', async () => {
        const fewer = [...rows(0, 3), ...rows(5, 20)];
        expect(await told(document(rows(0, 20), 9, { tagged }), document(fewer, 9, { tagged }))).to.deep.equal([
          ['deleted', 'Part Dx 31 6.50 Part Ex 38 7.50', null],
        ]);
        expect(await told(document(fewer, 9, { tagged }), document(rows(0, 20), 9, { tagged }))).to.deep.equal([
          ['inserted', null, 'Part Dx 31 6.50 Part Ex 38 7.50'],
        ]);
      });

      it('tells a head that was changed once', async () => {
        const changed = ['Item', 'Quantity', 'Amount'];
        expect(
          await told(document(rows(0, 20), 8, { tagged }), document(rows(0, 20), 8, { tagged, heads: () => changed })),
        ).to.deep.equal([['changed', 'Pieces', 'Quantity']]);
      });
    });
  }

  it('takes documents for the same of which one has tags', async () => {
    expect(await told(document(rows(0, 20), 9), document(rows(0, 20), 7, { tagged: true }))).to.deep.equal([]);
  });

  it('tells a head that is gone where the page breaks as before, and one in its place as one that came', async () => {
    expect(
      await told(document(rows(0, 14), 8), document(rows(0, 14), 8, { heads: (page) => (page === 1 ? null : head) })),
    ).to.deep.equal([['deleted', 'Item Pieces Amount', null]]);
    expect(
      await told(
        document(rows(0, 14), 8),
        document(rows(0, 14), 8, { heads: (page) => (page === 1 ? ['Item', 'Number', 'Amount'] : head) }),
      ),
    ).to.deep.equal([['inserted', null, 'Item Number Amount']]);
  });

  it('takes numbers near the edges of pages for no page numbers', async () => {
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => [
        String(100 + from + index),
        String(7 * (from + index)),
        `${from + index}.25`,
      ]);
    const all = numbers(0, 44);
    expect(
      await told(
        document(all, 20),
        document(
          all.filter((_, index) => index !== 5),
          20,
        ),
      ),
    ).to.deep.equal([['deleted', '105 35 5.25', null]]);
  });
});
