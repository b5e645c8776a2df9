import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bearer, startHttp, problemOf } from '../../support/http.ts';

describe('The rate limits', () => {
  it('let exactly the rate of a key through, and tell when to come back', async () => {
    const app = await startHttp();
    const headers = { authorization: bearer('slow') };
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await app.post('/api/v1/echo', {}, headers));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 429, 429]);
    const refused = answers[4]!;
    expect((await problemOf(refused)).slug).to.equal('rate-limited');
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    expect(answers[0]!.headers.get('ratelimit')).to.equal('"ip";r=2999;t=60, "client";r=3;t=60');
    expect(answers[0]!.headers.get('ratelimit-policy')).to.equal('"ip";q=3000;w=60, "client";q=4;w=60');
    await app.stop();
  });

  it('count every request, whatever its answer', async () => {
    const app = await startHttp();
    const headers = { authorization: bearer('slow') };
    const statuses = [];
    for (const [path, body] of [
      ['echo', '{'],
      ['fail', {}],
      ['echo', { unknown: 1 }],
      ['echo', {}],
      ['echo', {}],
    ] as const)
      statuses.push((await app.post(`/api/v1/${path}`, body, headers)).status);
    expect(statuses).to.deep.equal([400, 500, 400, 200, 429]);
    await app.stop();
  });

  it('are those of the tier, shared by the keys of a client', async () => {
    const app = await startHttp({ env: { SERVICE_RATE_LIMIT_CORE: '2', SERVICE_RATE_LIMIT_PRO: '3' } });
    const status = async (kid: string): Promise<number> =>
      (await app.post('/api/v1/echo', {}, { authorization: bearer(kid) })).status;
    expect([
      await status('core'),
      await status('core'),
      await status('core'),
      await status('pro'),
      await status('pro'),
    ]).to.deep.equal([200, 200, 429, 200, 429]);
    expect(await status('ent'), 'another client').to.equal(200);
    await app.stop();
  });

  it('hold for the address too, whatever the client', async () => {
    const app = await startHttp({ env: { SERVICE_RATE_LIMIT_IP: '2' } });
    const answers = [];
    for (const kid of ['core', 'ent', 'narrow'])
      answers.push(await app.post('/api/v1/echo', {}, { authorization: bearer(kid) }));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 429]);
    expect(String((await problemOf(answers[2]!)).detail)).to.contain('this address');
    await app.stop();
  });

  it('are never lower for an address than for a tier or a key, unless the operator sets them', async () => {
    const policy = async (env: Readonly<Record<string, string>>): Promise<string | null> => {
      const app = await startHttp({ env });
      const answer = await app.post('/api/v1/echo', {});
      await app.stop();
      return answer.headers.get('ratelimit-policy');
    };
    const key = `svc_live_fast_${'x'.repeat(40)}:fast:core:rate=50000`;
    const own = (await policy({})) ?? '';
    expect(own).to.contain('"ip";q=3000;');
    expect(await policy({ SERVICE_RATE_LIMIT_PRO: '9000' })).to.contain('"ip";q=9000;');
    expect(await policy({ SERVICE_RATE_LIMIT_IP: '10' })).to.contain('"ip";q=10;');
    const folder = await mkdtemp(join(tmpdir(), 'colophon-test-'));
    await writeFile(join(folder, 'keys'), key);
    expect(await policy({ SERVICE_API_KEYS_FILE: join(folder, 'keys') })).to.contain('"ip";q=50000;');
    await rm(folder, { recursive: true });
  });

  it('believe X-Forwarded-For only of a proxy that is trusted', async () => {
    const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
    const trusting = await startHttp({ env: { SERVICE_RATE_LIMIT_IP: '1', SERVICE_TRUST_PROXY: '1' } });
    expect([
      (await trusting.post('/api/v1/echo', {}, from('192.0.2.1'))).status,
      (await trusting.post('/api/v1/echo', {}, from('192.0.2.2'))).status,
    ]).to.deep.equal([200, 200]);
    expect(
      [
        (await trusting.post('/api/v1/echo', {}, from('2001:db8::1'))).status,
        (await trusting.post('/api/v1/echo', {}, from('2001:db8::2'))).status,
      ],
      'one /56',
    ).to.deep.equal([200, 429]);
    await trusting.stop();
    const direct = await startHttp({ env: { SERVICE_RATE_LIMIT_IP: '1' } });
    expect([
      (await direct.post('/api/v1/echo', {}, from('192.0.2.1'))).status,
      (await direct.post('/api/v1/echo', {}, from('192.0.2.2'))).status,
    ]).to.deep.equal([200, 429]);
    await direct.stop();
  });

  it('answer failed authentications with 429 past their own limit, and leave good keys alone', async () => {
    const app = await startHttp({ env: { SERVICE_RATE_LIMIT_AUTH_FAILURES: '2' } });
    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await app.post('/api/v1/echo', {}, { authorization: 'Bearer wrong' })).status);
    expect(statuses).to.deep.equal([401, 401, 429, 429]);
    expect((await app.post('/api/v1/echo', {})).status).to.equal(200);
    await app.stop();
  });

  it('never reach the probes', async () => {
    const app = await startHttp({ env: { SERVICE_RATE_LIMIT_IP: '1' } });
    for (let count = 0; count < 3; count += 1) expect((await app.fetch('/readyz')).status).to.equal(200);
    await app.stop();
  });
});
