import { expect } from 'chai';
import { PDFDocument } from 'pdf-lib';
import { merge } from '../../../../src/editions/core/tools/merge.ts';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { outlineIn, seenByQpdf } from '../../../pdf/copy-inputs.ts';
import { problemOf } from '../../../support/http.ts';
import { checkSyntax, infoOf, textOf } from '../../../support/pdf.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

const example = (...texts: string[]): Buffer => Buffer.from(examplePdf(...texts), 'base64');
const [abc, de] = [example('A', 'B', 'C'), example('D', 'E')];

async function encrypted(pdf: Uint8Array, userPassword: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf);
  document.encrypt({ userPassword, ownerPassword: 'owner', algorithm: 'AES-256' });
  return document.save();
}

describe('merge', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(merge);
  });
  after(() => service.stop());

  const merged = async (documents: readonly Uint8Array[], options?: object): Promise<Buffer> => {
    const response = await service.send('merge', documents, options);
    if (response.status !== 200) throw new Error(await response.text());
    return Buffer.from(await response.arrayBuffer());
  };
  const pagesOf = async (pdf: Uint8Array): Promise<string> => (await textOf(pdf)).replaceAll(/[^A-Z]/g, '');
  const problem = async (documents: readonly Uint8Array[], options?: object) =>
    problemOf(await service.send('merge', documents, options));

  it('puts documents together, whole or pages of them, in their order', async () => {
    const response = await service.send('merge', [abc, de]);
    const pdf = Buffer.from(await response.arrayBuffer());
    expect([response.headers.get('document-pages'), response.headers.get('content-disposition')]).to.deep.equal([
      '5',
      'attachment; filename="merged.pdf"',
    ]);
    expect(response.headers.get('server-timing')).to.match(/merge;dur=/);
    await checkSyntax(pdf);
    expect(await pagesOf(pdf)).to.equal('ABCDE');
    expect(await pagesOf(await merged([abc, de], { documents: [{ pages: 'last,1,1' }, { pages: 'even' }] }))).to.equal(
      'CAAE',
    );
  });

  it('makes the same bytes of each form of the request', async () => {
    const options = {
      documents: [{ pages: '1-2', title: 'First' }, { title: 'Second' }],
      outline: 'perDocument',
      metadata: { title: 'Both' },
    };
    const json = await service.app.post('/api/v1/merge', {
      ...options,
      documents: [
        { data: abc.toString('base64'), pages: '1-2', title: 'First' },
        { data: de.toString('base64'), title: 'Second' },
      ],
    });
    const pdf = await merged([abc, de], options);
    expect(Buffer.from(await json.arrayBuffer()).equals(pdf)).to.equal(true);
    expect(await infoOf(pdf)).to.include({ Title: 'Both', Pages: '4' });
  });

  it('calls the part of a document without a title in the outline what its file is called', async () => {
    const response = await service.send(
      'merge',
      [
        { name: 'Annual report.pdf', bytes: abc },
        { name: 'b.PDF', bytes: de },
      ],
      { outline: 'perDocument' },
    );
    expect(outlineIn(await seenByQpdf(Buffer.from(await response.arrayBuffer())))).to.deep.equal([
      'Annual report 1',
      'b 4',
    ]);
  });

  it('opens each document with its own password, or with the one of all', async () => {
    const [one, other] = [await encrypted(abc, 'one'), await encrypted(de, 'two')];
    expect(
      await pagesOf(
        await merged([one, de, other], { documents: [{ password: 'one' }], password: 'two', decrypt: true }),
      ),
    ).to.equal('ABCDEDE');
    expect(await problem([one, de], { documents: [{ password: 'wrong' }] })).to.include({
      slug: 'wrong-password',
      status: 422,
      document: 1,
    });
    expect(await problem([de, one])).to.include({ slug: 'encrypted-pdf', document: 2 });
  });

  it('gives out an encrypted document as it came in, unless it is to be decrypted', async () => {
    const one = await encrypted(abc, 'one');
    const open = async (pdf: Uint8Array): Promise<string> =>
      PDFDocument.load(pdf).then(
        () => 'open',
        () => 'closed',
      );
    expect(await open(await merged([one], { password: 'one' }))).to.equal('closed');
    expect(await open(await merged([one], { password: 'one', decrypt: true }))).to.equal('open');
  });

  it('says which range is wrong, or leaves its document', async () => {
    expect(await problem([abc, de], { documents: [{ pages: '5-2' }, { pages: '1,,2' }] }))
      .to.have.property('errors')
      .that.has.length(2);
    expect(await problem([abc, de], { documents: [{}, { pages: '1-3' }] }))
      .to.include({ slug: 'page-out-of-range', status: 422 })
      .and.have.nested.property('errors[0].pointer', '/documents/1/pages');
    const fifty = example(...Array.from({ length: 50 }, () => 'x'));
    const many = Array.from({ length: 300 }, () => '1-').join(',');
    expect(await problem([fifty, fifty], { documents: [{ pages: many }, { pages: many }] })).to.include({
      slug: 'too-many-pages',
    });
  });

  it('refuses what is no PDF, naming the document', async () => {
    expect(await problem([abc, Buffer.from('GIF89a')])).to.include({ slug: 'invalid-pdf', status: 422, document: 2 });
  });

  it('answers JSON with a report where Accept prefers that', async () => {
    const { document, report } = (await (
      await service.send('merge', [abc, de], {}, { accept: 'application/json' })
    ).json()) as { document: { pages: number }; report: unknown };
    expect(document.pages).to.equal(5);
    expect(report).to.deep.equal({ warnings: [], dropped: [], signed: [] });
  });

  it('runs its examples', async () => {
    for (const [name, body] of Object.entries(merge.examples))
      expect((await service.app.post('/api/v1/merge', body)).status, name).to.equal(200);
  });
});
