import { expect } from 'chai';
import { openAsBlob, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Colophon, ColophonProblem, fromBase64, type Bytes, type FileAnswer } from '../../client/src/index.ts';
import { file, save } from '../../client/src/node.ts';
import { clientOf, clientService, failureOf, hello } from '../support/client.ts';
import { textOf } from '../support/pdf.ts';
import type { Json } from '../support/service.ts';

const openapi: Json = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
const tools = Object.entries<Json>(openapi.paths)
  .filter(([, { post }]) => post?.tags.some((tag: string) => ['core', 'pro', 'enterprise'].includes(tag)))
  .map(([, { post }]) => post);
const camelCase = (name: string) => name.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
/** Base64 of documents as bytes. */
const withBytes = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  if (keys.join() === 'data' && value.data.startsWith('JVBER')) return fromBase64(value.data);
  return Object.fromEntries(keys.map((key) => [key, withBytes(value[key])]));
};

describe('Client: tools', () => {
  let client: Colophon;
  let folder: string;
  let pdf: Uint8Array;
  let path: string;

  before(async () => {
    client = clientOf((await clientService()).url);
    folder = await mkdtemp(join(tmpdir(), 'colophon-client-'));
    pdf = await (await client.render(hello('Ada Lovelace was here'))).bytes();
    path = join(folder, 'ada.pdf');
    await writeFile(path, pdf);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const { operationId, requestBody } of tools) {
    it(`calls ${operationId} with an example of the description, and with bytes in place of base64`, async () => {
      const [{ value }] = Object.values<Json>(requestBody.content['application/json'].examples);
      for (const input of [value, withBytes(value)]) {
        const answer = await (client as Json)[camelCase(operationId)](input, { as: 'json' });
        expect(answer.meta.status).to.equal(200);
        expect(Object.keys(answer)).not.to.be.empty;
      }
    });
  }

  it('tells pages, warnings, file name, type and size of a PDF before it is read', async () => {
    const output = { filename: 'Übersicht 1.pdf' };
    const answer = await client.render({ ...hello(), output }, { requestId: 'report-17' });
    const { pages, warnings, filename, contentType, requestId, replayed, size } = answer;
    expect({ pages, warnings, filename, contentType, requestId, replayed }).to.deep.equal({
      pages: 1,
      warnings: 0,
      filename: 'Übersicht 1.pdf',
      contentType: 'application/pdf',
      requestId: 'report-17',
      replayed: false,
    });
    const bytes = await answer.bytes();
    expect(bytes.byteLength).to.equal(size);
    expect(await textOf(bytes)).to.match(/Hello/);
    await failureOf(answer.bytes(), TypeError);
  });

  it('gives the JSON representation with its report, and the document in base64', async () => {
    const answer = await client.render(hello('In JSON'), { as: 'json' });
    expect(answer.report.fonts?.[0]?.family).to.equal('Inter');
    expect(await textOf(fromBase64(answer.document.data))).to.match(/In JSON/);
    expect(JSON.stringify(answer)).not.to.contain('meta');
    const plan = await client.render({ ...hello(), dryRun: true }, { as: 'report' });
    expect([plan.tier, plan.warnings]).to.deep.equal(['core', []]);
  });

  it('has other types for the PDF and for JSON', async () => {
    const render = async () => {
      const pages: number | null = (await client.render(hello())).pages;
      // @ts-expect-error -- a PDF has no report
      const report: unknown = (await client.render(hello())).report;
      // @ts-expect-error -- JSON has no bytes of its own
      const bytes: unknown = (await client.merge({ documents: [pdf] }, { as: 'json' })).bytes;
      // @ts-expect-error -- the tool has no such representation
      const zip: unknown = await client.merge({ documents: [pdf] }, { as: 'zip' });
      // @ts-expect-error -- the operation has no such field
      const wrong: unknown = await client.render({ operations: [{ op: 'add_text', txet: 'Hello' }] });
      return [pages, report, bytes, zip, wrong];
    };
    const { message } = await failureOf(render(), TypeError);
    expect(message).to.equal('as is one of pdf, json, and not "zip".');
  });

  it('sends documents of every kind', async () => {
    const kinds: Record<string, () => Bytes | Promise<Bytes>> = {
      Uint8Array: () => pdf,
      Buffer: () => Buffer.from(pdf),
      ArrayBuffer: () => pdf.slice().buffer,
      Blob: () => new Blob([Buffer.from(pdf)]),
      File: () => new File([Buffer.from(pdf)], 'ada "1".pdf'),
      'a stream': () => new Blob([Buffer.from(pdf)]).stream(),
      'a file': () => file(path),
      'a blob of a file': () => openAsBlob(path),
    };
    for (const [kind, bytes] of Object.entries(kinds)) {
      const alone = await client.extractText({ document: await bytes() }, { as: 'text' });
      expect(await alone.text(), kind).to.match(/Ada Lovelace was here/);
      const withOptions = await client.extractText({ document: { data: await bytes() }, granularity: 'word' });
      expect(withOptions.pages[0]?.blocks?.length, kind).to.be.greaterThan(3);
      const merged = await client.merge({ documents: [pdf, { data: await bytes(), pages: '1', title: 'Ada' }] });
      expect(merged.pages, kind).to.equal(2);
      await merged.discard();
    }
  });

  it('keeps the names of files', async () => {
    const { documents } = await client.split({ document: await file(path), every: 1 }, { as: 'json' });
    expect(documents.map(({ filename }) => filename)).to.deep.equal(['ada-1.pdf']);
    const named = new File([Buffer.from(pdf)], 'Ä "b"\n.pdf');
    const odd = await client.split({ document: named, every: 1, names: '{name}' }, { as: 'json' });
    expect(odd.documents[0]?.filename).to.match(/^Ä/);
  });

  it('renders files in folders, and assets of operations', async () => {
    const html = '<!doctype html><link rel="stylesheet" href="css/a.css"><img src="logo.svg" alt=""><p>x</p>';
    const css = 'p::after { content: "styled" }';
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const files = await client.render({ files: { 'index.html': html, 'css/a.css': css, 'logo.svg': svg } });
    expect(files.warnings).to.equal(0);
    expect(await textOf(await files.bytes())).to.match(/styled/);
    const assets = { 'css/a.css': new TextEncoder().encode(css), 'logo.svg': svg };
    const operations = await client.render({ operations: [{ op: 'add_html', html }], document: { assets } });
    expect(operations.warnings).to.equal(0);
    expect(await textOf(await operations.bytes())).to.match(/styled/);
  });

  it('takes bytes where the API takes base64, in any depth', async () => {
    const operations = [{ op: 'add_columns' as const, columns: [[{ op: 'add_text' as const, text: 'left' }], []] }];
    const attachment = { op: 'add_attachment' as const, name: 'a.txt', data: new Blob(['attached']) };
    const whole = { op: 'add_pdf' as const, data: await file(path) };
    const answer = await client.render({ operations: [...operations, attachment, whole] });
    expect(answer.pages).to.equal(2);
    expect(await textOf(await answer.bytes(), 2)).to.match(/Ada Lovelace/);
  });

  it('mixes bytes and the results of jobs', async () => {
    const job = await client.jobs.submit('render', hello('From a job'));
    await job.wait();
    const merged = await client.merge({ documents: [{ jobId: job.id }, pdf, await file(path)] });
    expect(merged.pages).to.equal(3);
    expect(await textOf(await merged.bytes(), 1)).to.match(/From a job/);
  });

  it('saves a download in a file, and leaves none where it fails', async () => {
    const target = join(folder, 'saved.pdf');
    await save(await client.render(hello('Saved')), target);
    expect(await textOf(await readFile(target))).to.match(/Saved/);
    const read: FileAnswer = await client.render(hello());
    await read.bytes();
    await failureOf(save(read, join(folder, 'never.pdf')), TypeError);
    await failureOf(readFile(join(folder, 'never.pdf')), Error);
  });

  it('throws a problem with all mistakes and the id of the request', async () => {
    const wrong = { operations: [{ op: 'add_text', txet: 'Hello' }] } as never;
    const problem = await failureOf(client.render(wrong, { requestId: 'wrong-1' }), ColophonProblem);
    const { slug, status, requestId, mistakes, title } = problem;
    expect({ slug, status, requestId, title }).to.deep.equal({
      slug: 'invalid-request',
      status: 400,
      requestId: 'wrong-1',
      title: 'Invalid request',
    });
    expect(mistakes.map(({ pointer }) => pointer)).to.deep.equal(['/operations/0/text', '/operations/0/txet']);
    expect(problem.message).to.contain('/operations/0/txet: `txet` is not allowed; did you mean `text`?');
  });

  it('throws problems of the key, of the tier and of documents', async () => {
    const { url } = await clientService();
    const slugOf = async (call: Promise<unknown>) => (await failureOf(call, ColophonProblem)).slug;
    expect(await slugOf(new Colophon({ baseUrl: url }).render(hello()))).to.equal('missing-key');
    expect(await slugOf(clientOf(url, { key: 'svc_live_no_one' }).capabilities())).to.equal('invalid-key');
    expect(await slugOf(client.extractText({ document: new TextEncoder().encode('no PDF') }))).to.equal('invalid-pdf');
  });

  it('tells what the deployment offers', async () => {
    const { tools: offered, sessions } = await client.capabilities();
    expect(offered.map(({ name }) => name)).to.have.members(tools.map(({ operationId }) => operationId));
    expect(sessions.enabled).to.equal(true);
  });

  it('refuses addresses that are none', () => {
    for (const baseUrl of ['ftp://host', 'http://host/?a=1', 'http://host/#a', 'http://user:secret@host', 'nowhere'])
      expect(() => new Colophon({ baseUrl }), baseUrl).to.throw(TypeError);
  });
});
