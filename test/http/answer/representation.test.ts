import { expect } from 'chai';
import fc from 'fast-check';
import { contentDisposition } from '../../../src/http/answer/representation.ts';
import type { Context } from '../../../src/context.ts';
import type { ToolResult } from '../../../src/editions/edition.ts';
import { startHttp, fixtureTool, problemOf, type Built } from '../../support/http.ts';
import { ended, resultOf, submit } from '../../support/jobs.ts';

describe('The answer of a tool', () => {
  let app: Built;
  before(async () => {
    app = await startHttp({ env: { SERVICE_RATE_LIMIT_CORE: '10000', SERVICE_RATE_LIMIT_IP: '10000' } });
  });
  after(() => app.stop());

  const typeFor = async (accept: string, path = '/api/v1/print'): Promise<string | null> =>
    (await app.post(path, {}, { accept })).headers.get('content-type');

  it('is the document itself by default, with what there is to know in its headers', async () => {
    const response = await app.post('/api/v1/print', { text: 'a' });
    const body = await response.text();
    expect(body).to.match(/^%PDF a/);
    expect(response.headers.get('content-type')).to.equal('application/pdf');
    expect(response.headers.get('content-length')).to.equal(String(body.length));
    expect(response.headers.get('document-pages')).to.equal('2');
    expect(response.headers.get('server-timing')).to.match(/^receive;dur=[\d.]+, read;.*print;dur=\d.*respond;/);
    expect(response.headers.get('content-disposition')).to.equal(
      `attachment; filename="q3 _ bericht.pdf"; filename*=UTF-8''q3%20%E2%80%93%20bericht.pdf`,
    );
  });

  it('is JSON with the document in it where Accept prefers that', async () => {
    const response = await app.post('/api/v1/print', { text: 'a' }, { accept: 'application/json' });
    const { document, report } = (await response.json()) as {
      document: { data: string; bytes: number };
      report: unknown;
    };
    expect(Buffer.from(document.data, 'base64').toString())
      .to.match(/^%PDF a/)
      .and.have.length(document.bytes);
    expect(document).to.include({ contentType: 'application/pdf', pages: 2 });
    expect(report).to.deep.equal({ warnings: [] });
  });

  it('follows the weights of Accept, whatever else it names', async () => {
    const weight = fc.integer({ min: 1, max: 999 }).map((number) => number / 1000);
    await fc.assert(
      fc.asyncProperty(weight, weight, async (pdf, json) => {
        const expected = json > pdf ? 'application/json' : 'application/pdf';
        fc.pre(pdf !== json);
        expect(await typeFor(`text/html, application/json;q=${json}, application/pdf;q=${pdf}`)).to.equal(expected);
      }),
      { numRuns: 20 },
    );
    for (const accept of ['*/*', 'application/*', 'text/html, */*;q=0.1', 'application/json;q=0, */*'])
      expect(await typeFor(accept), accept).to.equal('application/pdf');
  });

  it('is refused before any work where Accept allows none', async () => {
    const calls = app.calls.length;
    for (const accept of ['image/png', 'application/pdf;q=0, application/json;q=0'])
      expect(await problemOf(await app.post('/api/v1/print', {}, { accept }))).to.include({ slug: 'not-acceptable' });
    expect(await problemOf(await app.post('/api/v1/echo', {}, { accept: 'application/pdf' }))).to.include({
      slug: 'not-acceptable',
    });
    expect(app.calls).to.have.length(calls);
  });
});

describe('The answer of a tool that reports, and has a document of its report', () => {
  const pdf = { pdf: Buffer.from('%PDF the report'), pages: 3, filename: 'report.pdf' };
  const tell = (_input: unknown, { reports, documents }: Context): Promise<ToolResult> =>
    Promise.resolve({
      kind: 'report',
      report: reports === false ? null : { equal: false },
      ...(documents === false ? {} : { pdf }),
    });
  let app: Built;
  before(async () => {
    app = await startHttp({
      slots: 1,
      tools: (calls) => [fixtureTool({ name: 'tell', produces: 'report-document', run: tell }, calls)],
    });
  });
  after(() => app.stop());

  it(
    'is JSON by default, and the document where Accept asks for it; the tool is told which of them nobody will ' +
      'see',
    async () => {
      const json = await app.post('/api/v1/tell', {});
      expect(json.headers.get('content-type')).to.equal('application/json');
      expect(await json.json()).to.deep.equal({ equal: false });
      expect(app.calls.at(-1)?.context).to.include({ reports: true, documents: false });

      const document = await app.post('/api/v1/tell', {}, { accept: 'application/pdf' });
      expect(await document.text()).to.equal('%PDF the report');
      expect(document.headers.get('document-pages')).to.equal('3');
      expect(document.headers.get('content-disposition')).to.equal('attachment; filename="report.pdf"');
      expect(app.calls.at(-1)?.context).to.include({ reports: false, documents: true });
    },
  );

  it('is either of them, asked for at the result, where it was a job', async () => {
    const id = await submit(app, { tool: 'tell', input: {} });
    await ended(app, id);
    expect(await (await resultOf(app, id)).json()).to.deep.equal({ equal: false });
    expect(await (await resultOf(app, id, { accept: 'application/pdf' })).text()).to.equal('%PDF the report');
  });
});

describe('A file name in Content-Disposition', () => {
  it('is kept as it is where it is plain', () => {
    expect(contentDisposition('q3.pdf')).to.equal('attachment; filename="q3.pdf"');
  });

  it('can not leave its header or its folder, and comes back whole, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = contentDisposition(name);
        expect(header)
          .to.match(/^attachment; filename="[^"\\/]*"(; filename\*=UTF-8''[A-Za-z0-9._~!$&+^`|#%-]*)?$/)
          .and.match(/^[\x20-\x7e]*$/);
        const encoded = /filename\*=UTF-8''(.*)$/.exec(header)?.[1];
        if (encoded !== undefined)
          expect(decodeURIComponent(encoded)).to.equal(name.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '_'));
      }),
    );
  });
});
