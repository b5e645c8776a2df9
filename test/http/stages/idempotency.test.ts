import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { bearer, startHttp, problemOf, until, type Built } from '../../support/http.ts';
import { fingerprintOf } from '../../../src/calls/reading/fingerprint.ts';
import { fingerprintPieces } from '../../../src/http/stages/fingerprint-pieces.ts';

const key = { 'idempotency-key': 'order-1' };

describe('A request with an Idempotency-Key', () => {
  let app: Built;
  beforeEach(async () => {
    app = await startHttp({ env: { SERVICE_REQUEST_TIMEOUT: '2s' } });
  });
  afterEach(() => app.stop());

  it('runs once: a retry gets the same status, content headers and body', async () => {
    const first = await app.post('/api/v1/print', { text: 'a' }, key);
    const second = await app.post('/api/v1/print', { text: 'a' }, key);
    expect(app.calls).to.have.length(1);
    expect(second.status).to.equal(200);
    for (const name of ['content-type', 'content-disposition', 'content-digest', 'content-length', 'document-pages'])
      expect(second.headers.get(name), name).to.be.a('string').and.equal(first.headers.get(name));
    expect(await second.text()).to.equal(await first.text());
    expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).to.deep.equal([
      null,
      'true',
    ]);
    expect(second.headers.get('x-request-id')).to.not.equal(first.headers.get('x-request-id'));
  });

  it('is the same request when its JSON only looks different', async () => {
    await app.post('/api/v1/echo', '{"text":"a","number":1.0}', key);
    expect(
      (await app.post('/api/v1/echo', ' { "number" : 1, "text" : "\\u0061" } ', key)).headers.get(
        'idempotency-replayed',
      ),
    ).to.equal('true');
  });

  it('is the same request when its multipart boundary is another, and not when a file is', async () => {
    const send = async (content: string): Promise<Response> => {
      const form = new FormData();
      form.set('request', '{"text":"a"}');
      form.set('assets', new Blob([content]), 'logo.png');
      return app.fetch('/api/v1/echo', { method: 'POST', headers: { authorization: bearer(), ...key }, body: form });
    };
    expect((await send('one')).status).to.equal(200);
    expect((await send('one')).headers.get('idempotency-replayed')).to.equal('true');
    expect((await problemOf(await send('two'))).slug).to.equal('idempotency-conflict');
  });

  it('is in conflict with another body, Accept or query', async () => {
    await app.post('/api/v1/print', { text: 'a' }, key);
    for (const other of [
      app.post('/api/v1/print', { text: 'b' }, key),
      app.post('/api/v1/print', { text: 'a' }, { ...key, accept: 'application/json' }),
      app.post('/api/v1/print?x=1', { text: 'a' }, key),
    ]) {
      const response = await other;
      expect(response.status).to.equal(409);
      expect((await problemOf(response)).slug).to.equal('idempotency-conflict');
    }
  });

  it('is apart from those of other clients and paths, and shared by the keys of one client', async () => {
    await app.post('/api/v1/echo', {}, key);
    expect((await app.post('/api/v1/print', { text: 'a' }, key)).headers.get('idempotency-replayed')).to.equal(null);
    expect(
      (await app.post('/api/v1/echo', {}, { ...key, authorization: bearer('ent') })).headers.get(
        'idempotency-replayed',
      ),
    ).to.equal(null);
    expect(
      (await app.post('/api/v1/echo', {}, { ...key, authorization: bearer('pro') })).headers.get(
        'idempotency-replayed',
      ),
    ).to.equal('true');
  });

  it('is told to wait while the first one runs', async () => {
    const first = app.post('/api/v1/sleep', {}, key);
    await until(() => app.calls.length === 1);
    const second = await app.post('/api/v1/sleep', {}, key);
    expect(second.status).to.equal(409);
    expect(second.headers.get('retry-after')).to.equal('1');
    expect((await problemOf(second)).slug).to.equal('idempotency-in-progress');
    expect((await first).status).to.equal(504);
  });

  it('gets the refusals of the handler again, as a problem of its own', async () => {
    for (const [slug, body] of [
      ['invalid-request', { number: 'x' }],
      ['malformed-json', '{'],
      ['invalid-pdf', { failWith: 'invalid-pdf' }],
      ['template-not-found', { failWith: 'template-not-found' }],
    ] as const) {
      const headers = { 'idempotency-key': slug };
      const path = slug.startsWith('template') || slug === 'invalid-pdf' ? '/api/v1/fail' : '/api/v1/echo';
      const first = await problemOf(await app.post(path, body, headers));
      const response = await app.post(path, body, headers);
      const second = await problemOf(response);
      expect(response.headers.get('idempotency-replayed'), slug).to.equal('true');
      expect(second.slug).to.equal(slug);
      expect(second.instance).to.equal(response.headers.get('x-request-id')).and.not.equal(first.instance);
      expect({ ...second, instance: '' }).to.deep.equal({ ...first, instance: '' });
    }
  });

  it('runs again after a failure, a timeout, or an answer that is not kept', async () => {
    for (const count of [1, 2]) {
      expect((await app.post('/api/v1/fail', {}, key)).status).to.equal(500);
      expect(app.calls).to.have.length(count);
    }
    for (const status of [406, 406])
      expect((await app.post('/api/v1/print', {}, { ...key, accept: 'image/png' })).status).to.equal(status);
    expect((await app.post('/api/v1/print', {}, key)).status).to.equal(200);
  });

  it('runs again after the client had gone away', async () => {
    const socket = connect(app.port, '127.0.0.1');
    socket.write(
      [
        'POST /api/v1/sleep HTTP/1.1',
        'Host: a',
        `Authorization: ${bearer()}`,
        'Content-Type: application/json',
        'Idempotency-Key: order-1',
        'Content-Length: 2',
        '',
        '{}',
      ].join('\r\n'),
    );
    await until(() => app.calls.length === 1);
    socket.destroy();
    await until(() => app.lines.some(({ status }) => status === 499));
    const second = app.post('/api/v1/sleep', {}, { ...key });
    await until(() => app.calls.length === 2);
    await second;
  });

  it('keeps its claim for as long as it runs, past the lease', async () => {
    const short = await startHttp({
      env: { SERVICE_REQUEST_TIMEOUT: '600ms', SERVICE_IDEMPOTENCY_LEASE: '100ms' },
    });
    const first = short.post('/api/v1/sleep', {}, key);
    await until(() => short.calls.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect((await short.post('/api/v1/sleep', {}, key)).status).to.equal(409);
    await first;
    await short.stop();
  });

  it('is refused when the key is empty, too long or not printable ASCII', async () => {
    for (const value of [' ', 'x'.repeat(256), '\u00e9']) {
      const response = await app.fetch('/api/v1/echo', {
        method: 'POST',
        headers: { authorization: bearer(), 'content-type': 'application/json', 'idempotency-key': value },
        body: '{}',
      });
      expect((await problemOf(response)).slug).to.equal('invalid-idempotency-key');
    }
    expect((await app.post('/api/v1/echo', {}, { 'idempotency-key': 'x'.repeat(255) })).status).to.equal(200);
  });

  it('is replayed after a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'colophon-restart-'));
    const before = await startHttp({ dataDir });
    await before.post('/api/v1/print', { text: 'a' }, key);
    await before.stop();
    const after = await startHttp({ dataDir });
    const replayed = await after.post('/api/v1/print', { text: 'a' }, key);
    expect(replayed.headers.get('idempotency-replayed')).to.equal('true');
    expect(after.calls).to.have.length(0);
    await after.stop();
    rmSync(dataDir, { recursive: true });
  });
});

describe('The fingerprint of a request', () => {
  const of = (body: string, headers: Record<string, string> = {}): string =>
    fingerprintOf(
      fingerprintPieces(
        { headers: { 'content-type': 'application/json', ...headers }, url: '/' },
        { kind: 'json', request: Buffer.from(body), files: [], isLarge: false },
      ),
    );

  it('is that of the value, however the JSON is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(of(JSON.stringify(value, null, 3))).to.equal(of(JSON.stringify(value)));
      }),
    );
  });

  it('differs when the value does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other) && !/-0|[{]/.test(JSON.stringify([one, other])));
        expect(of(JSON.stringify(one))).to.not.equal(of(JSON.stringify(other)));
      }),
    );
  });

  it('is not moved by a boundary, and is by Accept', () => {
    expect(of('{}', { 'content-type': 'multipart/form-data; boundary=a' })).to.equal(
      of('{}', { 'content-type': 'multipart/form-data; boundary=b' }),
    );
    expect(of('{}', { accept: 'application/json' })).to.not.equal(of('{}', { accept: 'application/pdf' }));
  });
});
