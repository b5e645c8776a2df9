import { expect } from 'chai';
import { inspect } from '../../../support/inspect.ts';
import { boxesOf, formTags } from '../../../support/forms.ts';
import { inOneGo } from '../../../support/in-one-go.ts';
import {
  attachmentsOf,
  checkSyntax,
  infoOf,
  pageObjectsOf,
  structureOf,
  textOf,
  wordsOf,
} from '../../../support/pdf.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

/** Rows of a table of which some take two lines, so that no two pages hold as many. */
const uneven = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    index + 1,
    'Hexagon bolt ' +
      (`M${(index % 20) + 4}` +
        (index % 11 === 0
          ? ', zinc plated, with a description that does not fit into one line of its column, whatever is done to it'
          : '')),
    index % 40,
    (index * 7) % 100,
    `lot ${index}`,
  ]);
const even = (count: number) =>
  Array.from({ length: count }, (_, index) => [index + 1, 'Nut', index % 40, (index * 7) % 100, `lot ${index}`]);
const table = (rows: readonly unknown[][], more: object = {}) => ({
  op: 'add_table',
  columns: ['#', 'Article', 'Quantity', 'Price', { header: 'Lot', footer: 'end of the list' }],
  rows,
  ...more,
});
const heading = (text: string, level = 1) => ({ op: 'add_heading', text, level });

