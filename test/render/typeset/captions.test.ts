import { expect } from 'chai';
import { examplePdf } from '../../../src/editions/example-pdf.ts';
import { inOneGo } from '../../support/in-one-go.ts';
import { innerLinksOf } from '../../support/inner-links.ts';
import { checkSyntax, structureOf, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { openSession } from '../../support/sessions.ts';
import { sharedService } from '../../support/shared.ts';

const text = (content: string, more: object = {}) => ({ op: 'add_text', text: content, ...more });
const heading = (content: string, level = 1, more: object = {}) => ({
  op: 'add_heading',
  text: content,
  level,
  ...more,
});
const next = { op: 'add_page_break' };
const html = (source: string, more: object = {}) => ({ op: 'add_html', html: source, ...more });
const list = (of: string, more: object = {}) => ({ op: 'add_toc', of, ...more });
const picture = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"/%3E';
const image = (caption: string, more: object = {}) => ({
  ...{ op: 'add_image', data: picture, alt: 'A picture', width: 60, height: 15, caption },
  ...more,
});
const table = (caption: string, more: object = {}) => ({ op: 'add_table', rows: [{ a: 1 }], caption, ...more });
const chart = (caption: string, more: object = {}) => ({
  ...{ op: 'add_chart', kind: 'bar', series: [{ data: [1, 2] }], height: 80, caption },
  ...more,
});
const img = `<img alt="x" width="60" height="15" src='${picture}'>`;

const linesOf = async (pdf: Uint8Array, page?: number) =>
  (await textOf(pdf, page))
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))
    .filter((line) => line !== '');
/** The captions with a number on the pages, in the order of the text. */
const captionsOf = async (pdf: Uint8Array, page?: number) =>
  (await linesOf(pdf, page)).filter((line) => /^(?:Figure|Table|Abbildung|Tabelle|Fig\.|Plan) /.test(line));

