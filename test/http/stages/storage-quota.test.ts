import { expect } from 'chai';
import { AppError } from '../../../src/problems.ts';
import { bearer, startHttp, fixtureTool, problemOf, until, type Built } from '../../support/http.ts';

const authorization = bearer();

describe('The storage quota of a client', () => {
  let app: Built;
  beforeEach(async () => {
    const big = fixtureTool(
      { name: 'big', run: () => Promise.resolve({ kind: 'report', report: { text: 'x'.repeat(3000) } }) },
      [],
    );
    app = await startHttp({
      env: { SERVICE_STORAGE_QUOTA: '5kB', SERVICE_STORAGE_QUOTA_ENTERPRISE: '1GiB' },
      tools: () => [big],
    });
  });
  afterEach(() => app.stop());

  const submit = (text = '', kid = 'core'): Promise<Response> =>
    app.post('/api/v1/jobs', { tool: 'echo', input: { text } }, { authorization: bearer(kid) });
  const job = async (id: string): Promise<{ status: string }> =>
    (await (await app.fetch(`/api/v1/jobs/${id}`, { headers: { authorization } })).json()) as { status: string };
  async function ended(answer: Response): Promise<string> {
    const { id } = (await answer.json()) as { id: string };
    while (['queued', 'running'].includes((await job(id)).status))
      await new Promise((resolve) => setTimeout(resolve, 5));
    return id;
  }

  it('refuses a job that would go beyond it, with what is used, what is allowed and when there is more', async () => {
    const id = await ended(await submit('x'.repeat(2000)));
    const refused = await submit('x'.repeat(4000));
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, String(24 * 3600)]);
    const { slug, usedBytes, limitBytes, detail } = await problemOf(refused);
    expect([slug, limitBytes]).to.deep.equal(['storage-quota-exceeded', 5000]);
    expect(Number(usedBytes)).to.be.within(2000, 2500);
    expect(detail).to.match(/has stored \d+ of 5000 bytes\. Delete jobs and sessions/);
    await app.fetch(`/api/v1/jobs/${id}`, { method: 'DELETE', headers: { authorization } });
    expect((await submit('x'.repeat(4000))).status).to.equal(202);
  });

  it('is by tier, and each client has its own', async () => {
    await ended(await submit('x'.repeat(4500)));
    expect((await submit('x'.repeat(1000))).status).to.equal(429);
    expect((await submit('x'.repeat(9000), 'ent')).status).to.equal(202);
    expect((await submit('x'.repeat(1000), 'narrow')).status).to.equal(202);
  });

  it('lets requests without a key go on, and refuses those whose answer would be stored before they run', async () => {
    const withKey = (key: string): Promise<Response> => app.post('/api/v1/big', {}, { 'idempotency-key': key });
    const statuses = [];
    for (const key of ['a', 'b', 'c']) statuses.push((await withKey(key)).status);
    expect(statuses).to.deep.equal([200, 200, 429]);
    expect([
      (await withKey('a')).headers.get('idempotency-replayed'),
      (await app.post('/api/v1/big', {})).status,
    ]).to.deep.equal(['true', 200]);
    await app.deps.store.sweep(Date.now() + 25 * 3_600_000);
    expect((await withKey('c')).status, 'the refusal is not stored').to.equal(200);
  });

  it('frees what expired within the next sweep', async () => {
    await ended(await submit('x'.repeat(4500)));
    await until(() => app.calls.length === 1);
    await app.deps.store.sweep(Date.now() + 25 * 3_600_000);
    expect((await submit('x'.repeat(4500))).status).to.equal(202);
  });
});

describe('An answer that can not be stored', () => {
  it('is not sent to a request with a key, which may be sent again', async () => {
    const app = await startHttp();
    const { idempotency } = app.deps.store;
    const store = idempotency.finish.bind(idempotency);
    let full = true;
    idempotency.finish = (...given) =>
      full ? Promise.reject(new AppError('not-ready', 'The disk is full.')) : store(...given);
    const send = (): Promise<Response> => app.post('/api/v1/echo', { text: 'x' }, { 'idempotency-key': 'order-1' });
    const refused = await send();
    expect([refused.status, (await problemOf(refused)).slug]).to.deep.equal([503, 'not-ready']);
    full = false;
    const [first, second] = [await send(), await send()];
    expect([
      first.status,
      first.headers.get('idempotency-replayed'),
      second.headers.get('idempotency-replayed'),
    ]).to.deep.equal([200, null, 'true']);
    expect(await first.text()).to.equal(await second.text());
    await app.stop();
  });
});