describe('A long document', () => {
  let service: Service;
  before(async () => (service = await sharedService({}, { partSize: 3000 })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const pdf = async (
    operations: object[],
    { output = {}, document = {} }: { output?: object; document?: object } = {},
  ) =>
    pdfOf(
      await service.render({
        operations,
        document: { size: 'A5', orientation: 'landscape', ...document },
        output: { deterministic: true, ...output },
      }),
    );

  for (const [kind, rows] of [
    ['rows of one height', even(180)],
    ['rows of different heights', uneven(170)],
  ] as const) {
    it(`breaks its pages as one print does, with a table of ${kind}`, async () => {
      const operations = [
        heading('List'),
        { op: 'add_text', text: 'Everything that is there.' },
        table(rows, { zebra: true, caption: 'All' }),
        heading('After', 2),
        { op: 'add_text', text: 'The end.' },
      ];
      const [inParts, whole] = [await pdf(operations), await pdf(operations, { document: inOneGo })];
      const count = Number((await infoOf(whole)).Pages);
      expect(count).to.be.greaterThan(6);
      expect(await pagesOf(inParts)).to.deep.equal(await pagesOf(whole));
      expect(await inspect(inParts)).to.deep.include({
        outline: [
          { title: 'List', level: 1, page: 0 },
          { title: 'After', level: 2, page: count - 1 },
        ],
      });
      await checkSyntax(inParts);
    });
  }

  it('loses no row that is higher than it was taken to be, where the rows have ids', async () => {
    const rows = Array.from(
      { length: 500 },
      (_, index) =>
        '<tr ' +
        (`id="r${index}"><td>${index}</td><td>` +
          `${index > 300 && index % 47 === 0 ? 'more than stands in one line of a page '.repeat(9) : 'Nut'}</td>` +
          '<td>1</td><td>2</td><td>3</td></tr>'),
    );
    const operations = [
      {
        op: 'add_html',
        html:
          '<table><thead><tr><th>No</th><th>Name</th><th>a</th><th>b</th><th>c</th></tr></thead><tbody>' +
          `${rows.join('')}</tbody></table>`,
      },
    ];
    const css = '@page { size: 105mm 110mm; margin: 1cm }';
    expect(await pagesOf(await pdf(operations, { document: { css } }))).to.deep.equal(
      await pagesOf(await pdf(operations, { document: { css: css + inOneGo.css } })),
    );
  });

  it('is one structure, in which its table is one table', async () => {
    const structure = await structureOf(
      await pdf([heading('List'), table(even(100)), { op: 'add_text', text: 'Behind it.' }]),
    );
    expect(structure.match(/^ *Document\b/gm)).to.have.length(1);
    expect(structure.match(/^ *Table\b/gm)).to.have.length(1);
    expect(structure.match(/lot \d+/g)).to.deep.equal(Array.from({ length: 100 }, (_, index) => `lot ${index}`));
    expect(structure).to.match(/H1[\s\S]*Table[\s\S]*"lot 99"[\s\S]*P[\s\S]*"Behind it."/);
  });

  it('carries attachments, each under a name of its own, and is the same bytes with them', async () => {
    const attachment = (name: string, content: string) => ({
      op: 'add_attachment',
      name,
      data: Buffer.from(content).toString('base64'),
    });
    const body = {
      document: { size: 'A5', orientation: 'landscape' },
      operations: [
        table(even(180)),
        attachment('rows.csv', '1,Nut\n'.repeat(5000)),
        attachment('Größe 大.txt', 'ä'),
        attachment('rows.csv', 'again'),
      ],
      output: { deterministic: true },
    };
    const envelope = (await service.render(body, { headers: { accept: 'application/json' } })).json();
    const out = Buffer.from(envelope.document.data, 'base64');
    expect(await attachmentsOf(out)).to.deep.equal({
      'rows.csv': '1,Nut\n'.repeat(5000),
      'Größe 大.txt': 'ä',
      'rows.csv#2': 'again',
    });
    expect(envelope.report.warnings.map(({ code }: { code: string }) => code)).to.deep.equal(['attachment-renamed']);
    expect(out.equals(pdfOf(await service.render(body)))).to.equal(true);
    expect(await pagesOf(out)).to.deep.equal(await pagesOf(await pdf([table(even(180))])));
    await checkSyntax(out);
  });

  it('numbers its pages from first to last, and says their sections', async () => {
    const out = await pdf([heading('Bolts'), table(even(100)), { op: 'add_page' }, heading('Nuts'), table(even(100))], {
      document: { title: 'Stock', header: { text: '{title}: {section}' }, footer: { text: 'page {page} of {pages}' } },
    });
    const pages = (await textOf(out)).split('\f').slice(0, -1);
    pages.forEach((page, index) => expect(page).to.contain(`page ${index + 1} of ${pages.length}`));
    const nuts = pages.findIndex((page) => page.includes('Stock: Nuts'));
    expect(pages.map((page) => /Stock: (\w+)/.exec(page)?.[1])).to.deep.equal(
      pages.map((_, index) => (index < nuts ? 'Bolts' : 'Nuts')),
    );
    await checkSyntax(out);
  });

  it('has headers and footers by chapter, and existing pages between its own', async () => {
    const elsewhere = await pdf([{ op: 'add_text', text: 'from elsewhere' }]);
    const operations = [
      heading('A'),
      table(even(100)),
      { op: 'add_page', orientation: 'landscape' },
      { op: 'set_footer', text: 'chapter two, {page} of {pages}' },
      table(even(100)),
      { op: 'add_pdf', data: elsewhere.toString('base64') },
      { op: 'add_page' },
      table(even(100)),
    ];
    const out = await pdf(operations, {
      document: { orientation: 'portrait', footer: { text: 'page {page} of {pages}' } },
    });
    const pages = (await textOf(out)).split('\f').slice(0, -1);
    const { pages: sizes } = await inspect(out);
    const [second, existing] = [
      sizes.findIndex(({ width, height }) => width > height),
      pages.findIndex((page) => page.includes('from elsewhere')),
    ];
    expect(second).to.be.greaterThan(2);
    expect(existing).to.be.greaterThan(second + 2);
    pages.forEach((page, index) =>
      expect(page).to.contain(
        index === existing
          ? 'elsewhere'
          : index < second
            ? `page ${index + 1} of ${pages.length}`
            : `chapter two, ${index + 1} of ${pages.length}`,
      ),
    );
    await checkSyntax(out);
  });

  it('has of chosen pages nothing but these, in the order asked for', async () => {
    const operations = [
      heading('List'),
      table(even(100)),
      { op: 'add_page' },
      heading('After'),
      table(uneven(100)),
      heading('End'),
    ];
    const furnished = { document: { footer: { text: 'page {page} of {pages}' } } };
    const whole = (await textOf(await pdf(operations, furnished))).split('\f').slice(0, -1);
    const last = whole.length;
    for (const [range, chosen] of [
      ['2-3', [2, 3]],
      ['last,1,1', [last, 1, 1]],
      ['odd', whole.flatMap((_, index) => (index % 2 === 0 ? [index + 1] : []))],
    ] as const) {
      const out = await pdf(operations, { ...furnished, output: { pages: range } });
      expect((await textOf(out)).split('\f').slice(0, -1)).to.deep.equal(chosen.map((page) => whole[page - 1]));
      expect(await pageObjectsOf(out)).to.equal(chosen.length);
      const lots = (texts: readonly (string | undefined)[]) =>
        new Set(texts.flatMap((text) => text?.match(/lot \d+/g) ?? []));
      if (chosen.length < 5)
        expect(lots([await structureOf(out)])).to.deep.equal(lots(chosen.map((page) => whole[page - 1])));
      await checkSyntax(out);
    }
  });

  it('leaves quiet headings, marks and texts of other pages out where pages are chosen', async () => {
    const quiet = { op: 'add_heading', text: 'Summary', bookmark: false };
    const out = await pdf(
      [
        quiet,
        table(even(100)),
        { op: 'add_page' },
        heading('Summary'),
        { op: 'add_html', html: '<pre>a href="#x" id="x"</pre><p id="x"><a href="#x">x</a></p>' },
        table(even(100)),
        heading('Behind'),
      ],
      { output: { pages: '1-3' } },
    );
    expect(await inspect(out)).to.deep.include({ outline: [], destinations: {} });
    const furnished = { document: { footer: { text: 'page {page} of {pages}' } }, output: { pages: '1' } };
    const one = await pdf(
      [quiet, table(even(100), { caption: '/Type /StructElem' }), { op: 'add_bookmark', title: 'B' }],
      furnished,
    );
    expect(await inspect(one)).to.deep.include({ outline: [], destinations: {} });
    expect(await textOf(one)).to.contain('page 1 of');
    await checkSyntax(one);
  });

  it('has bookmarks, fields and quiet headings, and is one structure with them', async () => {
    const quiet = { op: 'add_heading', text: 'Quiet', bookmark: false };
    const operations = [
      heading('List'),
      { op: 'add_bookmark', title: 'Rows', level: 2 },
      table(even(100), { caption: 'All' }),
      { op: 'add_bookmark', title: 'Behind' },
      quiet,
      { op: 'add_form_field', kind: 'text', name: 'who', label: 'Name', value: 'Ada' },
      { op: 'add_form_field', kind: 'signature', name: 'sign', label: 'Signed' },
    ];
    const [inParts, whole] = [await pdf(operations), await pdf(operations, { document: inOneGo })];
    expect(await pagesOf(inParts)).to.deep.equal(await pagesOf(whole));
    const { outline } = await inspect(inParts);
    expect(outline).to.deep.equal((await inspect(whole)).outline);
    expect(outline.map(({ title, level }) => [title, level])).to.deep.equal([
      ['List', 1],
      ['Rows', 2],
      ['Behind', 1],
    ]);
    expect(await boxesOf(inParts)).to.deep.equal(await boxesOf(whole));
    expect(await formTags(inParts)).to.deep.equal({ widgets: 2, tagged: 2 });
    const structure = await structureOf(inParts);
    expect(structure.match(/^ *(?:Document|Table|Form)\b/gm)?.map((line) => line.trim().split(' ')[0])).to.deep.equal([
      'Document',
      'Table',
      'Form',
      'Form',
    ]);
    expect(structure.match(/lot \d+/g)).to.have.length(100);
    expect((await pdf(operations)).equals(inParts)).to.equal(true);
    await checkSyntax(inParts);
    const accessible = await service.render({
      operations,
      document: { size: 'A5', orientation: 'landscape', title: 'Stock', lang: 'en' },
      output: { conformance: ['PDF/A-2a', 'PDF/UA-1'] },
    });
    expect((await inspect(pdfOf(accessible))).outline).to.deep.equal(outline);
  });

  it('has no bookmark of a quiet heading where it turns out to be one part', async () => {
    const operations = [heading('List'), table(even(70)), { op: 'add_heading', text: 'Quiet', bookmark: false }];
    expect(
      (await inspect(await pdf(operations, { document: { size: 'A4', orientation: 'portrait' } }))).outline,
    ).to.deep.equal([{ title: 'List', level: 1, page: 0 }]);
  });

  it('goes with existing pages, bookmarks, watermarks and links across them', async () => {
    const existing = await pdf([heading('Annex'), { op: 'add_text', text: 'from elsewhere' }]);
    const operations = [
      heading('List'),
      { op: 'add_html', html: '<p>See <a href="#end">the end</a>.</p>' },
      table(even(90)),
      { op: 'add_pdf', data: existing.toString('base64') },
      { op: 'add_page' },
      { op: 'add_html', html: '<h1 id="end">The end</h1>' },
      { op: 'add_bookmark', title: 'Here' },
      table(uneven(100)),
      { op: 'add_watermark', text: 'DRAFT', rotation: 0 },
    ];
    const out = await pdf(operations, { document: { footer: { text: 'page {page} of {pages}' } } });
    const pages = (await textOf(out)).split('\f').slice(0, -1);
    const annex = pages.findIndex((page) => page.includes('from elsewhere'));
    for (const [index, page] of pages.entries())
      if (index !== annex)
        expect(page)
          .to.contain('DRAFT')
          .and.to.contain(`page ${index + 1} of ${pages.length}`);
    expect(pages[annex]).not.to.contain('DRAFT');
    expect((await inspect(out)).outline.map(({ title, page }) => [title, page])).to.deep.equal([
      ['List', 0],
      ['Annex', annex],
      ['The end', annex + 1],
      ['Here', annex + 1],
    ]);
    expect(await linksOf(out)).to.deep.equal(['end']);
    expect(pages.join('').match(/lot \d+/g)).to.have.length(190);
    expect(await structureOf(await pdf(operations, { output: { pages: '1,last' } }))).to.match(
      /H1[^]*"List"[^]*lot 0[^]*"end of the/,
    );
    expect((await pdf(operations, { document: { footer: { text: 'page {page} of {pages}' } } })).equals(out)).to.equal(
      true,
    );
    await checkSyntax(out);
  });

  it('has a table of contents with the pages of all its parts, and links from any part to any other', async () => {
    const chapters = [1, 2, 3].flatMap((chapter) => [
      heading(`Chapter ${chapter}`),
      { op: 'add_html', html: `<p id="c${chapter}é">Go to <a href="#c${4 - chapter}é">the other end</a>.</p>` },
      table(even(100)),
    ]);
    const out = await pdf([{ op: 'add_toc' }, ...chapters]);
    const { outline, destinations } = await inspect(out);
    const [contents = ''] = (await textOf(out)).split('\f');
    const starts = outline.map(({ page }) => page + 1);
    expect(starts[2]).to.be.greaterThan(4);
    expect(
      [1, 2, 3].map((chapter) => Number(new RegExp(`Chapter ${chapter}\\s+(\\d+)`).exec(contents)?.[1])),
    ).to.deep.equal(starts);
    const names = [1, 2, 3].map((chapter) => encodeURIComponent(`c${chapter}é`));
    expect(names.map((name) => destinations[name])).to.deep.equal(starts.map((page) => page - 1));
    expect(await linksOf(out)).to.have.members([
      ...names,
      ...Object.keys(destinations).filter((name) => name.startsWith('colophon-heading')),
    ]);
    expect(Object.keys(destinations).filter((name) => name.startsWith('colophon-unit'))).to.deep.equal([]);
  });

  it('begins its parts with sheets where it has them, and between paragraphs where it has none', async () => {
    const paragraph = (index: number) => ({
      op: 'add_markdown',
      markdown: Array.from(
        { length: 20 },
        (_, line) =>
          `- item ${index}.${line} **of** _a list_ of \`things\` that [lead](https://example.com/${index}) ` +
          `nowhere ${'and so on '.repeat((index + line) % 9)}`,
      ).join('\n'),
    });
    const operations = Array.from({ length: 30 }, (_, index) => [
      ...(index === 25 ? [{ op: 'add_page', orientation: 'landscape' }] : []),
      paragraph(index),
    ]).flat();
    const [inParts, whole] = [await pdf(operations), await pdf(operations, { document: inOneGo })];
    expect(await pagesOf(inParts)).to.deep.equal(await pagesOf(whole));
    expect((await inspect(inParts)).pages).to.deep.equal((await inspect(whole)).pages);
  });

  it('is the same, byte for byte, each time that it is asked for', async () => {
    const operations = [heading('List'), table(uneven(170))];
    const [first, second] = [await pdf(operations), await pdf(operations)];
    expect(first.equals(second)).to.equal(true);
  });

  it('takes watermarks, bookmarks, attachments, a choice of pages and a password as any other', async () => {
    const operations = [
      heading('List'),
      table(even(180)),
      { op: 'add_bookmark', title: 'The end' },
      { op: 'add_watermark', text: 'DRAFT', pages: '2' },
      { op: 'add_attachment', name: 'a.txt', data: Buffer.from('hello').toString('base64') },
      { op: 'add_heading', text: 'Not listed', bookmark: false },
    ];
    const out = await pdf(operations);
    const { outline, pages } = await inspect(out);
    expect(outline.map(({ title }) => title)).to.deep.equal(['List', 'The end']);
    const watermarked = await Promise.all(
      [1, 2, 3].map(async (page) =>
        (await wordsOf(out, page))
          .sort((a, b) => a.x - b.x)
          .map((word) => word.text)
          .join(''),
      ),
    );
    expect(watermarked.map((words) => /D.*R.*A.*F.*T/.test(words))).to.deep.equal([false, true, false]);
    expect(out.toString('latin1')).to.contain('EmbeddedFile');
    const chosen = (await textOf(await pdf(operations, { output: { pages: `${pages.length},2` } })))
      .split('\f')
      .slice(0, -1);
    expect(chosen).to.have.length(2);
    expect(chosen[0]).to.contain('Not listed');
    expect(chosen[1]).to.contain('lot 20');
  });

  it('is the same where its look depends on what stands before', async () => {
    const operations = [
      { op: 'set_style', css: 'tr:nth-child(3n) td { font-weight: bold }' },
      heading('List'),
      table(even(130)),
    ];
    expect(await pagesOf(await pdf(operations))).to.deep.equal(
      await pagesOf(await pdf(operations, { document: inOneGo })),
    );
  });
});

/** The text of each page, its words one space apart: columns are as wide to within a tenth of a point. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  return (await textOf(pdf)).split('\f').map((page) => page.replace(/\s+/g, ' '));
}

/** The names that links of a document lead to, each once. */
async function linksOf(pdf: Buffer): Promise<string[]> {
  const { PDFDict, PDFDocument, PDFName } = await import('pdf-lib');
  const document = await PDFDocument.load(pdf);
  const names = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFDict && object.lookup(PDFName.of('Subtype')) === PDFName.of('Link')
        ? [object.lookup(PDFName.of('Dest'))]
        : [],
    );
  return [...new Set(names.map((name) => (name instanceof PDFName ? name.decodeText() : 'no name')))];
}
