import { expect } from 'chai';
import { bearer, startHttp, problemOf, type Built } from '../../support/http.ts';

describe('The routes', () => {
  let app: Built;
  let missing: string | null = null;
  before(async () => {
    app = await startHttp({ notReady: () => missing });
  });
  after(() => app.stop());

  const get = (
    path: string,
    headers: Record<string, string> = { authorization: bearer() },
    method = 'GET',
  ): Promise<Response> => app.fetch(path, { method, headers });

  it('are 404 with a good key, and 401 with a bad one, where there is nothing', async () => {
    for (const path of ['/', '/api/v1/nowhere', '/api/v1/merge', '/api/v1/echo/', '/API/V1/ECHO', '/api/v1//echo']) {
      expect((await problemOf(await get(path))).slug, path).to.equal('not-found');
      expect((await get(path, { authorization: 'Bearer wrong' })).status, path).to.equal(401);
    }
  });

  it('name what there is where a path leads to none, and guess nothing for the root of the interface', async () => {
    for (const path of ['/api/v1', '/api/v1/', '/', '/docs']) {
      const { detail } = await problemOf(await app.fetch(path, { headers: { authorization: bearer() } }));
      expect(detail, path).to.match(
        /All routes begin with \/api\/v1, and `GET \/api\/v1\/capabilities` lists the tools/,
      );
    }
    const near = await problemOf(await app.fetch('/api/v1/capabilites', { headers: { authorization: bearer() } }));
    expect(near.detail).to.include('Did you mean `GET /api/v1/capabilities`?');
  });

  it('challenge for a key, and say whether one was sent', async () => {
    const without = await get('/api/v1/capabilities', {});
    expect([without.status, without.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
    const wrong = await get('/api/v1/capabilities', { authorization: 'Bearer svc_live_core_wrong' });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer error="invalid_token"']);
    const unknown = await get('/api/v1/capabilities', { authorization: 'Bearer svc_live_nobody_wrong' });
    expect({ ...(await problemOf(unknown)), instance: '' }).to.deep.equal({
      ...(await problemOf(wrong)),
      instance: '',
    });
  });

  it('tell their methods with a 405, once the key is good, whatever its tier', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/echo'],
      ['PUT', '/api/v1/sign'],
      ['DELETE', '/api/v1/sign'],
    ] as const) {
      const response = await get(path, { authorization: bearer() }, method);
      expect([response.status, response.headers.get('allow')], path).to.deep.equal([405, 'POST, OPTIONS']);
    }
    expect((await get('/api/v1/echo', {})).status).to.equal(401);
    expect((await get('/healthz', {}, 'POST')).headers.get('allow')).to.equal('GET, HEAD, OPTIONS');
  });

  it('are held to the tier and the scope of the key', async () => {
    expect(await problemOf(await app.post('/api/v1/sign', {}))).to.include({ slug: 'tier-required' });
    expect(await problemOf(await app.post('/api/v1/sign', {}, { authorization: bearer('narrow') }))).to.include({
      slug: 'capability-denied',
    });
    expect((await app.post('/api/v1/sign', {}, { authorization: bearer('ent') })).status).to.equal(200);
    expect((await app.post('/api/v1/echo', {}, { authorization: bearer('narrow') })).status).to.equal(200);
  });

  it('take HEAD wherever they take GET', async () => {
    for (const path of ['/healthz', '/readyz', '/api/v1/capabilities']) {
      const [head, full] = [await get(path, { authorization: bearer() }, 'HEAD'), await get(path)];
      expect([head.status, head.headers.get('content-length')], path).to.deep.equal([
        200,
        String((await full.arrayBuffer()).byteLength),
      ]);
      expect(await head.text()).to.equal('');
    }
  });

  it('answer OPTIONS with their methods, and with no CORS header while that is off', async () => {
    const response = await get(
      '/api/v1/echo',
      { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
      'OPTIONS',
    );
    expect([response.status, response.headers.get('allow')]).to.deep.equal([204, 'POST, OPTIONS']);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
    expect((await get('/api/v1/nowhere', {}, 'OPTIONS')).status).to.equal(401);
  });

  it('carry no cache, no sniffing, and no word of what serves them', async () => {
    for (const response of [await get('/healthz'), await get('/nowhere'), await app.post('/api/v1/print', {})]) {
      expect(response.headers.get('cache-control')).to.equal('no-store');
      expect(response.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(response.headers.get('x-powered-by')).to.equal(null);
    }
  });

  it('take a request id that is one, and make one otherwise', async () => {
    expect((await get('/healthz', { 'x-request-id': 'Order-1_2.3' })).headers.get('x-request-id')).to.equal(
      'Order-1_2.3',
    );
    for (const id of ['a b', 'x'.repeat(129), '<script>'])
      expect((await get('/healthz', { 'x-request-id': id })).headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
  });

  it('say nothing internal when something breaks, and log it', async () => {
    const response = await app.post('/api/v1/fail', {});
    const problem = await problemOf(response);
    expect(response.status).to.equal(500);
    expect(JSON.stringify(problem)).to.not.contain('secret').and.not.contain('Error');
    expect(app.lines.find(({ id, err }) => id === problem.instance && err !== undefined)).to.have.nested.property(
      'err.message',
      '/secret/path',
    );
  });

  it('tell when to come back where the service is overloaded', async () => {
    const response = await app.post('/api/v1/fail', { failWith: 'overloaded' });
    expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '1']);
  });

  it('answer what is not HTTP, or too much of it, with a problem too', async () => {
    expect(await app.raw('hello\r\n\r\n'))
      .to.match(/^HTTP\/1.1 400 /)
      .and.contain('application/problem+json');
    const long = await app.raw(`GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(long)
      .to.match(/^HTTP\/1.1 431 /)
      .and.contain('application/problem+json');
    expect(long, 'the id of the request').to.match(/X-Request-Id: (\S+)\r\n.*"instance":"\1"/s);
    expect(await app.raw('GET http://[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'))
      .to.match(/^HTTP\/1.1 401 /)
      .and.contain('application/problem+json');
    expect(await app.raw('GET http://a/healthz?x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).to.match(
      /^HTTP\/1.1 200 /,
    );
  });

  it('are ready when everything else is', async () => {
    expect(await (await get('/readyz', {})).json()).to.deep.equal({ status: 'ready' });
    missing = 'The browser is not up.';
    const response = await get('/readyz', {});
    missing = null;
    expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '5']);
    expect(await problemOf(response)).to.include({ slug: 'not-ready', detail: 'The browser is not up.' });
    expect((await get('/healthz', {})).status).to.equal(200);
  });

  it('leave one line each in the log, without bodies, queries and keys', async () => {
    const count = app.lines.length;
    await app.post('/api/v1/print', { text: 'private' }, { 'x-request-id': 'logged' });
    expect(app.lines.slice(count)).to.have.length(1);
    await app.post('/api/v1/print?token=hidden', { text: 'private' });
    expect(app.lines.slice(count)).to.have.length(2);
    expect(app.lines[count])
      .to.include({ id: 'logged', method: 'POST', route: '/api/v1/print', status: 200, client: 'acme', kid: 'core' })
      .and.to.have.property('ms')
      .that.is.a('number');
    expect(app.lines[count]).to.have.nested.property('stages.print');
    expect(JSON.stringify(app.lines)).to.not.contain('hidden').and.not.contain('private').and.not.contain('a-secret');
  });
});

describe('Capabilities', () => {
  it('tell what the deployment offers, and what of it this key may use', async () => {
    const app = await startHttp();
    const body = (await (
      await app.fetch('/api/v1/capabilities', { headers: { authorization: bearer('narrow') } })
    ).json()) as Record<string, unknown> & { tools: { name: string }[] };
    expect(body).to.deep.include({
      service: { name: 'colophon', version: '1.2.3', chromium: 'Chromium/1' },
      tiers: ['core', 'pro'],
      operations: ['add_text'],
      sessions: { enabled: false },
      fonts: [{ name: 'Inter' }],
    });
    expect(body.limits).to.deep.equal({
      payloadBytes: 64 * 1024 * 1024,
      requestsPerMinute: 600,
      requestTimeoutSeconds: 60,
      maxPages: 10_000,
    });
    expect(body.tools.find(({ name }) => name === 'echo')).to.deep.equal({
      name: 'echo',
      tier: 'core',
      path: '/api/v1/echo',
      approval: false,
      async: true,
      usable: true,
    });
    expect(body.tools.find(({ name }) => name === 'sign')).to.include({ tier: 'pro', usable: false });
    await app.stop();
  });

  it('list add_url only where hosts are allowed', async () => {
    const app = await startHttp({ env: { SERVICE_NETWORK_ALLOW: 'cdn.example.com' } });
    expect(await (await app.fetch('/api/v1/capabilities', { headers: { authorization: bearer() } })).json())
      .to.have.property('operations')
      .that.includes('add_url');
    await app.stop();
  });
});

describe('Cross-origin requests', () => {
  it('are allowed for the origins in the settings, and no others', async () => {
    const app = await startHttp({ env: { SERVICE_CORS_ORIGINS: 'https://app.example.com' } });
    const preflight = (origin: string): Promise<Response> =>
      app.fetch('/api/v1/echo', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      });
    const good = await preflight('https://app.example.com');
    expect(good.status).to.equal(204);
    expect(good.headers.get('access-control-allow-origin')).to.equal('https://app.example.com');
    expect(good.headers.get('access-control-allow-headers')).to.contain('Idempotency-Key');
    expect((await preflight('https://evil.example.com')).headers.get('access-control-allow-origin')).to.equal(null);
    const answer = await app.post('/api/v1/echo', {}, { origin: 'https://app.example.com' });
    expect(answer.headers.get('access-control-expose-headers')).to.contain('Document-Pages');
    await app.stop();
  });
});
