import { expect } from 'chai';
import { degrees, PDFDocument, PDFName } from 'pdf-lib';
import { examplePdf } from '../../../src/editions/example-pdf.ts';
import { checkSyntax, fontsOf, infoOf, structureOf, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { openSession } from '../../support/sessions.ts';
import { sharedService } from '../../support/shared.ts';
import { shownPage } from '../../support/shown-page.ts';

const bar =
  'data:image/svg+xml;base64,' +
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><rect width="100" height="50" fill="black"/></svg>',
  ).toString('base64');
const text = { op: 'add_text', text: 'Orders grew in every region.' };
const next = { op: 'add_page_break' };
const pdf = (data: string, more: object = {}) => ({ op: 'add_pdf', data, ...more });
const stamp = (fields: object) => ({ op: 'add_stamp', ...fields });
/** A black box of HTML. */
const box = (width: number, height: number, more = '') =>
  `<div style="width:${width}pt;height:${height}pt;background:#000;print-color-adjust:exact;${more}"></div>`;

/** Pages of 400 by 500 points that show 200 by 300 of them, turned by every quarter, with content that leaves a mess. */
async function turnedPages(): Promise<string> {
  const document = await PDFDocument.create();
  for (const angle of [0, 90, 180, 270]) {
    const page = document.addPage([400, 500]);
    page.setRotation(degrees(angle));
    page.setCropBox(50, 60, 200, 300);
    const mess = document.context.register(document.context.stream('Q Q q 3 0 0 3 9 9 cm BT'));
    page.node.set(PDFName.of('Contents'), mess);
  }
  return Buffer.from(await document.save()).toString('base64');
}

