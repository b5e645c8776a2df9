import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { Egress } from '../../../../src/browser/network/egress.ts';
import { comparePages, compareWithRender, shownPages } from '../../../support/previews.ts';
import { openSession, problemIn, type OpenedSession } from '../../../support/sessions.ts';
import { numberedPdf } from '../../../support/unusual-pages.ts';
import { contractPdf, signed } from '../../../support/signed-files.ts';
import { startService, type OwnService } from '../../../support/service.ts';

type Operation = Readonly<Record<string, unknown>>;

const chapters = 3;
const annex = numberedPdf(2).toString('base64');

describe('What a page of a session prints after an edit', () => {
  let service: OwnService;
  /** What was loaded since the last look. */
  let loaded: string[] = [];
  before(async () => {
    // A host of pictures and pages that notes what is loaded.
    const egress: Egress = {
      allows: (url) => new URL(url).hostname === 'remote.test',
      fetch: ({ url }) => {
        const name = new URL(url).pathname.slice(1);
        loaded.push(name);
        const [type, body] = name.startsWith('page')
          ? ['text/html', `<h1>Terms</h1><p>Of ${name}</p><p style="break-before:page">The end</p>`]
          : [
              'image/svg+xml',
              '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>',
            ];
        return Promise.resolve({
          ...{ status: 200, headers: [{ name: 'content-type', value: type }], body: Buffer.from(body) },
        });
      },
    };
    const settings = { SERVICE_WORKER_COUNT: '1', SERVICE_NETWORK_ALLOW: 'remote.test' };
    service = await startService({ ...settings, SERVICE_SESSIONS_ENABLED: 'true' }, { egress });
  });
  after(() => service.stop());

  /** Content with a picture of a name, whose loads show how often it is printed. */
  const picture = (name: string): Operation => ({
    op: 'add_html',
    html: `<p>With a picture: <img src="https://remote.test/${name}" alt=""></p>`,
  });
  const html = (content: string): Operation => ({ op: 'add_html', html: content });
  const chapter = (index: number): Operation[] => [
    { op: 'add_page' },
    { op: 'add_heading', text: `Chapter ${index}` },
    { op: 'add_text', text: 'Revenue grew in each quarter. '.repeat(20) },
    { op: 'add_heading', text: `Section ${index}`, level: 2 },
    picture(`chapter-${index}`),
  ];
  /** A cover, then `front`, and chapters that begin a page each. */
  async function dossier(
    front: readonly Operation[],
    document: object = {},
    output: object = {},
  ): Promise<OpenedSession> {
    const own = { size: 'A5', footer: { center: '{page}' }, ...document };
    const session = await openSession(service, { document: own, output });
    const begun = await session.post('operations', {
      operations: [
        picture('cover'),
        ...front,
        ...Array.from({ length: chapters }, (_, index) => chapter(index + 1)).flat(),
      ],
    });
    expect(begun.status, begun.body.toString('utf8').slice(0, 500)).to.equal(201);
    await shownPages(service, session);
    return session;
  }
  /** What the pages load after an edit, each name once for each print. */
  async function loadedBy(session: OpenedSession, edit: () => Promise<{ readonly status: number }>): Promise<string[]> {
    expect((await edit()).status).to.be.within(200, 204);
    loaded = [];
    const shown = await shownPages(service, session);
    const found = loaded.toSorted();
    await compareWithRender(service, session, { shown, what: 'after an edit' });
    return found;
  }
  const idOf = async (session: OpenedSession, index: number): Promise<string> => {
    const { operations } = (await service.request('GET', `${session.path}/operations`)).json() as {
      operations: { operationId: string }[];
    };
    return operations.at(index)?.operationId ?? '';
  };
  const replace = async (session: OpenedSession, index: number, operation: Operation) =>
    service.request('PUT', `${session.path}/operations/${await idOf(session, index)}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(operation),
    });

  it('is the page of the edit, and that of the table of contents where it changes', async () => {
    const session = await dossier([{ op: 'add_page' }, picture('contents'), { op: 'add_toc', title: 'Contents' }]);
    const text = { op: 'add_text', text: 'Revenue fell.' };
    expect(await loadedBy(session, () => replace(session, -3, text))).to.deep.equal([`chapter-${chapters}`]);
    // The entry, and its page number.
    const heading = { op: 'add_heading', text: 'The last section', level: 2 };
    expect(await loadedBy(session, () => replace(session, -2, heading))).to.deep.equal([
      ...[`chapter-${chapters}`, 'contents', 'contents'],
    ]);
  });

  it('is the page of the edit, and that of the index where its terms or their pages change', async () => {
    const term = (name: string): Operation => ({ op: 'add_text', text: `Of the {index: ${name}}.` });
    const front = [term('cover'), { op: 'add_page' }, picture('index'), { op: 'add_index', title: 'Index' }];
    const session = await dossier(front);
    const text = { op: 'add_text', text: 'Revenue fell.' };
    expect(await loadedBy(session, () => replace(session, -3, text))).to.deep.equal([`chapter-${chapters}`]);
    expect(await loadedBy(session, () => replace(session, -3, term('revenue')))).to.include.members([
      ...[`chapter-${chapters}`, 'index'],
    ]);
    expect(await loadedBy(session, () => replace(session, -2, { ...text, text: 'It fell.' }))).to.deep.equal([
      `chapter-${chapters}`,
    ]);
  });

  for (const [what, front] of [
    ['inside of columns', [{ op: 'add_columns', columns: [[{ op: 'add_toc' }], [{ op: 'add_text', text: 'B' }]] }]],
    [
      'of headings that share ids',
      [{ op: 'add_toc' }, html('<h2 id="a">A</h2>'), picture('page'), html('<p id="a">B</p>')],
    ],
    [
      'beside that of a template',
      [{ op: 'add_toc' }, { op: 'add_template', source: '{{toc}}<h2>{{title}}</h2>', data: { title: 'Terms' } }],
    ],
    ['of a heading that is not shown', [{ op: 'add_toc' }, html('<h2 style="display:none">Hidden</h2>')]],
    [
      'twice, with roman numbers',
      [{ op: 'add_toc' }, { op: 'set_page_numbers', style: 'roman' }, { op: 'add_toc', levels: 1 }],
    ],
  ] as const)
    it(`is right with a table of contents ${what}`, async () => {
      const session = await dossier(front);
      await replace(session, -2, { op: 'add_heading', text: 'The last section', level: 2 });
      await comparePages(service, session, 'a heading');
      await session.post(`operations?before=${await idOf(session, 1)}`, { op: 'add_page' });
      await comparePages(service, session, 'a page');
    });

  it('is nothing where a stamp is added, replaced or removed', async () => {
    const session = await dossier([{ op: 'add_stamp', html: '<b>Draft</b> {page} of {pages}', at: 'top-right' }]);
    const id = await idOf(session, 1);
    const stamp = { op: 'add_stamp', text: 'Copy {page}', pages: '2' };
    expect(await loadedBy(session, () => session.post('operations', stamp))).to.deep.equal([]);
    expect(await loadedBy(session, () => replace(session, 1, { ...stamp, text: 'Final' }))).to.deep.equal([]);
    expect(await loadedBy(session, () => service.request('DELETE', `${session.path}/operations/${id}`))).to.deep.equal(
      [],
    );
  });

  it('is the page of the edit where a stamp shows the headings of its page', async () => {
    const session = await dossier([{ op: 'add_stamp', text: '{section}, {heading:2, last}', at: 'top-right' }]);
    const heading = { op: 'add_heading', text: 'The last section', level: 2 };
    expect(await loadedBy(session, () => replace(session, -2, heading))).to.deep.equal([`chapter-${chapters}`]);
  });

  it('is no remote page, unless its operation changes', async () => {
    const remote = { op: 'add_url', url: 'https://remote.test/page-1' };
    const session = await dossier([remote, { op: 'add_pdf', data: annex }, { op: 'add_text', text: 'After it' }]);
    const text = { op: 'add_text', text: 'Revenue fell.' };
    expect(await loadedBy(session, () => replace(session, -3, text))).to.deep.equal([`chapter-${chapters}`]);
    expect(await loadedBy(session, () => replace(session, 1, { ...remote, media: 'screen' }))).to.deep.equal([
      'page-1',
    ]);
    const cover = await idOf(session, 0);
    expect(
      await loadedBy(session, () => service.request('DELETE', `${session.path}/operations/${cover}`)),
    ).to.deep.equal([]);
  });

  it('is no complete HTML document, unless its operation changes', async () => {
    const document = (name: string) => html(`<!doctype html><h1>Terms</h1><img src="https://remote.test/${name}">`);
    const front = [{ op: 'add_toc' }, { op: 'add_page' }, document('terms'), { op: 'add_text', text: 'After it' }];
    const session = await dossier(front);
    const text = { op: 'add_text', text: 'Revenue fell.' };
    expect(await loadedBy(session, () => replace(session, -3, text))).to.deep.equal([`chapter-${chapters}`]);
    expect(await loadedBy(session, () => replace(session, 3, document('other')))).to.deep.equal(['other']);
  });

  it('is the pages whose numbers of headings or captions change', async () => {
    const figure = (name: string) => ({
      op: 'add_html',
      html: `<figure><img src="https://remote.test/${name}" alt=""><figcaption>A picture</figcaption></figure>`,
    });
    const session = await dossier([figure('figure')], { numbering: true, captions: { by: 'chapter' } });
    const text = { op: 'add_text', text: 'Revenue fell.' };
    expect(await loadedBy(session, () => replace(session, -3, text))).to.deep.equal([`chapter-${chapters}`]);
    expect(await loadedBy(session, () => session.post('operations', figure('late')))).to.deep.equal([
      ...[`chapter-${chapters}`, 'late'],
    ]);
    const other = { op: 'add_heading', text: 'A chapter', level: 1 };
    const before = await idOf(session, -2);
    expect(await loadedBy(session, () => session.post(`operations?before=${before}`, other))).to.deep.equal([
      ...[`chapter-${chapters}`, 'late'],
    ]);
  });

  it('is the page of the edit where headers and footers show headings', async () => {
    const header = { html: '<p>{section}</p>{heading:2, last}' };
    const session = await dossier([], { header, footer: { left: '{section}', right: '{page}' } });
    const heading = (words: string, level: number) => ({ op: 'add_heading', text: words, level });
    expect(await loadedBy(session, () => replace(session, -2, heading('The last', 1)))).to.deep.equal([
      ...[`chapter-${chapters}`],
    ]);
    // The headers of all pages grow.
    const long = heading('A heading of many words '.repeat(8), 2);
    expect(await loadedBy(session, () => replace(session, -2, long))).to.include('cover');
  });

  it('is the page of the edit where content adds styles, and each page once where these change', async () => {
    const styled = (margin: number): Operation => ({
      ...{ op: 'add_html', html: '<style>p + p { color: navy }</style><p>A</p><p>B</p>' },
      css: `p { margin-left: ${margin}px }`,
    });
    const invoice = { op: 'add_template', source: '<style>h1 { color: maroon }</style><h2>{{title}}</h2>', data: {} };
    const session = await dossier([styled(3), invoice]);
    const text = { op: 'add_text', text: 'Revenue fell.' };
    expect(await loadedBy(session, () => replace(session, -3, text))).to.deep.equal([`chapter-${chapters}`]);
    const all = ['chapter-1', 'chapter-2', 'chapter-3', 'cover'];
    expect(await loadedBy(session, () => replace(session, 1, styled(30)))).to.deep.equal(all);
    expect(await loadedBy(session, () => session.post('operations', styled(30)))).to.deep.equal(all);
    expect(await loadedBy(session, () => session.post('undo'))).to.deep.equal([]);
    expect(await loadedBy(session, () => replace(session, 2, { ...invoice, data: { title: 'A' } }))).to.deep.equal([
      'cover',
    ]);
  });

  it('is the same with a limit of pages, up to that limit', async () => {
    const session = await dossier([], {}, { maxPages: chapters + 1 });
    const text = { op: 'add_text', text: 'Revenue fell.' };
    expect(await loadedBy(session, () => replace(session, -3, text))).to.deep.equal([`chapter-${chapters}`]);
    await session.post('pages');
    const page = await service.request('GET', `${session.path}/pages/1`);
    expect(problemIn(page)).to.deep.equal([422, 'too-many-pages']);
    expect(problemIn(await session.post('render'))).to.deep.equal(problemIn(page));
  });

  it('is the page of the edit with a choice of pages, conformance and fields', async () => {
    const field = { op: 'add_form_field', kind: 'text', name: 'name', label: 'Name', value: 'Ada' };
    const output = { pages: '4,1-2,4', conformance: 'PDF/A-2b', failOn: ['resource'] };
    const session = await dossier([{ op: 'add_bookmark', title: 'The form' }, field], {}, output);
    const text = { op: 'add_text', text: 'Revenue fell.' };
    expect(await loadedBy(session, () => replace(session, -3, text))).to.deep.equal([`chapter-${chapters}`]);
    expect(await loadedBy(session, () => replace(session, 2, { ...field, value: 'Grace' }))).to.deep.equal(['cover']);
  });

  it('is shown where only a render decides whether the document is good enough', async () => {
    const session = await openSession(service, { output: { failOn: ['resource'] } });
    const missing = '<img src="no-such-asset.png" alt="Missing">';
    for (const operation of [html(missing), html(`${missing}<script>document.title = 'A'</script>`)]) {
      await session.post('operations', operation);
      expect((await service.request('GET', `${session.path}/pages/1`)).status).to.equal(200);
      expect(problemIn(await session.post('render'))[0]).to.equal(422);
    }
  });

  it('is right with complete HTML at a position, in a template, or in an option of its operation', async () => {
    const page = '<!doctype html><title>A</title><p>A page of its own</p>';
    for (const operation of [
      { op: 'add_html', html: page, position: { x: 100, y: 100 } },
      { op: 'add_html', html: '<p>A page</p>', as: 'document' },
      { op: 'add_html', html: page, as: 'content' },
      { op: 'add_template', source: '{{{page}}}', data: { page } },
    ]) {
      const session = await dossier([]);
      await session.post('operations', operation);
      await comparePages(service, session, JSON.stringify(operation));
    }
  });

  it('is right where page numbers begin anew after the last page', async () => {
    const session = await dossier([]);
    await session.post('operations', { op: 'set_page_numbers', style: 'roman' });
    await comparePages(service, session, 'no page after it');
  });

  it('is refused as the render is, where a stamp names a page that is not there, or one of a signed PDF', async () => {
    const contract = (await signed(contractPdf())).toString('base64');
    const session = await dossier([{ op: 'add_pdf', data: contract }]);
    const last = 2 + 5 * chapters;
    const at = (index: number) => `/operations/${index}`;
    for (const [stamp, slug, pointer] of [
      [{ op: 'add_stamp', text: 'Copy', pages: '99' }, 'page-out-of-range', `${at(last)}/pages`],
      [{ op: 'add_stamp', text: 'Copy' }, 'signature-would-break', at(last)],
    ] as const) {
      await session.post('operations', stamp);
      const page = await service.request('GET', `${session.path}/pages/1`);
      expect(problemIn(page)).to.deep.equal([422, slug, pointer]);
      expect(problemIn(await session.post('render'))).to.deep.equal(problemIn(page));
      await session.post('undo');
    }
    await session.post('operations', { op: 'add_stamp', text: 'Copy', pages: '1' });
    await comparePages(service, session, 'a page that is not signed');
  });

  it('is right with headings in stamps and headers, with spaces in their placeholders as people type them', async () => {
    const session = await openSession(service, { document: { size: 'A5', header: { left: '{ heading : 1 }' } } });
    const stamp = { op: 'add_stamp', text: '{ heading : 1, last }', at: 'bottom-right' };
    const headings = ['One', 'Two'].flatMap((text) => [{ op: 'add_heading', text }, { op: 'add_page_break' }]);
    expect((await session.post('operations', { operations: [stamp, ...headings] })).status).to.equal(201);
    await comparePages(service, session, 'the first');
    await session.post('text', { text: 'More' });
    await comparePages(service, session, 'a text');
  });

  it('has the fonts that operations elsewhere take from the assets', async () => {
    const session = await openSession(service, { document: { size: 'A5' } });
    await service.request('PUT', `${session.path}/assets/Brand`, {
      body: await readFile('fonts/arimo/Arimo-Bold.ttf'),
    });
    const style = { op: 'set_style', css: 'h1 { font-family: Brand }' };
    const operations = [style, ...chapter(1), ...chapter(2), { op: 'set_font', family: 'Brand' }, ...chapter(3)];
    expect((await session.post('operations', { operations })).status).to.equal(201);
    await comparePages(service, session, 'the first');
    const heading = { op: 'add_heading', text: 'The first chapter' };
    expect(await loadedBy(session, () => replace(session, 2, heading))).to.deep.equal(['chapter-1']);
  });
});
