import { expect } from 'chai';
import { inspect } from '../../../support/inspect.ts';
import { inOneGo } from '../../../support/in-one-go.ts';
import { checkSyntax, elementsOf, structureOf, textOf } from '../../../support/pdf.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const columns = ['Group', 'Article', 'Quantity', 'Price', 'Lot'];
/** Rows of which `together` each have one first cell. */
const grouped = (count: number, together: number) =>
  Array.from({ length: count }, (_, index) => [
    ...(index % together === 0
      ? [{ text: `group ${index / together}`, rowspan: Math.min(together, count - index) }]
      : []),
    'Nut',
    index % 40,
    (index * 7) % 100,
    `lot ${index}`,
  ]);
const plain = (count: number) =>
  Array.from({ length: count }, (_, index) => [index, 'Nut', index % 40, (index * 7) % 100, `lot ${index}`]);

describe('Where one part ends and the next begins', () => {
  let service: Service;
  before(async () => (service = await sharedService({}, { partSize: 3000 })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const pdf = async (operations: object[], output: object = {}, document: object = {}) =>
    pdfOf(
      await service.render({
        operations,
        document: { lang: 'en', size: 'A5', orientation: 'landscape', ...document },
        output: { deterministic: true, ...output },
      }),
    );

  for (const together of [3, 25]) {
    it(`a cell over ${together} rows is whole, in its pages as in its structure`, async () => {
      const operations = [{ op: 'add_table', columns, rows: grouped(125, together) }];
      const out = await pdf(operations);
      expect(await pagesOf(out)).to.deep.equal(await pagesOf(await pdf(operations, {}, inOneGo)));
      const structure = await structureOf(out);
      expect(structure.match(/"group \d+"/g)).to.have.length(Math.ceil(125 / together));
      expect(structure.match(/lot \d+/g)).to.deep.equal(Array.from({ length: 125 }, (_, index) => `lot ${index}`));
      expect(structure.match(/^ *Table\b/gm)).to.have.length(1);
      await checkSyntax(out);
    });
  }

  it('a caption is not said again: a table repeats its head alone', async () => {
    const out = await pdf([{ op: 'add_table', caption: 'All that is there', columns, rows: plain(120) }]);
    expect((await pagesOf(out)).map((page) => page.includes('All that is there'))).to.deep.equal(
      (await pagesOf(out)).map((_, index) => index === 0),
    );
    expect((await elementsOf(out)).match(/^ *Caption\b/gm)).to.have.length(1);
  });

  it('titles of the outline are those of the headings, whatever a line or a page broke in them', async () => {
    const titles = Array.from({ length: 24 }, (_, index) =>
      index % 2 === 0
        ? `שלום עולם מספר ${index}`
        : `Heading ${index} of a chapter whose title is so long that it goes over more than one line of its ` +
          'page, and over another',
    );
    const operations = titles.flatMap((text, index) => [
      { op: 'add_heading', text, level: 1 + (index % 3) },
      { op: 'add_table', columns, rows: plain(15 + index) },
    ]);
    const out = await pdf(operations);
    expect((await inspect(out)).outline.map(({ title }) => title)).to.deep.equal(titles);
    await checkSyntax(out);
  });

  it('a page is under the section that it is under in one print, whichever headings its part begins with', async () => {
    const operations = [1, 2, 3].flatMap((chapter) => [
      { op: 'add_heading', text: `Chapter ${chapter}` },
      ...Array.from({ length: 7 }, (_, index) => [
        { op: 'add_heading', level: 2 + (index % 2), text: `Detail ${chapter}.${index}` },
        { op: 'add_table', columns, rows: plain(12 + index) },
      ]).flat(),
    ]);
    const answers = await Promise.all(
      [{}, inOneGo].map((document) =>
        service.render({ operations, document: { footer: { text: 'under {section}' }, ...document } }),
      ),
    );
    const [inParts = [], whole = []] = (await Promise.all(answers.map((answer) => pagesOf(pdfOf(answer))))).map(
      (pages) => pages.map((page) => /under (.*?) *$/.exec(page)?.[1]),
    );
    expect(inParts).to.deep.equal(whole);
    expect(new Set(inParts)).to.deep.equal(new Set(['Chapter 1', 'Chapter 2', 'Chapter 3']));
  });

  it(
    'a heading that begins the page after a part is in the outline once, and its section begins there, however ' +
      'far its letters reach up',
    async () => {
      const operations = Array.from({ length: 20 }, (_, index) => [
        { op: 'add_html', html: `<h1 style="break-before: page; line-height: 1.1">Chapter ${index}</h1>` },
        { op: 'add_table', columns, rows: plain(15 + (index % 7) * 9) },
      ]).flat();
      const answers = await Promise.all(
        [{}, inOneGo].map((document) =>
          service.render({ operations, document: { footer: { text: 'under {section}' }, ...document } }),
        ),
      );
      const [inParts = Buffer.alloc(0), whole = Buffer.alloc(0)] = answers.map(pdfOf);
      const pages = await pagesOf(inParts);
      expect(pages).to.deep.equal(await pagesOf(whole));
      let chapter = '';
      for (const page of pages) {
        chapter = /^ ?(Chapter \d+)/.exec(page)?.[1] ?? chapter;
        expect(/under (.*?) *$/.exec(page)?.[1]).to.equal(chapter);
      }
      expect((await inspect(inParts)).outline)
        .to.deep.equal((await inspect(whole)).outline)
        .and.to.have.length(20);
    },
  );

  for (const [pages, titles] of [
    [
      '1-3',
      [
        ['Chapter 0', 0],
        ['Chapter 1', 1],
        ['Chapter 2', 2],
      ],
    ],
    ['2', [['Chapter 1', 0]]],
    [
      '1,3',
      [
        ['Chapter 0', 0],
        ['Chapter 2', 1],
      ],
    ],
    [
      '3,1',
      [
        ['Chapter 2', 0],
        ['Chapter 0', 1],
      ],
    ],
  ] as const) {
    it(
      `chosen pages ${pages} have the headings in their outline that begin on them, however far the letters of ` +
        'others reach up',
      async () => {
        const operations = Array.from({ length: 5 }, (_, index) => ({
          op: 'add_html',
          html: `<h1 style="break-before: page; line-height: 1">Chapter ${index}</h1><p>Word</p>`,
        }));
        const out = await pdf(operations, { pages });
        const { outline } = await inspect(out);
        expect(outline.map(({ title, page }) => [title, page]).toSorted()).to.deep.equal(titles.toSorted());
        await checkSyntax(out);
      },
    );
  }

  it('many sheets are as they are in one print, with headers by page', async () => {
    const operations = Array.from({ length: 24 }, (_, index) => [
      ...(index > 0 ? [{ op: 'add_page' }] : []),
      { op: 'add_heading', text: `Sheet ${index}` },
      { op: 'add_table', columns, rows: plain(20 + (index % 7) * 15) },
    ]).flat();
    const answers = await Promise.all(
      [{}, inOneGo].map((document) =>
        service.render({ operations, document: { header: { text: '{section}: {page} of {pages}' }, ...document } }),
      ),
    );
    const [inParts = [], whole = []] = await Promise.all(answers.map((answer) => pagesOf(pdfOf(answer))));
    expect(inParts).to.deep.equal(whole);
    expect(inParts.length).to.be.greaterThan(50);
  });
});

/** The text of each page, its words one space apart: columns are as wide to within a tenth of a point. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  return (await textOf(pdf))
    .split('\f')
    .slice(0, -1)
    .map((page) => page.replace(/\s+/g, ' '));
}
