import { expect } from 'chai';
import { openKeys } from '../../src/calls/access/keys.ts';
import { pipeline } from '../../src/http/pipeline.ts';
import { createLog } from '../../src/log.ts';
import { bearer, startHttp, problemOf, type Built } from '../support/http.ts';

describe('The pipeline', () => {
  let app: Built;
  before(async () => {
    app = await startHttp({ env: { SERVICE_BODY_LIMIT: '1000', SERVICE_CORS_ORIGINS: 'https://app.example.com' } });
  });
  after(() => app.stop());

  it('is these nine stages, in this order', () => {
    const keys = openKeys({ variable: null, file: null, tools: [], log: createLog('silent'), interval: 20 });
    const stages = pipeline(app.deps, keys, () => false);
    expect(stages.map(({ name }) => name)).to.deep.equal([
      'request id',
      'size limits',
      'cors',
      'authentication',
      'capability authorization',
      'rate limits',
      'idempotency',
      'timeout',
      'handler',
    ]);
    expect(
      stages.filter(({ probes }) => !probes).map(({ name }) => name),
      'what probes stay outside of',
    ).to.deep.equal(['authentication', 'capability authorization', 'rate limits', 'idempotency', 'timeout']);
  });

  const slugOf = async (
    headers: Record<string, string>,
    { path = '/api/v1/echo', body = '{}' } = {},
  ): Promise<string> => (await problemOf(await app.post(path, body, headers))).slug;

  it('has a request id (1) even where the size (2) is refused', async () => {
    const response = await app.post('/api/v1/echo', 'x'.repeat(2000), { 'x-request-id': 'mine' });
    expect(response.status).to.equal(413);
    expect(response.headers.get('x-request-id')).to.equal('mine');
  });

  it('refuses a size (2) before it looks at the key (4)', async () => {
    expect(await slugOf({ authorization: 'Bearer wrong' }, { body: 'x'.repeat(2000) })).to.equal('payload-too-large');
    expect(await slugOf({ authorization: '' }, { body: 'x'.repeat(2000) })).to.equal('payload-too-large');
  });

  it('refuses a size (2) before cross-origin handling (3)', async () => {
    const response = await app.post('/api/v1/echo', 'x'.repeat(2000), { origin: 'https://app.example.com' });
    expect(response.headers.get('access-control-allow-origin')).to.equal(null);
  });

  it('ends preflights (3) before it looks for a key (4)', async () => {
    const response = await app.fetch('/api/v1/echo', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    });
    expect(response.status).to.equal(204);
  });

  it('looks at the key (4) before the route and its tier (5)', async () => {
    expect(await slugOf({ authorization: 'Bearer wrong' }, { path: '/api/v1/sign' })).to.equal('invalid-key');
    expect(await slugOf({ authorization: '' }, { path: '/api/v1/nowhere' })).to.equal('missing-key');
  });

  it('looks at tier and scope (5) before the rate (6), and the refused takes nothing of it', async () => {
    for (let count = 0; count < 6; count += 1)
      expect(await slugOf({ authorization: bearer('slow') }, { path: '/api/v1/sign' })).to.equal('tier-required');
    expect((await app.post('/api/v1/echo', {}, { authorization: bearer('slow') })).status).to.equal(200);
  });

  it('looks at the rate (6) before idempotency (7): a replay is a request too', async () => {
    const headers = { authorization: bearer('slow'), 'idempotency-key': 'order' };
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await app.post('/api/v1/echo', {}, headers)).status);
    expect(statuses).to.deep.equal([200, 200, 200, 429]);
    expect(await slugOf({ authorization: bearer('slow'), 'idempotency-key': '\u00e9' })).to.equal('rate-limited');
  });

  it('looks at the idempotency key (7) before the body is parsed and the tool runs (9)', async () => {
    expect(await slugOf({ 'idempotency-key': '\u00e9' }, { body: '{' })).to.equal('invalid-idempotency-key');
  });
});