describe('Numbered captions', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const render = async (operations: readonly object[], document: object = {}, output: object = {}) =>
    pdfOf(await service.render({ operations, document, output }));
  const captions = async (operations: readonly object[], options: object, document: object = {}) =>
    captionsOf(await render(operations, { captions: options, ...document }));

  it('count figures and tables of every operation, each by themselves, in the order of the document', async () => {
    const pdf = await render(
      [
        image('Our blue'),
        table('Parts & pieces'),
        chart('Revenue', { table: true }),
        html(`<figure>${img}<figcaption>From <b>HTML</b></figcaption></figure>`),
        {
          op: 'add_template',
          source:
            '{{table rows=rows caption="Of a template"}}{{chart kind="bar" series=series caption="A template’s"}}',
          data: { rows: [{ q: 1 }], series: [{ data: [1, 2] }] },
        },
        { op: 'add_columns', columns: [[table('Left')], [table('Right')]] },
        {
          op: 'add_markdown',
          markdown: `![alt](${encodeURI(picture)} "A *titled* picture")\n\n|a|\n|-|\n|1|\n\nTable: In Markdown`,
        },
      ],
      { captions: {}, title: 'Captions' },
      { conformance: ['PDF/UA-1', 'PDF/A-3a'] },
    );
    expect((await captionsOf(pdf)).flatMap((line) => line.split(/ (?=Table)/))).to.deep.equal([
      ...['Figure 1 Our blue', 'Table 1 Parts & pieces', 'Figure 2 Revenue', 'Figure 3 From HTML'],
      ...['Table 2 Of a template', 'Figure 4 A template’s', 'Table 3 Left', 'Table 4 Right'],
      ...['Figure 5 A titled picture', 'Table 5 In Markdown'],
    ]);
    const structure = (await structureOf(pdf)).replace(/\s+/g, ' ');
    expect(structure).to.match(/Table \(block\)[^T]*Caption[^/]*"Table "[^/]*"1"[^/]*" Parts & pieces"/);
    expect(structure).to.match(/Figure[^C]*Caption[^/]*"Figure "[^/]*"2"[^/]*" Revenue"/);
    await checkSyntax(pdf);
  });

  it('read "2.1" by chapter, with the number that the chapter has where headings are numbered', async () => {
    const content = [
      image('Before'),
      heading('One'),
      image('A'),
      heading('Part', 2),
      html(
        `<figure>${img}<figcaption>B</figcaption></figure><h1>Two</h1><figure>${img}<figcaption>C</figcaption></figure>`,
      ),
      table('D'),
      heading('Unnumbered', 1, { numbered: false }),
      image('E'),
      heading('Three'),
      table('F'),
    ];
    const numbers = (first: string, second: string, third: string) => [
      ...['Figure 1 Before', `Figure ${first}.1 A`, `Figure ${first}.2 B`, `Figure ${second}.1 C`],
      ...[`Table ${second}.1 D`, 'Figure 2 E', `Table ${third}.1 F`],
    ];
    const by = { by: 'chapter' };
    expect(await captions(content, by)).to.deep.equal(numbers('1', '2', '3'));
    const numbering = { style: 'ROMAN', start: 4, levels: 2 };
    expect(await captions(content, by, { numbering })).to.deep.equal(numbers('IV', 'V', 'VI'));
  });

  it('have the label that is given, one in the language of the document, or none', async () => {
    const content = [image('A'), table('B')];
    expect(await captions(content, {}, { lang: 'de-AT' })).to.deep.equal(['Abbildung 1 A', 'Tabelle 1 B']);
    expect(await captions(content, { figure: 'Fig. {n}:', table: '' })).to.deep.equal(['Fig. 1: A']);
    expect(await captions(content, { figure: 'Plan <{n}> &' })).to.deep.equal(['Plan <1> & A', 'Table 1 B']);
  });

  it('leave out what opts out, is hidden, empty, or inside another figure, and fill the place of a design', async () => {
    const figure = (caption: string, own = '') => `<figure${own}>${img}${caption}</figure>`;
    const pdf = await render(
      [
        html(
          figure('<figcaption>Plain</figcaption>', ' data-numbered="no"') +
            figure('<figcaption></figcaption>') +
            figure('<figcaption hidden>Nothing</figcaption>') +
            `<figure>${figure('<figcaption>(a) inner</figcaption>')}<figcaption><p>Outer</p></figcaption></figure>` +
            figure('<figcaption>Plan <b data-number>?</b>: the house</figcaption>') +
            '<figure><table><tr><td>1</td></tr></table><figcaption>A table as a figure</figcaption></figure>' +
            '<table><tr><td><table><caption>In a cell</caption><tr><td>1</td></tr></table></td></tr></table>',
        ),
        list('figures'),
        list('tables'),
      ],
      { captions: {} },
    );
    expect(await linesOf(pdf)).to.include.members([
      ...['Plain', '(a) inner', 'Figure 1 Outer', 'Plan 2: the house'],
      ...['Plain 1', 'Figure 1 Outer 1', 'Plan 2: the house 1', 'Table 1 A table as a figure 1', 'Table 2 In a cell 1'],
    ]);
    expect(await linesOf(pdf)).not.to.include.members(['(a) inner 1']);
  });

  it('are listed, beside the contents, with their pages and links, in the numbers of pages that readers see', async () => {
    const pdf = await render(
      [
        { op: 'set_page_numbers', style: 'roman' },
        { op: 'add_toc', title: 'Contents' },
        list('figures', { title: 'Figures' }),
        list('tables', { title: 'Tables', leader: 'line' }),
        { op: 'set_page_numbers', style: 'decimal' },
        heading('One'),
        image('Our blue', { id: 'blue' }),
        next,
        { op: 'add_pdf', data: examplePdf('Existing') },
        heading('Two'),
        table('Parts {ref: blue}'),
        chart('Revenue'),
        text('See figure {ref: blue}, "{ref: blue, text}".'),
      ],
      { captions: { by: 'chapter' } },
    );
    expect(await linesOf(pdf, 1)).to.deep.equal([
      ...['Contents', 'One 1', 'Two 3', 'Figures', 'Figure 1.1 Our blue 1', 'Figure 2.1 Revenue 3'],
      ...['Tables', 'Table 2.1 Parts 1.1 3'],
    ]);
    expect(await linesOf(pdf, 4)).to.include.members(['Table 2.1 Parts 1.1', 'See figure 1.1, "Our blue".']);
    expect(await innerLinksOf(pdf, 1)).to.have.members([2, 4, 2, 4, 4]);
    await checkSyntax(pdf);
  });

  it('are listed without numbers where the document numbers none, and nothing else of it changes', async () => {
    const content = [heading('One'), image('Our blue'), table('Parts'), chart('Revenue')];
    const pdf = await render([...content, list('figures', { title: 'Figures' })]);
    expect(await linesOf(pdf)).to.include.members(['Our blue', 'Our blue 1', 'Revenue 1']);
    expect(await linesOf(await render([...content, list('tables'), text('End')]))).to.include.members([
      'Parts 1',
      'End',
    ]);
    expect(await linesOf(await render([text('Empty:'), list('figures', { title: 'Figures' })]))).to.deep.equal([
      'Empty:',
      'Figures',
    ]);
  });

  it('of complete HTML documents are listed as they are, and stay without numbers, with a warning', async () => {
    const complete = html(
      `<!doctype html><title>T</title><FIGURE>${img}<figcaption>Own</FIGURE><table id=t><caption>Owned<tr><td>1</table>`,
    );
    const pdf = await render([list('figures'), list('tables'), complete, image('Flow')], { captions: {} });
    expect(await linesOf(pdf, 1)).to.deep.equal(['Own 2', 'Figure 1 Flow 3', 'Owned 2']);
    const answer = await service.render(
      { operations: [complete], document: { captions: {} } },
      { headers: { accept: 'application/json' } },
    );
    const { report } = answer.json() as { report: { warnings: readonly { code: string; pointer: string }[] } };
    expect(report.warnings.map(({ code, pointer }) => `${code} ${pointer}`)).to.include(
      'numbering-ignored /document/captions',
    );
  });

  it('refuse a label without its number, an unknown kind of list and unknown fields, with their places', async () => {
    const answer = await service.render({
      operations: [text('x'), list('images')],
      document: { captions: { figure: 'Figure', table: 'Table {n} {n}', by: 'page', start: 2 } },
    });
    expect(answer.status).to.equal(400);
    const { errors } = answer.json() as { errors: readonly { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer)).to.have.members([
      ...['/operations/1/of', '/document/captions/figure', '/document/captions/table'],
      ...['/document/captions/by', '/document/captions/start'],
    ]);
  });

  it('are the same in a session, whose pages follow an edit', async () => {
    const session = await openSession(service, { document: { captions: {} } });
    const add = async (operation: object) => expect((await session.post('operations', operation)).status).to.equal(201);
    for (const operation of [list('figures'), next, image('First'), next, image('Last')]) await add(operation);
    const rendered = async () => pdfOf(await session.post('render', {}));
    expect(await linesOf(await rendered(), 1)).to.deep.equal(['Figure 1 First 2', 'Figure 2 Last 3']);
    const before = await service.request('GET', `${session.path}/pages/3`);
    const { operations } = (await service.request('GET', `${session.path}/operations`)).json() as {
      operations: readonly { operationId: string }[];
    };
    await service.request('PUT', `${session.path}/operations/${operations[2]?.operationId ?? ''}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(text('No picture')),
    });
    expect(await linesOf(await rendered(), 1)).to.deep.equal(['Figure 1 Last 3']);
    const after = await service.request('GET', `${session.path}/pages/3`);
    expect([before.status, after.status]).to.deep.equal([200, 200]);
    expect(Buffer.from(after.body).equals(Buffer.from(before.body)), 'the number on the page has changed').to.equal(
      false,
    );
  });
});

describe('Numbered captions of long documents', () => {
  let service: Service;
  before(async () => (service = await sharedService({}, { partSize: 3000 })));

  it('are the same in parts as in one go, also on long tables', async () => {
    const rows = Array.from({ length: 70 }, (_, row) => ({ name: `Row ${row}`, value: row }));
    const operations = [
      list('figures'),
      list('tables'),
      ...Array.from({ length: 4 }, (_, chapter) => [
        heading(`Chapter ${chapter + 1}`),
        text('Orders grew in every region. '.repeat(30)),
        image(`Picture ${chapter}`, { id: `p${chapter}` }),
        table(`Rows ${chapter}`, { rows }),
        text(`Of figure {ref: p${3 - chapter}}, page {ref: p${3 - chapter}, page}.`),
      ]).flat(),
    ];
    const captions = { by: 'chapter' };
    const pdfOfParts = pdfOf(await service.render({ operations, document: { captions } }));
    const whole = pdfOf(await service.render({ operations, document: { captions, ...inOneGo } }));
    expect(await textOf(pdfOfParts)).to.equal(await textOf(whole));
    const lines = await linesOf(pdfOfParts, 1);
    expect(lines.slice(0, 3)).to.deep.equal([
      'Figure 1.1 Picture 0 1',
      ...lines.slice(1, 3).filter((line) => /^Figure [23]\.1 Picture [12] \d+$/.test(line)),
    ]);
    expect(service.warnings.splice(0)).to.deep.equal([]);
  });
});
