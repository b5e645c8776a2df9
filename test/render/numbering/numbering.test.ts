import { expect } from 'chai';
import { examplePdf } from '../../../src/editions/example-pdf.ts';
import { inspect } from '../../support/inspect.ts';
import { inOneGo } from '../../support/in-one-go.ts';
import { checkSyntax, infoOf, pageTreeOf, structureOf, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { openSession } from '../../support/sessions.ts';
import { sharedService } from '../../support/shared.ts';

const heading = (text: string, level = 1, more: object = {}) => ({ op: 'add_heading', text, level, ...more });
const text = { op: 'add_text', text: 'Orders grew in every region.' };
const next = { op: 'add_page_break' };
const html = (source: string, more: object = {}) => ({ op: 'add_html', html: source, ...more });

describe('Numbered headings', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const render = async (
    operations: readonly object[],
    { numbering = true, ...document }: { numbering?: unknown } & Record<string, unknown> = {},
    output: object = {},
  ) => pdfOf(await service.render({ operations, document: { numbering, ...document }, output }));
  const titlesOf = async (pdf: Uint8Array) => (await inspect(pdf)).outline.map(({ title }) => title);
  const linesOf = async (pdf: Uint8Array, page?: number) =>
    (await textOf(pdf, page)).split('\n').map((line) => line.trim().replace(/ +/g, ' '));
  /** The titles of the outline, once it is certain that the pages show the same lines. */
  async function numberedIn(pdf: Uint8Array): Promise<string[]> {
    const titles = await titlesOf(pdf);
    expect(await linesOf(pdf)).to.include.members(titles);
    return titles;
  }
  const numbered = async (operations: readonly object[], numbering: unknown = true) =>
    numberedIn(await render(operations, { numbering }));

  it('have the same numbers in the text, the contents, the outline, the footer and the structure', async () => {
    const pdf = await render([
      { op: 'set_footer', left: '{section}', right: '{page}' },
      { op: 'add_toc', title: 'Contents' },
      next,
      heading('Introduction'),
      text,
      heading('Method', 2),
      next,
      heading('Findings'),
      heading('Results', 2),
      { op: 'add_markdown', markdown: '### By *region*\n\nText.\n\n## Outlook' },
      html('<h2><a href="#end">Sales &amp; service</a></h2><p>Text.</p>'),
      { op: 'add_template', source: '<h2 id="end">{{name}}</h2>', data: { name: 'Ende <1>' } },
    ]);
    const headings = [
      ['1 Introduction', 1, 1],
      ['1.1 Method', 2, 1],
      ['2 Findings', 1, 2],
      ['2.1 Results', 2, 2],
      ['2.1.1 By region', 3, 2],
      ['2.2 Outlook', 2, 2],
      ['2.3 Sales & service', 2, 2],
      ['2.4 Ende <1>', 2, 2],
    ] as const;
    expect((await inspect(pdf)).outline).to.deep.equal(
      headings.map(([title, level, page]) => ({ title, level, page })),
    );
    const lines = await Promise.all([1, 2, 3].map((page) => linesOf(pdf, page)));
    expect(lines[0]).to.include.members(headings.map(([title, , page]) => `${title} ${page + 1}`));
    expect(lines[1]).to.include.members(['1 Introduction', '1.1 Method', '1 Introduction 2']);
    expect(lines[2]).to.include.members(['2.1.1 By region', '2.4 Ende <1>', '2 Findings 3']);
    const structure = (await structureOf(pdf)).replace(/\s+/g, ' ');
    expect(structure).to.match(/H1 \(block\)[^H]*"2"[^H]*" Findings" H2 \(block\)[^H]*"2\.1"[^H]*" Results"/);
    await checkSyntax(pdf);
  });

  it('have no numbers unless the document asks for them', async () => {
    expect(await numbered([heading('One'), heading('Two', 2)], false)).to.deep.equal(['One', 'Two']);
  });

  it('have three levels of numbers, or as many as are wanted', async () => {
    const levels = [1, 2, 3, 4, 5, 6].map((level) => heading(`Level${level}`, level));
    expect(await numbered(levels)).to.deep.equal([
      '1 Level1',
      '1.1 Level2',
      '1.1.1 Level3',
      'Level4',
      'Level5',
      'Level6',
    ]);
    expect((await numbered(levels, { levels: 1 })).slice(0, 2)).to.deep.equal(['1 Level1', 'Level2']);
    expect((await numbered(levels, { levels: 6 })).at(-1)).to.equal('1.1.1.1.1.1 Level6');
  });

  it('begin at the start and have the style that is wanted', async () => {
    const operations = [heading('One'), heading('Inside', 2), heading('Two')];
    for (const [numbering, expected] of [
      [{ start: 4 }, ['4 One', '4.1 Inside', '5 Two']],
      [{ style: 'ROMAN', start: 3 }, ['III One', 'III.1 Inside', 'IV Two']],
      [{ style: 'roman' }, ['i One', 'i.1 Inside', 'ii Two']],
      [{ style: 'ALPHA' }, ['A One', 'A.1 Inside', 'B Two']],
      [{ style: 'alpha', start: 26 }, ['z One', 'z.1 Inside', 'aa Two']],
      [{ style: 'decimal' }, ['1 One', '1.1 Inside', '2 Two']],
    ] as const)
      expect(await numbered(operations, numbering), JSON.stringify(numbering)).to.deep.equal(expected);
  });

  it('count nothing twice where levels are skipped, and begin at the highest level that is there', async () => {
    expect(
      await numbered([heading('A'), heading('B', 3), heading('C', 3), heading('D', 2), heading('E', 3), heading('F')]),
    ).to.deep.equal(['1 A', '1.1 B', '1.2 C', '1.3 D', '1.3.1 E', '2 F']);
    expect(await numbered([heading('A', 2), heading('B', 3), heading('C', 2)], { start: 5 })).to.deep.equal([
      '5 A',
      '5.1 B',
      '6 C',
    ]);
  });

  it('leave out a heading that has opted out, and what is under it', async () => {
    const off = { numbered: false };
    expect(
      await numbered([
        heading('Preface', 1, off),
        heading('Thanks', 2),
        heading('Body'),
        heading('Part', 2),
        heading('Aside', 2, off),
        heading('Below', 3),
        heading('Other', 2),
        html('<h1 data-numbered="no">Appendix</h1><h2>Tables</h2>'),
      ]),
    ).to.deep.equal(['Preface', 'Thanks', '1 Body', '1.1 Part', 'Aside', 'Below', '1.2 Other', 'Appendix', 'Tables']);
  });

  it('number the chapters under a title that has opted out', async () => {
    expect(
      await numbered([
        heading('Annual report', 1, { numbered: false }),
        { op: 'add_markdown', markdown: '## Scope\n\n### Terms\n\n## Findings' },
        heading('Part two', 1, { numbered: false }),
        heading('Outlook', 2),
      ]),
    ).to.deep.equal(['Annual report', '1 Scope', '1.1 Terms', '2 Findings', 'Part two', '3 Outlook']);
  });

  it('are those of columns, of positions and of content of complete documents, in their order', async () => {
    const pdf = await render([
      heading('One'),
      text,
      {
        op: 'add_columns',
        columns: [[heading('Left', 2)], [heading('Right', 2), { op: 'add_text', text: 'x' }]],
      },
      heading('Placed', 2, { position: { x: 300, y: 400 } }),
      heading('Two'),
      html('<!doctype html><html><body class="x"><h2><div>In a block</div></h2></body></html>', { as: 'content' }),
    ]);
    expect(await titlesOf(pdf)).to.deep.equal([
      '1 One',
      '1.1 Left',
      '1.2 Right',
      '1.3 Placed',
      '2 Two',
      '2.1 In a block',
    ]);
    expect(await linesOf(pdf)).to.include.members(['1.1 Left 1.2 Right', '1.3 Placed', '2.1 In a block']);
  });

  it('ignore what is no heading, is hidden or has no text', async () => {
    const source =
      '<!-- <h1>no</h1> --><h1></h1><h1 hidden>Hidden</h1><p title="<h1>">&lt;h1&gt;</p><h1> </h1>' +
      '<h1>First</h1><!--number of 0--><h1>Second<!--number in 9-->!<!----></h1>';
    expect(await numbered([html(source)])).to.deep.equal(['1 First', '2 Second!']);
  });

  it('leave complete documents and pages from elsewhere as they are', async () => {
    const complete = html('<!doctype html><html lang="en"><title>T</title><h1>Own</h1><h2>Below</h2></html>');
    const alone = await render([complete], {}, { deterministic: true });
    expect(await titlesOf(alone)).to.deep.equal(['Own', 'Below']);
    expect(alone.equals(await render([complete], { numbering: false }, { deterministic: true }))).to.equal(true);
    const beside = await render([
      { op: 'add_toc' },
      heading('One'),
      complete,
      { op: 'add_pdf', data: examplePdf('Existing') },
      heading('Two'),
    ]);
    expect(await titlesOf(beside)).to.deep.equal(['1 One', 'Own', 'Below', '2 Two']);
    expect(await linesOf(beside, 1)).to.include.members(['1 One 1', 'Own 2', 'Below 2', '2 Two 4']);
  });

  it('take the place that a template has for them, and leave the title and asides of a report alone', async () => {
    const operations = [
      {
        op: 'add_template',
        name: 'report',
        data: {
          title: 'Load on the grid',
          author: { name: 'Acme' },
          summary: { title: 'Summary' },
          sections: [
            { title: 'Scope', blocks: [{ type: 'heading', text: 'Terms' }] },
            {
              title: 'Findings',
              blocks: [
                { type: 'callout', title: 'Note', text: 'Text.' },
                { type: 'heading', text: 'Peaks' },
              ],
            },
          ],
        },
      },
    ];
    const pdf = await render(operations, { numbering: { start: 7 } });
    expect(await titlesOf(pdf)).to.deep.equal([
      'Load on the grid',
      'Summary',
      '7 Scope',
      '7.1 Terms',
      '8 Findings',
      'Note',
      '8.1 Peaks',
    ]);
    expect(await linesOf(pdf)).to.include.members(['7 Scope', '7.1 Terms', '8 Findings', '8.1 Peaks']);
    expect(await titlesOf(await render(operations, { numbering: false }))).to.include.members(['1 Scope', 'Terms']);
  });

  it('are right from right to left', async () => {
    const markdown = '# مقدمة قصيرة\n\n## نتائج الربع\n\n## نتائج السنة\n\n# خاتمة';
    const pdf = await render([{ op: 'add_markdown', markdown }], { lang: 'ar' });
    expect(await titlesOf(pdf)).to.deep.equal(['1 مقدمة قصيرة', '1.1 نتائج الربع', '1.2 نتائج السنة', '2 خاتمة']);
  });

  it('keep their order in the bookmarks where one of the same text has none', async () => {
    const pdf = await render([heading('Same'), heading('Same', 1, { bookmark: false }), heading('Same')]);
    expect(await titlesOf(pdf)).to.deep.equal(['1 Same', '3 Same']);
    expect(await linesOf(pdf)).to.include.members(['1 Same', '2 Same', '3 Same']);
  });

  it('stand once in bookmarks and footers where narrow lines reach above the top of their page', async () => {
    const long = 'Émission of a very long heading that breaks over lines because it has so many words';
    const narrow = (words: string) => html(`<h1 style="line-height: .95">${words}</h1>`);
    const pdf = await render([
      { op: 'set_footer', center: '{section}' },
      text,
      next,
      narrow('Été &amp; <em>Élan</em> in all regions'),
      next,
      narrow(`${long} <em>Éclat</em> ${long}`),
      text,
    ]);
    expect(await titlesOf(pdf)).to.deep.equal(['1 Été & Élan in all regions', `2 ${long} Éclat ${long}`]);
    expect(await linesOf(pdf, 2)).to.include('1 Été & Élan in all regions');
    expect((await linesOf(pdf, 3)).filter((line) => line.startsWith('2 2'))).to.deep.equal([]);
  });

  it('are no part of the title that an accessible document without one takes from its first heading', async () => {
    const pdf = await render([heading('Annual report'), text], { lang: 'en' }, { conformance: 'PDF/UA-1' });
    expect((await infoOf(pdf)).Title).to.equal('Annual report');
    expect(await titlesOf(pdf)).to.deep.equal(['1 Annual report']);
  });

  it('are the same in a session', async () => {
    const document = { numbering: { style: 'ROMAN' } };
    const session = await openSession(service, { document, output: { deterministic: true } });
    const pieces = ['<h1>One</h1>', '<p>Text.</p><h2>Two</h2>', '<h1>Three</h1>'];
    for (const piece of pieces) await session.post('html', { html: piece });
    const operations = pieces.map((piece) => html(piece));
    const rendered = await session.post('render');
    const whole = await render(operations, document, { deterministic: true });
    expect(await titlesOf(pdfOf(rendered))).to.deep.equal(['I One', 'I.1 Two', 'II Three']);
    expect(pdfOf(rendered).equals(whole)).to.equal(true);
  });

  it('of complete documents alone are a warning, also with options in a query', async () => {
    const warningsOf = async (query: string) => {
      const answer = await service.request('POST', `/api/v1/render?${query}`, {
        headers: { 'content-type': 'text/html; charset=utf-8', accept: 'application/json' },
        body: '<!doctype html><html lang="en"><title>T</title><h1>One</h1></html>',
      });
      expect(answer.status, query).to.equal(200);
      const { report } = answer.json() as { report: { warnings: { code: string; pointer: string }[] } };
      return report.warnings.map(({ code, pointer }) => [code, pointer]);
    };
    const ignored = [['numbering-ignored', '/document/numbering']];
    expect(await warningsOf('document.numbering=true')).to.deep.equal(ignored);
    expect(await warningsOf('document.numbering.start=3&document.numbering.style=roman')).to.deep.equal(ignored);
    expect(await warningsOf('document.numbering=false')).to.deep.equal([]);
  });

  it('are refused where they make no sense, each mistake with its pointer', async () => {
    const pointersOf = async (numbering: unknown) => {
      const answer = await service.render({ operations: [heading('One')], document: { numbering } });
      expect(answer.status, JSON.stringify(numbering)).to.equal(400);
      return (answer.json() as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
    };
    expect(await pointersOf('decimal')).to.deep.equal(['/document/numbering']);
    expect(await pointersOf({ levels: 7, start: 0, style: 'Roman', more: 1 })).to.have.members([
      '/document/numbering/levels',
      '/document/numbering/start',
      '/document/numbering/style',
      '/document/numbering/more',
    ]);
  });
});

describe('Numbered headings of a long document', () => {
  let service: Service;
  before(async () => (service = await sharedService({}, { partSize: 3000 })));

  it('go on from part to part', async () => {
    const prose = 'Deliveries rose in every region, and the cost of each fell for the third quarter in a row. ';
    const chapters = Array.from({ length: 24 }, (_, index) => [
      heading(`Chapter ${index + 1}`),
      { op: 'add_text', text: prose.repeat(6) },
      { op: 'add_markdown', markdown: `## Details\n\n${prose.repeat(8)}\n\n## More\n\n${prose.repeat(8)}` },
    ]).flat();
    const print = async (document: object) =>
      pdfOf(
        await service.render({
          operations: [{ op: 'set_footer', center: '{section}' }, { op: 'add_toc', levels: 1 }, ...chapters],
          document: { size: 'A5', numbering: true, ...document },
        }),
      );
    const [pdf, whole] = [await print({}), await print(inOneGo)];
    expect(await pageTreeOf(pdf), 'parts').not.to.equal(await pageTreeOf(whole));
    const expected = Array.from({ length: 24 }, (_, index) => index + 1).flatMap((chapter) => [
      `${chapter} Chapter ${chapter}`,
      `${chapter}.1 Details`,
      `${chapter}.2 More`,
    ]);
    const { outline } = await inspect(pdf);
    expect(outline).to.deep.equal((await inspect(whole)).outline);
    expect(outline.map(({ title }) => title)).to.deep.equal(expected);
    const pages = (await textOf(pdf)).split('\f').map((page) => page.replace(/ +/g, ' '));
    for (const { title, page, level } of outline) {
      expect(pages[page], title).to.contain(title);
      if (level === 1) expect(pages.slice(0, 2).join('')).to.contain(`${title} ${page + 1}\n`);
    }
    expect(pages.at(-2)?.trimEnd().split('\n').at(-1)?.trim()).to.equal('24 Chapter 24');
  });
});
