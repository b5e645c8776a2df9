import { expect } from 'chai';
import { inspect } from '../support/inspect.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';
import { textOf } from '../support/pdf.ts';

const text = { op: 'add_text', text: 'x' };
/** A PNG of one red pixel. */
const red = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

describe('A render that is sent hostile or broken parts', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const problem = async (body: object) => {
    const answer = await service.render(body);
    const { type, errors = [] } = answer.json();
    return [
      answer.status,
      String(type).split('/').at(-1),
      ...errors.map(({ pointer }: { pointer: string }) => pointer),
    ];
  };

  it('answers 400 to millions of wrong values, and goes on', async () => {
    const keywords = `[${'1,'.repeat(7_000_000)}1]`;
    const answer = await service.request('POST', '/api/v1/render', {
      headers: { 'content-type': 'application/json' },
      body: `{"operations":[{"op":"add_text","text":"x"}],"document":{"metadata":{"keywords":${keywords}}}}`,
    });
    expect(answer.status).to.be.oneOf([400, 413, 422]);
    expect((await service.render({ operations: [text] })).status).to.equal(200);
  });

  it('answers 400 to language tags that only look like some, and takes assets of any name', async () => {
    expect(await problem({ operations: [text], document: { lang: 'en-a' } })).to.deep.equal([
      400,
      'invalid-request',
      '/document/lang',
    ]);
    expect(
      (await service.render({ operations: [text], document: { assets: { 'a.constructor': 'aGk=' } } })).status,
    ).to.equal(200);
  });

  it('answers 422 to an asset that is no image where one is wanted, and to a font that is none', async () => {
    expect(
      await problem({
        operations: [{ op: 'add_image', asset: 'x.png', alt: '' }],
        document: { assets: { 'x.png': 'aGVsbG8=' } },
      }),
    ).to.deep.equal([422, 'invalid-image', '/operations/0/asset']);
    expect(
      await problem({
        operations: [text],
        document: { fonts: [{ family: 'F', data: Buffer.from('OTTO and no font').toString('base64') }] },
      }),
    ).to.deep.equal([422, 'invalid-font', '/document/fonts/0/data']);
  });

  it('is told where it names a template that is not there', async () => {
    expect(await problem({ operations: [text, { op: 'add_template', name: 'nowhere' }] })).to.deep.equal([
      404,
      'template-not-found',
      '/operations/1/name',
    ]);
  });

  it('is told of CSV that can not be read, whichever line it is', async () => {
    expect(await problem({ operations: [{ op: 'add_table', columns: ['a'], csv: 'a\n1\n"2' }] })).to.deep.equal([
      400,
      'invalid-request',
      '/operations/0/csv',
    ]);
  });

  it(
    'leaves the one heading out of the outline that is to have no bookmark, and keeps others ' + 'of its text',
    async () => {
      const heading = (more: object) => ({ op: 'add_heading', text: 'Summary', ...more });
      const operations = [
        heading({}),
        heading({ bookmark: false }),
        { op: 'add_html', html: '<h2>Summary</h2>' },
        heading({ level: 3, bookmark: false }),
        { op: 'add_page' },
        { op: 'add_markdown', markdown: '# Summary' },
      ];
      const { outline } = await inspect(pdfOf(await service.render({ operations })));
      expect(outline).to.deep.equal([
        { title: 'Summary', level: 1, page: 0 },
        { title: 'Summary', level: 1, page: 0 },
        { title: 'Summary', level: 1, page: 1 },
      ]);
    },
  );

  it('prints every header of a table that is too wide, and every number whole', async () => {
    const columns = Array.from({ length: 40 }, (_, index) => `Column${index}`);
    const out = await textOf(
      pdfOf(
        await service.render({
          operations: [{ op: 'add_table', columns, rows: [columns.map((_, index) => 123_450 + index)] }],
        }),
      ),
    );
    for (const index of columns.keys()) expect(out).to.contain(String(123_450 + index));
  });

  describe('in multipart', () => {
    const send = (request: unknown, ...files: string[]) => {
      const form = new FormData();
      form.append('request', new Blob([JSON.stringify(request)], { type: 'application/json' }));
      for (const name of files)
        form.append('assets', new Blob([Buffer.from(red, 'base64')], { type: 'image/png' }), name);
      return service.request('POST', '/api/v1/render', { body: form });
    };
    const told = async (...parts: Parameters<typeof send>) => {
      const answer = await send(...parts);
      return [answer.status, ...(answer.json().errors ?? []).map(({ pointer }: { pointer: string }) => pointer)];
    };

    it('is told of a `document` and `assets` that are no objects', async () => {
      expect(await told({ operations: [text], document: 7 }, 'a.png')).to.deep.equal([400, '/document']);
      expect(await told({ operations: [text], document: { assets: 'x' } }, 'a.png')).to.deep.equal([
        400,
        '/document/assets',
      ]);
      expect((await send({ operations: [text], document: null }, 'a.png')).status).to.equal(400);
      expect((await send([], 'a.png')).status).to.equal(400);
    });

    it('is told of two files of one name', async () => {
      expect(await told({ operations: [text] }, 'a.png', 'a.png')).to.deep.equal([400, '/document/assets/a.png']);
      expect(await told({ operations: [text], document: { assets: { 'a.png': red } } }, 'a.png')).to.deep.equal([
        400,
        '/document/assets/a.png',
      ]);
    });
  });
});
