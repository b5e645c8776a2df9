import { expect } from 'chai';
import { PDFDocument } from 'pdf-lib';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { inspect } from '../../../support/inspect.ts';
import { checkSyntax, infoOf, structureOf, textOf } from '../../../support/pdf.ts';
import { keys, pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const prose = 'Deliveries rose in every region, and the cost of each fell for the third quarter in a row. '.repeat(12);
const chapter = (name: string, sections = 2): object[] => [
  { op: 'add_heading', text: name },
  ...Array.from({ length: sections }, (_, index) => [
    { op: 'add_heading', level: 2, text: `${name}, part ${index + 1}` },
    { op: 'add_text', text: prose },
    { op: 'add_text', text: prose },
  ]).flat(),
];
const toc = { op: 'add_toc', title: 'Contents', levels: 2 };
const existing = { op: 'add_pdf', data: examplePdf('Existing one', 'Existing two') };

describe('A table of contents and its like', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const render = async (operations: object[], output: object = {}, document: object = {}) =>
    pdfOf(await service.render({ operations, output, document }));

  /** The entries of the table, as a reader sees them: text and page. */
  const entriesOf = async (pdf: Uint8Array, page: number) =>
    [...(await textOf(pdf, page)).matchAll(/^ *(\S.*\S) {2,}(\d+)$/gm)].map(([, text = '', number]) => [
      text.trim(),
      Number(number),
    ]);

  /** What is true: the page on which each heading stands. */
  async function pagesOf(pdf: Uint8Array, headings: readonly string[], from: number): Promise<[string, number][]> {
    const pages = await Promise.all(
      Array.from({ length: Number((await infoOf(pdf)).Pages) }, (_, index) => textOf(pdf, index + 1)),
    );
    return headings.map((heading) => [
      heading,
      pages.findIndex((text, index) => index >= from && new RegExp(`^ *${heading}$`, 'm').test(text)) + 1,
    ]);
  }

  it(
    'tells the real page of every heading, those that come before it and those that HTML and ' + 'Markdown bring',
    async () => {
      const pdf = await render([
        { op: 'add_heading', text: 'Summary' },
        toc,
        { op: 'add_page_break' },
        ...chapter('Markets'),
        { op: 'add_html', html: `<h2>Sales &amp; <em>service</em></h2><p>${prose}</p><h3>Too deep</h3>` },
        { op: 'add_markdown', markdown: `# Outlook\n\n${prose}` },
      ]);
      const headings = ['Markets', 'Markets, part 1', 'Markets, part 2', 'Sales & service', 'Outlook'];
      expect(await entriesOf(pdf, 1)).to.deep.equal([['Summary', 1], ...(await pagesOf(pdf, headings, 1))]);
      await checkSyntax(pdf);
    },
  );

  it('leads from every entry to its heading', async () => {
    const pdf = await render([toc, { op: 'add_page_break' }, ...chapter('Markets'), ...chapter('Outlook')]);
    const { destinations } = await inspect(await loaded(pdf));
    const links = await linksOf(pdf, 0);
    expect(links).to.have.length(6);
    expect(links.every((name) => name !== null && destinations[name] !== undefined)).to.equal(true);
  });

  it('grows over several pages, and is right all the same', async () => {
    const pdf = await render([
      toc,
      { op: 'add_page_break' },
      ...Array.from({ length: 30 }, (_, index) => chapter(`Chapter ${index + 1}`, 1)).flat(),
    ]);
    const entries = [...(await entriesOf(pdf, 1)), ...(await entriesOf(pdf, 2))];
    expect(entries).to.have.length(60);
    const names = entries.map(([text]) => String(text));
    expect(entries).to.deep.equal(await pagesOf(pdf, names, 2));
  });

  it('knows the pages of headings with ids of their own in any script', async () => {
    const pdf = await render([
      toc,
      { op: 'add_page_break' },
      { op: 'add_html', html: '<h1 id="größe">Eins</h1><p style="break-after: page">x</p><h1 id="第二">Zwei</h1>' },
    ]);
    expect(await entriesOf(pdf, 1)).to.deep.equal([
      ['Eins', 2],
      ['Zwei', 3],
    ]);
  });

  it('leaves out its own title, what has no bookmark, and what asks for it', async () => {
    const pdf = await render([
      { op: 'add_heading', text: 'Cover', bookmark: false },
      toc,
      { op: 'add_html', html: '<h1 data-toc="no">Imprint</h1><h1>Listed</h1>' },
    ]);
    expect(await entriesOf(pdf, 1)).to.deep.equal([['Listed', 1]]);
  });

  it('and any link lead past an existing PDF, both ways', async () => {
    const link = (id: string, to: string) => ({
      op: 'add_html',
      html:
        `<h1 id="${id}">${id}</h1><p>Go to <a href="#${to}">${to}</a>, <a ` +
        `href="#${encodeURIComponent(id)}">here</a>.</p>`,
    });
    const pdf = await render([
      link('eins', 'zwölf'),
      { op: 'add_markdown', markdown: '[further](#zwölf)' },
      existing,
      link('zwölf', 'eins'),
      {
        op: 'add_html',
        html:
          '<a href="#nowhere">nowhere</a><pre>Write &lt;a href="#eins"&gt;, or a href="#eins"</pre><!-- <a ' +
          'href="#eins"> -->',
      },
    ]);
    expect((await textOf(pdf)).replace(/\s+/g, ' ')).to.contain('Write <a href="#eins">, or a href="#eins"');
    const ids = async (page: number) => (await linksOf(pdf, page)).map((name) => name && decodeURIComponent(name));
    expect([await ids(0), await ids(3)]).to.deep.equal([
      ['zwölf', 'eins', 'zwölf'],
      ['eins', 'zwölf'],
    ]);
    await checkSyntax(pdf);
  });

  it('counts the pages of an existing PDF that stands between, and leads past it', async () => {
    const pdf = await render([toc, { op: 'add_page_break' }, ...chapter('Markets'), existing, ...chapter('Outlook')]);
    const listed = await entriesOf(pdf, 1);
    expect(listed).to.deep.equal(
      await pagesOf(
        pdf,
        listed.map(([text]) => String(text)),
        1,
      ),
    );
    expect((await linksOf(pdf, 0)).filter((name) => name !== null)).to.have.length(6);
    await checkSyntax(pdf);
  });

  it('stands in a template too', async () => {
    const pdf = await render([
      {
        op: 'add_template',
        source: '{{toc title="Inhalt" levels=1}}<h1>Eins</h1><p style="break-after: page">Text</p><h1>Zwei</h1>',
      },
    ]);
    expect(await textOf(pdf, 1)).to.contain('Inhalt');
    expect(await entriesOf(pdf, 1)).to.deep.equal([
      ['Eins', 1],
      ['Zwei', 2],
    ]);
  });

  it('is made by what HTML can not fake', async () => {
    const pdf = await render([
      {
        op: 'add_html',
        html: '<h1>One</h1><nav class="toc" data-contents="9.%%%.x"></nav><nav class="toc" data-contents="{}"></nav>',
      },
    ]);
    expect(await textOf(pdf, 1)).to.contain('One');
  });

  it('is deterministic', async () => {
    const operations = [
      toc,
      { op: 'add_page_break' },
      ...chapter('Markets'),
      existing,
      { op: 'add_bookmark', title: 'Here' },
    ];
    expect(
      (await render(operations, { deterministic: true })).equals(await render(operations, { deterministic: true })),
    ).to.equal(true);
  });

  it(
    'has an outline that says what the headings say, where they break over lines and where they run from right ' +
      'to left',
    async () => {
      const headings = [
        'A rather long title of a chapter that certainly does not fit on one single line of a page',
        'القسم الأول من التقرير',
        'Section 1.2',
        'Section 2.1',
      ];
      const { outline } = await inspect(
        await loaded(await render(headings.map((text) => ({ op: 'add_heading', text })))),
      );
      expect(outline.map(({ title }) => title)).to.deep.equal(headings);
    },
  );

  it('has bookmarks beside headings, each where it was set and at its depth', async () => {
    const pdf = await render([
      ...chapter('Markets', 1),
      { op: 'add_bookmark', title: 'Figures – über allem', level: 2 },
      { op: 'add_page_break' },
      { op: 'add_bookmark', title: 'Appendix' },
      { op: 'add_text', text: 'Tables' },
      ...chapter('Outlook', 1),
    ]);
    const { outline } = await inspect(await loaded(pdf));
    expect(outline.map(({ title, level, page }) => [title, level, page])).to.deep.equal([
      ['Markets', 1, 0],
      ['Markets, part 1', 2, 0],
      ['Figures – über allem', 2, 0],
      ['Appendix', 1, 1],
      ['Outlook', 1, 1],
      ['Outlook, part 1', 2, 1],
    ]);
  });

  it('has bookmarks right before and right after a heading where they stand, whatever the margins', async () => {
    const bookmark = (title: string) => ({ op: 'add_bookmark', title, level: 2 });
    const operations = [
      { op: 'add_heading', text: 'First' },
      bookmark('behind'),
      { op: 'add_text', text: 'Text' },
      bookmark('before'),
      { op: 'add_heading', text: 'Second' },
      { op: 'add_page', margin: 140 },
      bookmark('above'),
      { op: 'add_heading', text: 'Third' },
      bookmark('below'),
    ];
    for (const document of [{}, { margin: 100 }, { scale: 0.7 }, { header: { text: 'one\ntwo' }, margin: 12 }]) {
      const { outline } = await inspect(await loaded(await render(operations, {}, document)));
      expect(
        outline.map(({ title }) => title),
        JSON.stringify(document),
      ).to.deep.equal(['First', 'behind', 'before', 'Second', 'above', 'Third', 'below']);
    }
  });

  it('has a bookmark where there is no heading, and none where no outline is wanted', async () => {
    const operations = [
      { op: 'add_text', text: 'Text' },
      { op: 'add_bookmark', title: 'The end' },
    ];
    expect((await inspect(await loaded(await render(operations)))).outline.map(({ title }) => title)).to.deep.equal([
      'The end',
    ]);
    expect((await inspect(await loaded(await render(operations, { outline: false })))).outline).to.deep.equal([]);
  });
});

