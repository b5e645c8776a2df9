import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { bytesOf } from '../../../../src/render/compose/assets.ts';
import { fontsOf, imagesOf, textOf } from '../../../support/pdf.ts';
import { keys, pdfOf, startService, type Answered, type OwnService } from '../../../support/service.ts';
import { openSession, postJson, problemIn, type OpenedSession } from '../../../support/sessions.ts';

type Options = NonNullable<Parameters<OwnService['request']>[2]>;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const svg = Buffer.from('<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"/>');
const pdf = Buffer.from(bytesOf(examplePdf('Appendix A')) ?? []);
const fontFile = 'fonts/arimo/Arimo-Bold.ttf';
const css = Buffer.from('p { color: #9b2226 }');
const image = { op: 'add_image', asset: 'logo', alt: 'Logo', width: 40 };

describe('The assets of a session', () => {
  let service: OwnService;
  let session: OpenedSession;
  before(
    async () =>
      (service = await startService({
        SERVICE_SESSIONS_ENABLED: 'true',
        SERVICE_PAYLOAD_LIMIT_CORE: '64KiB',
        SERVICE_SESSION_ASSETS: '2MiB',
      })),
  );
  after(() => service.stop());
  beforeEach(async () => (session = await openSession(service)));

  const send = (method: string, path: string, options: Options = {}): Promise<Answered> =>
    service.request(method, `${session.path}${path}`, options);
  const put = (name: string, body: Uint8Array, headers: Record<string, string> = {}): Promise<Answered> =>
    send('PUT', `/assets/${name}`, { body: new Uint8Array(body), headers });
  const names = async (path = session.path): Promise<string[]> =>
    ((await service.request('GET', `${path}/assets`)).json().assets as { name: string }[]).map(({ name }) => name);

  it('are stored under the type that their bytes have, read back, replaced and removed', async () => {
    for (const [name, bytes, type] of [
      ['logo', png, 'image/png'],
      ['logo.svg', svg, 'image/svg+xml'],
      ['annex', pdf, 'application/pdf'],
      ['style.css', css, 'text/css'],
      ['Brand', await readFile(fontFile), 'font/ttf'],
    ] as const) {
      const stored = await put(name, bytes, { 'content-type': 'application/octet-stream' });
      expect(stored.status, stored.body.toString()).to.equal(201);
      expect(stored.json()).to.deep.equal({
        name,
        contentType: type,
        bytes: bytes.byteLength,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
      const read = await send('GET', `/assets/${name}`);
      expect([read.status, read.headers.get('content-type'), read.headers.get('etag')]).to.deep.equal([
        200,
        type,
        stored.headers.get('etag'),
      ]);
      expect(read.body.equals(bytes)).to.equal(true);
    }
    const again = await put('logo', svg);
    expect([again.status, again.json().contentType]).to.deep.equal([200, 'image/svg+xml']);
    const removed = await send('DELETE', '/assets/logo');
    expect([removed.status, removed.body.byteLength]).to.deep.equal([204, 0]);
    expect(await names())
      .to.include.members(['annex', 'logo.svg', 'style.css'])
      .and.not.include('logo');
    for (const method of ['GET', 'DELETE'])
      expect(problemIn(await send(method, '/assets/logo'))).to.deep.equal([404, 'asset-not-found']);
  });

  it('are refused where the bytes, the name or the size do not fit', async () => {
    expect(problemIn(await put('empty', Buffer.alloc(0)))).to.deep.equal([400, 'invalid-request', '']);
    expect(problemIn(await put('zeros', Buffer.alloc(100)))).to.deep.equal([415, 'unsupported-media-type']);
    expect(problemIn(await put('page', Buffer.from('  <html></html>')))).to.deep.equal([415, 'unsupported-media-type']);
    expect(problemIn(await put('.hidden', css))).to.deep.equal([400, 'invalid-request', '/name']);
    const huge = Buffer.from(png);
    huge.writeUInt32BE(20_000, 16);
    huge.writeUInt32BE(20_000, 20);
    expect(problemIn(await put('huge', huge))).to.deep.equal([422, 'limit-exceeded']);
    const mebibyte = Buffer.from(`/*${' '.repeat(2 ** 20)}*/`);
    expect((await put('a.css', mebibyte)).status).to.equal(201);
    expect(problemIn(await put('b.css', mebibyte))).to.deep.equal([413, 'payload-too-large']);
    expect((await put('a.css', mebibyte)).status).to.equal(200);
    expect(problemIn(await put('c.css', Buffer.alloc(3 * 2 ** 20, 32)))).to.deep.equal([413, 'payload-too-large']);
    expect(await names()).to.deep.equal(['a.css']);
  });

  it('are those of one client, at one revision, stored once under an `Idempotency-Key`', async () => {
    const key = { 'idempotency-key': `asset ${session.id}`, 'if-match': '"0"' };
    const first = await put('logo', png, key);
    const again = await put('logo', png, key);
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([201, 201, 'true']);
    expect(problemIn(await put('logo', png, { 'if-match': '"0"' }))).to.deep.equal([412, 'revision-mismatch']);
    expect(problemIn(await send('DELETE', '/assets/logo', { headers: { 'if-match': '"0"' } }))[0]).to.equal(412);
    const foreign = { key: keys.pro };
    for (const [method, path] of [
      ['GET', '/assets'],
      ['GET', '/assets/logo'],
      ['DELETE', '/assets/logo'],
    ] as const)
      expect(problemIn(await send(method, path, foreign))).to.deep.equal([404, 'session-not-found']);
    expect((await session.tell()).json()).to.include({ revision: 1 });
  });

  it('are printed by the operations that name them, also as a job', async () => {
    await put('logo', png);
    await put('annex', pdf);
    await put('dots.css', Buffer.from('.dot { width: 30pt; height: 30pt; background: url(logo) }'));
    const added = await session.post('operations', {
      operations: [
        image,
        { op: 'add_html', html: '<link rel="stylesheet" href="dots.css"><p class="dot">Text</p>' },
        { op: 'add_pdf', asset: 'annex' },
      ],
    });
    expect(added.status, added.body.toString()).to.equal(201);
    const rendered = await session.post('render', { output: { deterministic: true } });
    const text = await textOf(pdfOf(rendered));
    expect(text).to.include('Text').and.include('Appendix A');
    expect(await imagesOf(pdfOf(rendered))).to.not.have.length(0);
    const input = { sessionId: session.id, output: { deterministic: true } };
    const job = await postJson(service, '/api/v1/jobs', { tool: 'render', input });
    expect(job.status, job.body.toString()).to.equal(202);
    const path = `/api/v1/jobs/${String(job.json().id)}`;
    for (let status = ''; status !== 'succeeded';) {
      const shown = (await service.request('GET', path)).json();
      status = String(shown.status);
      expect(status, JSON.stringify(shown)).to.not.equal('failed');
    }
    expect(pdfOf(await service.request('GET', `${path}/result`)).equals(pdfOf(rendered))).to.equal(true);
  });

  it('must be there where an operation names them, and stay while it does', async () => {
    const unknown = await session.post('operations', { operations: [{ op: 'add_text', text: 'a' }, image] });
    expect(problemIn(unknown)).to.deep.equal([400, 'invalid-request', '/operations/1/asset']);
    expect(problemIn(await session.post('images', { asset: 'logo', alt: '' }))).to.deep.equal([
      400,
      'invalid-request',
      '/asset',
    ]);
    await put('logo', png);
    const columns = {
      op: 'add_columns',
      columns: [
        [image],
        [
          { op: 'set_font', family: 'Brand' },
          { op: 'add_text', text: 'b' },
        ],
      ],
    };
    const added = await session.post('operations', columns);
    expect(added.status, added.body.toString()).to.equal(201);
    const [{ operationId }] = added.json().operations as [{ operationId: string }];
    const refused = await send('DELETE', '/assets/logo');
    expect(problemIn(refused)).to.deep.equal([409, 'asset-in-use']);
    expect(refused.json().detail).to.contain(operationId);
    await send('DELETE', `/operations/${operationId}`);
    expect((await send('DELETE', '/assets/logo')).status).to.equal(204);
    expect((await send('POST', '/undo')).status).to.equal(200);
    expect(await names()).to.deep.equal(['logo']);
    const fork = await session.post('fork', { revision: 2 });
    expect(await names(`/api/v1/sessions/${String(fork.json().sessionId)}`)).to.deep.equal(['logo']);
    pdfOf(await session.post('render'));
  });

  it('come before those of `document`, and a font is the family of `set_font`', async () => {
    const data =
      'data:image/svg+xml;base64,' + Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    session = await openSession(service, { document: { assets: { logo: data } } });
    await put('logo', png);
    await put('Brand', await readFile(fontFile));
    const added = await session.post('operations', {
      operations: [image, { op: 'set_font', family: 'Brand' }, { op: 'add_text', text: 'In the brand' }],
    });
    expect(added.status, added.body.toString()).to.equal(201);
    expect(problemIn(await send('DELETE', '/assets/Brand'))).to.deep.equal([409, 'asset-in-use']);
    const printed = pdfOf(await session.post('render', { output: { deterministic: true } }));
    expect(await imagesOf(printed)).to.not.have.length(0);
    expect((await fontsOf(printed)).join(' ')).to.include('Arimo');
  });
});
