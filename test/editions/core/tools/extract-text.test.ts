import { expect } from 'chai';
import { PDFDocument, PDFName } from 'pdf-lib';
import { extractText } from '../../../../src/editions/core/tools/extract-text.ts';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { bearer, problemOf } from '../../../support/http.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

const pdf = Buffer.from(examplePdf('One', 'Two', 'Three'), 'base64');

describe('extract-text', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(extractText);
  });
  after(() => service.stop());

  const extract = (options?: object, headers?: Record<string, string>, document: Uint8Array = pdf): Promise<Response> =>
    service.send('extract-text', [{ name: 'counting.pdf', bytes: document }], options, headers);
  const textsOf = async (response: Response): Promise<string[]> =>
    ((await response.json()) as { pages: { text: string }[] }).pages.map(({ text }) => text.trim());
  const problem = async (response: Promise<Response>) => problemOf(await response);

  it('answers the pages as JSON, whole or in the order of the range', async () => {
    const response = await extract();
    expect(response.headers.get('server-timing')).to.match(/extract;dur=/);
    expect(response.headers.get('content-digest')).to.match(/^sha-256=:/);
    expect(await textsOf(response)).to.deep.equal(['One', 'Two', 'Three']);
    expect(await textsOf(await extract({ pages: 'last,1-2,1' }))).to.deep.equal(['Three', 'One', 'Two', 'One']);
  });

  it('answers plain text with form feeds between pages', async () => {
    const response = await extract({}, { accept: 'text/plain' });
    expect(response.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
    expect(response.headers.get('content-disposition')).to.equal('attachment; filename="counting.txt"');
    expect((await response.text()).split('\f').map((page) => page.trim())).to.deep.equal(['One', 'Two', 'Three']);
  });

  it('answers the same bytes for each form of the request', async () => {
    const post = (body: BodyInit, type: string, query = ''): Promise<Response> =>
      service.app.fetch(`/api/v1/extract-text${query}`, {
        method: 'POST',
        headers: { authorization: bearer(), 'content-type': type },
        body,
      });
    const answers = await Promise.all([
      extract({ pages: '2-', granularity: 'word', structure: true }),
      post(new Uint8Array(pdf), 'application/pdf', '?pages=2-&granularity=word&structure=true'),
      post(
        new Uint8Array(pdf),
        'application/pdf',
        `?granularity=word&request=${encodeURIComponent('{"structure":true,"pages":"2-"}')}`,
      ),
      post(
        JSON.stringify({
          document: { data: pdf.toString('base64') },
          pages: '2-',
          granularity: 'word',
          structure: true,
        }),
        'application/json',
      ),
    ]);
    const [first = '', ...others] = await Promise.all(answers.map((answer) => answer.text()));
    expect(JSON.parse(first)).to.have.nested.property('pages[0].blocks[0].text', 'Two');
    for (const other of others) expect(other).to.equal(first);
  });

  it('measures a page that inherits its size, with annotations and fields on it', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([300, 144]);
    page.drawText('Total', { x: 30, y: 100, size: 12 });
    const field = document.getForm().createTextField('total');
    field.addToPage(page, { x: 100, y: 92, width: 120, height: 24 });
    field.setText('1,200.00');
    const box = page.node.MediaBox();
    page.node.delete(PDFName.of('MediaBox'));
    page.node.Parent()!.set(PDFName.of('MediaBox'), box);
    const {
      pages: [told],
    } = (await (await extract({ granularity: 'word' }, {}, await document.save())).json()) as {
      pages: { width: number; height: number; blocks: { text: string; box: { x: number; y: number } }[] }[];
    };
    expect([told!.width, told!.height]).to.deep.equal([300, 144]);
    const [total, value] = told!.blocks;
    expect([total!.text, value!.text]).to.deep.equal(['Total', '1,200.00']);
    expect(total!.box.y).to.be.within(30, 36); // the base line is 44 from the top
    expect(value!.box.y).to.be.within(27, 36);
  });

  it('says where a page range is wrong, and where it leaves the document', async () => {
    expect(await problem(extract({ pages: '0' })))
      .to.include({ status: 400, slug: 'invalid-request' })
      .and.have.nested.property('errors[0].pointer', '/pages');
    expect(await problem(extract({ pages: '2-4' })))
      .to.include({ status: 422, slug: 'page-out-of-range' })
      .and.have.nested.property('errors[0].pointer', '/pages');
    expect(
      await problem(
        extract(
          { pages: Array.from({ length: 500 }, () => '1-').join(',') },
          {},
          Buffer.from(examplePdf(...Array.from({ length: 50 }, () => 'x')), 'base64'),
        ),
      ),
    ).to.include({ status: 422, slug: 'too-many-pages' });
  });

  it('needs the password of an encrypted document, and nothing more', async () => {
    const document = await PDFDocument.load(pdf);
    document.encrypt({ userPassword: 'pass', ownerPassword: 'owner' });
    const encrypted = await document.save();
    expect(await problem(extract({}, {}, encrypted))).to.include({ status: 422, slug: 'encrypted-pdf' });
    expect(await problem(extract({ password: 'wrong' }, {}, encrypted))).to.include({
      status: 422,
      slug: 'wrong-password',
    });
    for (const password of ['pass', 'owner'])
      expect(await textsOf(await extract({ password }, {}, encrypted))).to.deep.equal(['One', 'Two', 'Three']);
  });

  it('refuses what is no PDF', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('GIF89a'), Buffer.from('%PDF-1.7\n')])
      expect(await problem(extract({}, {}, bytes)), bytes.toString()).to.include({ status: 422, slug: 'invalid-pdf' });
  });

  it('runs its examples', async () => {
    for (const [name, body] of Object.entries(extractText.examples))
      expect((await service.app.post('/api/v1/extract-text', body)).status, name).to.equal(200);
  });

  it('stands many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => extract()));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
  });
});