describe('add_pdf', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  it('puts the chosen pages in their place, in their order', async () => {
    const operations = [
      { op: 'add_text', text: 'Before' },
      { op: 'add_pdf', data: examplePdf('One', 'Two', 'Three'), pages: '3,1' },
      { op: 'add_text', text: 'After' },
    ];
    const pdf = pdfOf(await service.render({ operations, document: { title: 'Joined', lang: 'de' } }));
    expect(await Promise.all([1, 2, 3, 4].map(async (page) => (await textOf(pdf, page)).trim()))).to.deep.equal([
      'Before',
      'Three',
      'One',
      'After',
    ]);
    expect(await infoOf(pdf)).to.include({ Title: 'Joined', Pages: '4' });
    await checkSyntax(pdf);
  });

  it('keeps the tags of what is printed around a tagged document', async () => {
    const inner = pdfOf(
      await service.render({
        operations: [
          { op: 'add_heading', text: 'Inner heading' },
          { op: 'add_list', items: ['A point'] },
        ],
      }),
    );
    const pdf = pdfOf(
      await service.render({
        operations: [
          { op: 'add_heading', text: 'Outer heading' },
          { op: 'add_pdf', data: inner.toString('base64') },
          { op: 'add_text', text: 'Closing words' },
        ],
      }),
    );
    expect((await infoOf(pdf)).Tagged).to.equal('yes');
    const structure = await structureOf(pdf);
    for (const text of ['Outer heading', 'Inner heading', 'A point', 'Closing words'])
      expect(structure).to.contain(text);
    expect((await inspect(await loaded(pdf))).outline.map(({ title, page }) => [title, page])).to.deep.equal([
      ['Outer heading', 0],
      ['Inner heading', 1],
    ]);
  });

  it('may be all there is', async () => {
    const pdf = pdfOf(await service.render({ operations: [existing] }));
    expect((await infoOf(pdf)).Pages).to.equal('2');
    await checkSyntax(pdf);
  });

  it('takes a password, and says which document has none that opens it', async () => {
    const locked = pdfOf(
      await service.render({
        operations: [{ op: 'add_text', text: 'Secret' }],
        output: { encryption: { userPassword: 'open' } },
      }),
    ).toString('base64');
    const open = (password?: string) =>
      service.render({
        operations: [
          { op: 'add_text', text: 'Before' },
          { op: 'add_pdf', data: locked, ...(password !== undefined && { password }) },
        ],
      });
    expect(await textOf(pdfOf(await open('open')), 2)).to.contain('Secret');
    expect((await open()).json()).to.deep.include({
      status: 422,
      errors: [{ pointer: '/operations/1', message: (await open()).json().detail }],
    });
    expect((await open('wrong')).json().type).to.match(/wrong-password$/);
  });

  it('takes the result of a job of the same client', async () => {
    const submitted = (
      await service.request('POST', '/api/v1/jobs', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tool: 'render', input: { operations: [{ op: 'add_text', text: 'Made by a job' }] } }),
      })
    ).json();
    while ((await service.request('GET', `/api/v1/jobs/${submitted.id}`)).json().status !== 'succeeded')
      await new Promise((resolve) => setTimeout(resolve, 20));
    const body = {
      operations: [
        { op: 'add_text', text: 'Before' },
        { op: 'add_pdf', jobId: submitted.id },
      ],
    };
    expect(await textOf(pdfOf(await service.render(body)), 2)).to.contain('Made by a job');
    expect((await service.render(body, { key: keys.pro })).json()).to.include({ status: 404 });
    const chained = (
      await service.request('POST', '/api/v1/jobs', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tool: 'render', input: body }),
      })
    ).json();
    await service.request('DELETE', `/api/v1/jobs/${submitted.id}`);
    while ((await service.request('GET', `/api/v1/jobs/${chained.id}`)).json().status !== 'succeeded')
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await textOf(pdfOf(await service.request('GET', `/api/v1/jobs/${chained.id}/result`)), 2)).to.contain(
      'Made by a job',
    );
  });

  it('numbers its pages on in headers, but prints none over them', async () => {
    const pdf = pdfOf(
      await service.render({
        operations: [
          { op: 'set_footer', center: 'Page {page} of {pages}' },
          { op: 'add_text', text: 'Before' },
          existing,
          { op: 'add_text', text: 'After' },
        ],
      }),
    );
    expect(await textOf(pdf, 4)).to.contain('Page 4 of 4');
    expect(await textOf(pdf, 2)).not.to.contain('Page');
  });

  it('says what is wrong with it', async () => {
    const problem = async (fields: object) => {
      const answer = (await service.render({ operations: [{ op: 'add_pdf', ...fields }] })).json();
      return [answer.status, answer.type.split('/').at(-1), answer.errors?.[0]?.pointer];
    };
    expect(await problem({ data: Buffer.from('hello').toString('base64') })).to.deep.equal([
      422,
      'invalid-pdf',
      '/operations/0/data',
    ]);
    expect(await problem({ data: examplePdf('One'), pages: '2' })).to.deep.equal([
      422,
      'page-out-of-range',
      '/operations/0/pages',
    ]);
    expect(await problem({ data: examplePdf('One'), pages: '5-2' })).to.deep.equal([
      400,
      'invalid-request',
      '/operations/0/pages',
    ]);
    expect(await problem({})).to.deep.equal([400, 'invalid-request', '/operations/0']);
  });
});

/** `inspect` reads files as Chromium prints them; pdf-lib writes such. */
async function loaded(pdf: Uint8Array): Promise<Uint8Array> {
  return (await PDFDocument.load(pdf)).save({ useObjectStreams: false });
}

/** For each link of a page the named destination that it leads to; `null` = something else. */
async function linksOf(pdf: Uint8Array, page: number): Promise<(string | null)[]> {
  const document = await PDFDocument.load(pdf);
  const { PDFArray, PDFDict, PDFName, PDFString, PDFHexString } = await import('pdf-lib');
  const annotations = document.getPage(page).node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  return Array.from({ length: annotations?.size() ?? 0 }, (_, index) => {
    const target = annotations?.lookup(index, PDFDict).get(PDFName.of('Dest'));
    return target instanceof PDFName || target instanceof PDFString || target instanceof PDFHexString
      ? target.decodeText()
      : null;
  });
}