describe('add_stamp', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  async function render(operations: readonly object[], { document = {}, output = {} } = {}): Promise<Buffer> {
    const made = pdfOf(await service.render({ operations, document, output }));
    await checkSyntax(made, ...('encryption' in output ? ['--password=reader'] : []));
    return made;
  }
  const pagesOf = async (made: Uint8Array): Promise<string[]> =>
    (await textOf(made))
      .split('\f')
      .slice(0, -1)
      .map((page) => page.replace(/\s+/g, ' ').trim());

  it('stamps rendered pages and pages of PDFs, each with its own placeholders', async () => {
    const made = await render([
      { op: 'set_page_numbers', style: 'roman', prefix: 'A-' },
      { op: 'set_bates', prefix: 'ACME-', digits: 3, start: 7 },
      text,
      pdf(examplePdf('Annex 1', 'Annex 2')),
      stamp({ text: '{page} {pageIndex}/{pages} {bates}', at: 'bottom-right' }),
    ]);
    expect(await pagesOf(made)).to.deep.equal([
      'Orders grew in every region. A-i 1/3 ACME-007',
      'Annex 1 A-ii 2/3 ACME-008',
      'Annex 2 A-iii 3/3 ACME-009',
    ]);
  });

  it('stamps the pages that it names alone', async () => {
    const made = await render([text, next, text, next, text, stamp({ text: 'COPY', pages: '2-' })]);
    expect((await pagesOf(made)).map((page) => page.includes('COPY'))).to.deep.equal([false, true, true]);
  });

  it('names the section of each page', async () => {
    const made = await render(
      [
        { op: 'add_heading', text: 'Profit', level: 1 },
        next,
        { op: 'add_heading', text: 'Losses', level: 1 },
        stamp({ html: '<b>on {section}</b>' }),
        stamp({ text: '{section}: {title}', at: 'top-right' }),
      ],
      { document: { title: 'Year' }, output: { outline: false } },
    );
    expect(await pagesOf(made)).to.deep.equal(['Profit: Year Profit on Profit', 'Losses: Year Losses on Losses']);
  });

  it('stands upright on the page as it is shown: texts, images and HTML', async () => {
    const made = await render([
      pdf(await turnedPages()),
      stamp({ image: bar, at: 'top-left', margin: 20, width: 60 }),
      stamp({ image: bar, at: { x: 100, y: 100 }, width: 20, rotation: 90 }),
      stamp({ html: box(40, 10), at: 'bottom-right', margin: 20 }),
      stamp({ html: box(30, 30), at: { x: 20, y: 200 }, width: 30 }),
    ]);
    for (const number of [1, 2, 3, 4]) {
      const [width, height] = number % 2 === 1 ? ([200, 300] as const) : ([300, 200] as const);
      const { at } = await shownPage(made, number);
      const where = `page ${number}`;
      expect([at(21, 21), at(79, 49), at(18, 21), at(81, 49), at(79, 52)], where).to.deep.equal([
        ...['black', 'black', 'white', 'white', 'white'],
      ]);
      expect([at(101, 119), at(109, 101), at(112, 110)], where).to.deep.equal(['black', 'black', 'white']);
      const [right, bottom] = [width - 20, height - 20];
      expect([at(right - 1, bottom - 1), at(right - 39, bottom - 9)], where).to.deep.equal(['black', 'black']);
      expect([at(right + 2, bottom - 5), at(right - 42, bottom - 5)], where).to.deep.equal(['white', 'white']);
      expect([at(right - 5, bottom + 2), at(right - 5, bottom - 12)], where).to.deep.equal(['white', 'white']);
      if (number % 2 === 1)
        expect([at(21, 201), at(49, 229), at(52, 210)], where).to.deep.equal(['black', 'black', 'white']);
    }
  });

  it('draws HTML with its shadows, fonts and assets, beyond its edges and without a background', async () => {
    const made = await render(
      [
        { op: 'add_html', html: box(300, 300) },
        stamp({
          html:
            '<style>table{border-collapse:collapse}td{border:1pt solid}</style>' +
            '<table style="box-shadow:0 0 0 12pt #fff;color:#fff"><tr><td>Received<td>{date}</table><img src="bar">',
          at: { x: 100, y: 120 },
        }),
      ],
      { document: { margin: 0, assets: { bar: bar.slice(bar.indexOf(',') + 1) }, lang: 'de' } },
    );
    expect((await pagesOf(made))[0]).to.match(/^Received \d{1,2}\. \p{L}+ \d{4}$/u);
    const { at } = await shownPage(made, 1);
    expect([at(92, 115), at(85, 115)]).to.deep.equal(['white', 'black']);
  });

  it('goes under the content and over the background of the page, and may be transparent', async () => {
    const made = await render(
      [
        { op: 'add_html', html: box(100, 100) },
        stamp({ image: bar, at: { x: 50, y: 50 }, width: 100, layer: 'under', opacity: 0.5 }),
      ],
      { document: { margin: 0, background: '#ffffff' } },
    );
    const { at } = await shownPage(made, 1);
    expect([at(60, 60), at(140, 90), at(160, 90)]).to.deep.equal(['black', 'grey', 'white']);
  });

  it('is an artifact, and leaves structure and conformance as they are', async () => {
    for (const conformance of [['PDF/A-3a', 'PDF/UA-1'], 'PDF/A-4', 'PDF/A-1b', 'PDF/A-1a']) {
      const made = await render(
        [
          { op: 'add_heading', text: 'Report', level: 1 },
          text,
          stamp({ text: 'APPROVED ‘✓’ 批准', color: 'navy' }),
          stamp({ html: '<p>Received <em>by</em> {page} <a href="https://e.com">us</a></p>', at: 'top-right' }),
        ],
        { document: { title: 'Report', lang: 'en' }, output: { conformance } },
      );
      expect(await structureOf(made)).not.to.match(/APPROVED|Received/);
      expect(await textOf(made)).to.match(/APPROVED[^]*Received|Received[^]*APPROVED/);
      expect(await fontsOf(made)).not.to.be.empty;
    }
  });

  it('is on the pages of a long document that is printed in parts, and on chosen ones of it', async () => {
    const rows = Array.from({ length: 4000 }, (_, row) => ({ number: row, name: `Row ${row}` }));
    const operations = [
      {
        op: 'add_table',
        columns: [
          { key: 'number', header: 'Number' },
          { key: 'name', header: 'Name' },
        ],
        rows,
      },
      stamp({ text: 'p{page}', at: 'top-left' }),
      stamp({ html: '<b>h{page}</b>', at: 'bottom-left' }),
    ];
    const made = await render(operations);
    const pages = await pagesOf(made);
    expect(pages.length).to.be.greaterThan(50);
    for (const [index, page] of pages.entries()) expect(page).to.match(new RegExp(`p${index + 1}\\b.*h${index + 1}$`));
    const some = await pagesOf(await render(operations, { output: { pages: '40,3' } }));
    expect(some.map((page) => /^p\d+/.exec(page)?.[0])).to.deep.equal(['p40', 'p3']);
  });

  it('makes the same bytes with `deterministic`, and opens with the password of an encrypted document', async () => {
    const operations = [
      text,
      stamp({ text: 'COPY' }),
      stamp({ html: '<b>{page}</b>' }),
      stamp({ image: bar, at: 'center-left' }),
    ];
    const twice = [1, 2].map(() => render(operations, { output: { deterministic: true } }));
    const [one, other] = await Promise.all(twice);
    expect(one?.equals(other ?? Buffer.alloc(0))).to.equal(true);
    const encrypted = await render(operations, { output: { encryption: { userPassword: 'reader' } } });
    expect((await infoOf(encrypted, '-upw', 'reader')).Encrypted).to.match(/^yes/);
    const plain = await render(operations, { output: { compress: false } });
    expect(await textOf(plain)).to.contain('COPY');
  });

  it('is on one page with `singlePage`, and on a complete document that stays alone', async () => {
    const single = await render([text, stamp({ text: 'COPY', at: 'bottom-center' })], {
      document: { singlePage: true },
    });
    expect(await pagesOf(single)).to.deep.equal(['Orders grew in every region. COPY']);
    const html = '<!doctype html><style>@page{size:200pt 100pt;margin:0}body{margin:0}</style><p>Alone</p>';
    const alone = await render([{ op: 'add_html', html }, stamp({ text: 'COPY', at: 'bottom-right', margin: 0 })]);
    expect((await infoOf(alone))['Page size']).to.equal('200 x 100 pts');
    expect(await pagesOf(alone)).to.deep.equal(['Alone COPY']);
  });

  it('is an operation of sessions, with an asset of the session', async () => {
    const session = await openSession(service);
    const bytes = Buffer.from(bar.slice(bar.indexOf(',') + 1), 'base64');
    expect((await service.request('PUT', `${session.path}/assets/bar`, { body: bytes })).status).to.equal(201);
    const operations = [text, stamp({ asset: 'bar', at: { x: 0, y: 0 }, width: 50 })];
    expect((await session.post('operations', { operations })).status).to.equal(201);
    const { at } = await shownPage(pdfOf(await session.post('render')), 1);
    expect([at(48, 23), at(48, 27)]).to.deep.equal(['black', 'white']);
  });

  it('prints HTML on one sheet each, whatever its page breaks, floats and page rules', async () => {
    const made = await render([
      text,
      next,
      text,
      stamp({ html: '<p>A</p><p style="break-before:page">{page}</p>', at: 'top-left' }),
      stamp({ html: '<style>@page{size:A6;margin:40pt}</style><p style="float:left">B{page}</p>', at: 'top-right' }),
      stamp({ html: `<div style="position:fixed;right:0">C{page}</div>${box(20, 9000)}`, at: 'center-left' }),
    ]);
    const found = (await pagesOf(made)).map((page) => page.match(/A|B\d|C\d/g)?.sort());
    expect(found).to.deep.equal([
      ['A', 'B1', 'C1'],
      ['A', 'B2', 'C2'],
    ]);
  });
});
